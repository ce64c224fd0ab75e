import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLedger } from '#audit/ledger-audit.ts';
import { withStoredRows } from '#audit/stored-rows.ts';
import type { LoggedEvent } from '#event-log/logged-event.ts';
import type { DecodedEvent, LedgerEvent } from '#ledger/events.ts';
import { NO_HISTORY } from '#ledger/history.ts';
import { encode } from '#ledger/log/codec.ts';
import { anyCommands } from '#ledger/testing/any-commands.ts';
import { carriedOut, deposited, earned, idNumber, planned, saved, spent, units } from '#ledger/testing/scenario.ts';
import { openClient } from '#platform/postgres.ts';
import { erase, project } from '#projections/fold/project.ts';
import type { ProjectionChanges } from '#projections/fold/projection-changes.ts';
import { loadStoredRows, storeChanges } from '#projections/storage/storage.ts';
import { addMissing } from '#projections/tables/add-missing.ts';
import { bankTexts } from '#projections/tables/bank-texts.ts';
import { carries, plans, targets } from '#projections/tables/budget.ts';
import { categoryMonths, keepCategorySums, pastCategoryMonths } from '#projections/tables/category-months.ts';
import { changeSets } from '#projections/tables/change-sets.ts';
import { entries, pastEntries } from '#projections/tables/entries.ts';
import { goals } from '#projections/tables/goals.ts';
import { hashOfKey, importedKeys, keysIn } from '#projections/tables/imported-keys.ts';
import { knownDays, NO_SUMS } from '#projections/tables/known-days.ts';
import { pastLedgers } from '#projections/tables/ledgers.ts';
import { migrations } from '#projections/tables/migrations.ts';
import { keepPieceSums, type PieceSumRow, pieceSums } from '#projections/tables/piece-sums.ts';
import { createReadModels, TABLES } from '#projections/tables/read-models.ts';
import { receipts } from '#projections/tables/receipts.ts';
import { rules } from '#projections/tables/rules.ts';
import { pastStatistics, statistics } from '#projections/tables/statistics.ts';
import { changeRows, columnOf, columnsOf, type Row, readRow, type Table } from '#projections/tables/table.ts';
import { LEDGER, RECORDED_AT, recordedAt } from '#projections/testing/given-rows.ts';
import { createTestDatabase, type TestDatabase } from '#tools/embedded/postgres/testing/database.ts';
import { toFormerTables } from '../support/former-tables.ts';

const SCHEMA = 'projections';
let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = await openClient(database.url);
});

afterAll(async () => {
  await client.end();
  await database.release();
});

beforeEach(async () => {
  await client.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`);
  await createReadModels(client, SCHEMA);
});

const rowsOf = async <Of extends Table>(table: Of): Promise<Row<Of>[]> => {
  const { rows } = await client.query(
    `SELECT ${columnsOf(table, 't')} FROM ${SCHEMA}.${table.name} t ORDER BY ${table.key.map(columnOf).join(', ')}`,
  );
  return rows.map((row) => readRow(table, row));
};

const load = async (): Promise<ProjectionChanges> =>
  (await loadStoredRows(client, SCHEMA, [LEDGER], [LEDGER])).get(LEDGER) as ProjectionChanges;

const store = async (...changed: ProjectionChanges[]) =>
  void (await Promise.all(storeChanges(client, SCHEMA, changed)));

/** Given stored rows after events, when these follow, then what a table holds. */
function given(...before: LedgerEvent[]) {
  const apply = async (events: readonly LedgerEvent[]) => {
    const rows = await load();
    const next = Number(rows.revision) + 1;
    await store(
      project(
        rows,
        events.map((event, at) => recordedAt(event, next + at)),
      ),
    );
  };
  return {
    when: (...events: LedgerEvent[]) => ({
      async thenTableHas<Of extends Table>(table: Of, expected: Partial<Row<Of>>[]) {
        await apply(before);
        await apply(events);
        expect(await rowsOf(table)).toMatchObject(expected);
      },
    }),
  };
}

const deleted: LedgerEvent = {
  type: 'TransactionDeleted',
  data: { transactionId: idNumber(1), type: 'Expense', amount: units(5), date: '2026-11-20' },
};

test('a transaction is inserted as it is folded, and comes back as it was', async () => {
  await given(deposited(100))
    .when(spent(5))
    .thenTableHas(entries, [
      {
        ledgerId: LEDGER,
        entryId: idNumber(1),
        revision: 1n,
        type: 'Expense',
        title: 'Coffee',
        amount: units(5),
        category: null,
        wallet: 'Cash',
        date: '2026-11-20',
        receiptId: null,
        recordedAt: RECORDED_AT,
      },
    ]);
});

test('a deleted transaction has no row, and one recorded again under its id has its new values', async () => {
  await given(deposited(100), spent(5), earned(7))
    .when(deleted)
    .thenTableHas(entries, [{ entryId: idNumber(2) }]);
  await given()
    .when(spent(8))
    .thenTableHas(entries, [{ amount: units(8) }, { entryId: idNumber(2) }]);
  await given()
    .when({ ...deleted, data: { ...deleted.data, amount: units(8) } } as LedgerEvent, spent(3))
    .thenTableHas(entries, [{ amount: units(3) }, { entryId: idNumber(2) }]);
});

const COFFEE = { type: 'Expense', title: 'Coffee', amount: units(5), date: '2026-11-20', wallet: 'Cash' } as const;
const changed = (before: object, after: object): LedgerEvent => ({
  type: 'TransactionChanged',
  data: { transactionId: idNumber(1), before: { ...COFFEE, ...before }, after: { ...COFFEE, ...after } },
});
const restored: LedgerEvent = {
  type: 'TransactionRestored',
  data: { transactionId: idNumber(1), ...COFFEE, place: 1, recordedAt: RECORDED_AT },
};
const reset: LedgerEvent = { type: 'LedgerReset', data: {} };

/** The same events in one batch, one by one, and in two batches, which cut them after a number of events. */
describe.each([[[]], [[1, 2, 3, 4, 5]], [[2]], [[3]]])(
  'what a transaction was, in batches cut at %j, is kept',
  (cuts) => {
    const applied = async (...events: LedgerEvent[]) => {
      for (const [at, start] of [0, ...cuts].entries()) {
        const batch = events.slice(start, cuts[at]);
        const first = Number((await load()).revision) + 1;
        await store(
          project(
            await load(),
            batch.map((event, at) => recordedAt(event, first + at)),
          ),
        );
      }
    };

    test('where it is changed twice and deleted', async () => {
      await applied(
        deposited(100),
        spent(5),
        changed({}, { title: 'Tea' }),
        changed({ title: 'Tea' }, { title: 'Tea', date: '2026-11-21', wallet: 'Bank', receiptId: idNumber(4) }),
        { ...deleted, data: { ...deleted.data, date: '2026-11-21' } } as LedgerEvent,
      );
      expect(await rowsOf(entries)).toEqual([]);
      const same = { ledgerId: LEDGER, entryId: idNumber(1), revision: 1n, amount: units(5), parts: null };
      expect(await rowsOf(pastEntries)).toMatchObject([
        { ...same, title: 'Coffee', date: '2026-11-20', changedAt: null, knownFrom: 1n, knownUntil: 2n },
        { ...same, title: 'Tea', date: '2026-11-20', wallet: 'Cash', receiptId: null, knownFrom: 2n, knownUntil: 3n },
        {
          ...same,
          title: 'Tea',
          date: '2026-11-21',
          wallet: 'Bank',
          receiptId: idNumber(4),
          knownFrom: 3n,
          knownUntil: 4n,
        },
      ]);
      expect(await rowsOf(receipts)).toEqual([{ ledgerId: LEDGER, receiptId: idNumber(4), knownFrom: 3n }]);
      expect(await rowsOf(knownDays)).toMatchObject([
        { account: '', date: '2026-11-20', knownFrom: 1n, ...NO_SUMS },
        { account: '', date: '2026-11-21', knownFrom: 3n, ...NO_SUMS },
        { account: 'everyday', date: '2026-11-20', knownFrom: 1n, ...NO_SUMS },
        { account: 'everyday', date: '2026-11-21', knownFrom: 3n, ...NO_SUMS },
      ]);
    });

    test('where it is deleted and restored', async () => {
      await applied(deposited(100), spent(5), deleted, restored, changed({}, { amount: units(6) }));
      const row = { entryId: idNumber(1), revision: 1n, recordedAt: RECORDED_AT };
      expect(await rowsOf(entries)).toMatchObject([{ ...row, amount: units(6), knownFrom: 4n }]);
      expect(await rowsOf(pastEntries)).toMatchObject([
        { ...row, amount: units(5), knownFrom: 1n, knownUntil: 2n },
        { ...row, amount: units(5), knownFrom: 3n, knownUntil: 4n },
      ]);
    });

    test('but not of before a reset', async () => {
      await applied(deposited(100), spent(5), changed({}, { title: 'Tea' }), reset, spent(8));
      expect(await rowsOf(entries)).toMatchObject([{ amount: units(8), revision: 4n, knownFrom: 4n }]);
      expect(await rowsOf(pastEntries)).toEqual([]);
      expect(await rowsOf(knownDays)).toMatchObject([
        { account: '', knownFrom: 4n, expense: units(8), expenses: 1 },
        { account: 'everyday', knownFrom: 4n, expense: units(8), expenses: 1 },
      ]);
    });
  },
);

/** All rows but the change-sets', whose accounts are in no order, as text; JSON as it is stored. */
async function dump(): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const { name, key } of TABLES.filter((table) => table !== changeSets)) {
    const { rows } = await client.query(
      `SELECT t::text AS row FROM ${SCHEMA}.${name} t ORDER BY ${key.map(columnOf).join(', ')}`,
    );
    tables[name] = rows.map(({ row }) => row);
  }
  return tables;
}

/** Stores events in batches that are cut after these numbers of events. */
async function storeCut(events: readonly DecodedEvent[], cuts: readonly number[]): Promise<void> {
  const starts = [...new Set([0, ...cuts.map((cut) => cut % events.length)])].sort((one, other) => one - other);
  for (const [at, start] of starts.entries()) await store(project(await load(), events.slice(start, starts[at + 1])));
}

async function* logged(events: readonly DecodedEvent[]): AsyncGenerator<LoggedEvent> {
  for (const { event, metadata, revision } of events) {
    const named = {
      kind: 'event',
      id: `event ${revision}`,
      ledgerId: LEDGER,
      position: `${revision}/${revision}`,
    } as const;
    yield { ...named, revision, ...encode(event, metadata) };
  }
}

test('rows are the same wherever batches are cut, and are what the audit works out', async () => {
  const seen = {
    [importedKeys.name]: 0,
    [bankTexts.name]: 0,
    [pastEntries.name]: 0,
    [pastLedgers.name]: 0,
    [pastStatistics.name]: 0,
    [pastCategoryMonths.name]: 0,
    [pieceSums.name]: 0,
  };
  await fc.assert(
    fc.asyncProperty(anyCommands(200), fc.array(fc.nat(), { maxLength: 30 }), async (commands, cuts) => {
      const { events } = carriedOut(commands);
      fc.pre(events.length > 0);
      await store(erase(await load(), 0n));
      for (const table of TABLES) expect(await rowsOf(table)).toEqual([]);
      await storeCut(events, []);
      const whole = await dump();
      await store(erase(await load(), 0n));
      await storeCut(events, cuts);
      expect(await dump()).toEqual(whole);
      const { findings } = await withStoredRows(client, LEDGER, (rows) => auditLedger(LEDGER, logged(events), rows));
      expect(findings).toEqual([]);
      for (const table of Object.keys(seen)) seen[table] = (seen[table] ?? 0) + (whole[table]?.length ?? 0);
    }),
    { numRuns: 60, endOnFailure: true },
  );
  for (const [table, count] of Object.entries(seen)) expect(count, table).toBeGreaterThan(4);
});

test('the statistics of a period are added up, in cents, over batches', async () => {
  await given(deposited(100), spent(5))
    .when(spent(6, 3), earned(7))
    .thenTableHas(statistics, [
      { period: 'month', startsOn: '2026-11-01', income: units(7), expense: units(11) },
      { period: 'week', startsOn: '2026-11-16', income: units(7), expense: units(11) },
      { period: 'year', startsOn: '2026-01-01', income: units(7), expense: units(11) },
    ]);
});

test('the sums of months by category follow what entries are, each part of a split by itself', async () => {
  const sum = (month: string, category: string, amount: number, type: 'Expense' | 'Income' = 'Expense') => ({
    ...{ ledgerId: LEDGER, month, type, category, amount: units(amount) },
  });
  await given(deposited(100))
    .when(spent(5), spent(6, 3), earned(7))
    .thenTableHas(categoryMonths, [sum('2026-11', '-', 11), sum('2026-11', 'Salary', 7, 'Income')]);
  const parts = [2, 3].map((amount, index) => ({
    amount: units(amount),
    category: ['Groceries', 'Travel'][index] as string,
  }));
  await given()
    .when(changed({}, { parts }))
    .thenTableHas(categoryMonths, [
      ...[sum('2026-11', '-', 6), sum('2026-11', 'Groceries', 2), sum('2026-11', 'Travel', 3)],
      sum('2026-11', 'Salary', 7, 'Income'),
    ]);
  await given()
    .when(changed({ parts }, { category: 'Travel', date: '2026-12-01' }))
    .thenTableHas(categoryMonths, [
      ...[sum('2026-11', '-', 6), sum('2026-11', 'Salary', 7, 'Income'), sum('2026-12', 'Travel', 5)],
    ]);
  // None of nothing is left.
  await given()
    .when({ ...deleted, data: { ...deleted.data, date: '2026-12-01' } } as LedgerEvent)
    .thenTableHas(categoryMonths, [sum('2026-11', '-', 6), sum('2026-11', 'Salary', 7, 'Income')]);
  expect(await rowsOf(categoryMonths)).toHaveLength(2);
  await given().when(reset).thenTableHas(categoryMonths, []);
  expect(await rowsOf(categoryMonths)).toEqual([]);
});

test('the sums of pieces follow entries by day and by month, and count each entry once', async () => {
  const sum = (date: string, categorySet: string, amount: number, count: number): PieceSumRow[] =>
    (['day', 'month'] as const).map((period) => ({
      ...{ ledgerId: LEDGER, period, date: period === 'day' ? date : `${date.slice(0, 8)}01`, account: 'everyday' },
      ...{ type: 'Expense', categorySet, amount: units(amount), entries: count },
    }));
  const byPeriod = (...sums: PieceSumRow[][]) => [0, 1].flatMap((at) => sums.flatMap((each) => each[at] ?? []));
  const parts = [2, 1, 2].map((amount, index) => ({
    amount: units(amount),
    category: ['Groceries', 'Travel', 'Groceries'][index] as string,
  }));
  await given(deposited(100))
    .when(spent(5), spent(6, 3))
    .thenTableHas(pieceSums, byPeriod(sum('2026-11-20', '-', 11, 2)));
  const rest = sum('2026-11-20', '-', 6, 1);
  const [groceries, travel] = [sum('2026-11-20', 'Groceries', 4, 0), sum('2026-11-20', 'Travel', 1, 0)];
  await given()
    .when(changed({}, { parts }))
    .thenTableHas(pieceSums, byPeriod(rest, groceries, sum('2026-11-20', 'Groceries\tTravel', 0, 1), travel));
  const worked = await rowsOf(pieceSums);
  await client.query(keepPieceSums(SCHEMA));
  expect(await rowsOf(pieceSums)).toEqual(worked);
  await given()
    .when(changed({ parts }, { category: 'Travel', date: '2026-12-01' }))
    .thenTableHas(pieceSums, byPeriod(rest, sum('2026-12-01', 'Travel', 5, 1)));
  // None of nothing is left.
  await given()
    .when({ ...deleted, data: { ...deleted.data, date: '2026-12-01' } } as LedgerEvent)
    .thenTableHas(pieceSums, byPeriod(rest));
  expect(await rowsOf(pieceSums)).toHaveLength(2);
  await given().when(reset).thenTableHas(pieceSums, []);
  expect(await rowsOf(pieceSums)).toEqual([]);
});

test('the sums of blocks say what the events of each block added to months by category', async () => {
  const sum = (category: string, block: bigint, amount: number, month = '2026-11') => ({
    ...{ ledgerId: LEDGER, month, type: 'Expense' as const, category, block, amount: units(amount) },
  });
  const others = Array.from({ length: 61 }, () => deposited(100));
  await given(deposited(100), spent(5))
    .when(changed({}, { category: 'Travel' }), ...others)
    .thenTableHas(pastCategoryMonths, [sum('-', 0n, 0), sum('Travel', 0n, 5)]);
  const travel = { category: 'Travel' };
  await given()
    .when(changed(travel, { ...travel, amount: units(9), date: '2026-12-01' }))
    .thenTableHas(pastCategoryMonths, [
      ...[sum('-', 0n, 0), sum('Travel', 0n, 5), sum('Travel', 1n, -5), sum('Travel', 1n, 9, '2026-12')],
    ]);
  await given()
    .when({ ...deleted, data: { ...deleted.data, amount: units(9), date: '2026-12-01' } } as LedgerEvent)
    .thenTableHas(pastCategoryMonths, [
      ...[sum('-', 0n, 0), sum('Travel', 0n, 5), sum('Travel', 1n, -5), sum('Travel', 1n, 0, '2026-12')],
    ]);
  const kept = await rowsOf(pastCategoryMonths);
  await client.query(keepCategorySums(SCHEMA));
  expect(await rowsOf(pastCategoryMonths)).toEqual(kept);
  await client.query(`UPDATE ${SCHEMA}.past_entries SET amount = 700 WHERE known_from = 64`);
  expect(await rowsOf(pastCategoryMonths)).toEqual(kept);
  await client.query(`UPDATE ${SCHEMA}.past_entries SET amount = 700 WHERE known_from = 2`);
  expect(await rowsOf(pastCategoryMonths)).toMatchObject([{}, sum('Travel', 0n, 7), sum('Travel', 1n, -7), {}]);
  await given().when(reset).thenTableHas(pastCategoryMonths, []);
  expect(await rowsOf(pastCategoryMonths)).toEqual([]);
});

test('a budget has a row for all that was ever said, until a reset', async () => {
  const cell = { categoryId: 'Groceries', month: '2026-11' };
  const plan = (from: number, to: number): LedgerEvent => ({
    type: 'BudgetPlanned',
    data: { ...cell, from: units(from), to: units(to) },
  });
  const carry = (carry?: 'all'): LedgerEvent => ({ type: 'BudgetCarrySet', data: { ...cell, carry } });
  const target = { kind: 'monthly', amount: units(5) } as const;
  const aimed: LedgerEvent = { type: 'BudgetTargetSet', data: { categoryId: 'Groceries', target } };
  await given(plan(0, 5), aimed)
    .when(carry('all'), plan(5, 8))
    .thenTableHas(plans, [{ ledgerId: LEDGER, ...cell, amount: units(8) }]);
  expect(await rowsOf(carries)).toEqual([{ ledgerId: LEDGER, ...cell, carry: 'all', place: 2 }]);
  expect(await rowsOf(targets)).toEqual([{ ledgerId: LEDGER, categoryId: 'Groceries', target }]);
  await given()
    .when(plan(8, 0), carry())
    .thenTableHas(plans, [{ ...cell, amount: units(0) }]);
  expect(await rowsOf(carries)).toEqual([{ ledgerId: LEDGER, ...cell, carry: null, place: null }]);
  await given().when(reset).thenTableHas(plans, []);
  for (const table of [plans, carries, targets]) expect(await rowsOf(table)).toEqual([]);
});

test('rules keep their order and their values', async () => {
  const values = { when: { text: 'coffee', names: [] }, then: { title: 'Coffee' }, stop: true, isOn: false };
  const added = (digit: number): LedgerEvent => ({
    type: 'RuleAdded',
    data: { ruleId: idNumber(digit), ...values, position: 1 },
  });
  await given(added(1), added(2))
    .when(added(3), { type: 'RuleRemoved', data: { ruleId: idNumber(2), position: 2 } })
    .thenTableHas(rules, [
      { ruleId: idNumber(1), position: 2, version: 1, whenFound: values.when, thenSet: values.then, stops: true },
      { ruleId: idNumber(3), position: 1, isOn: false },
    ]);
  expect([...(await load()).state.rules.keys()]).toEqual([idNumber(3), idNumber(1)]);
});

test('goals keep their order and their values', async () => {
  await given(deposited(100), planned(50, 6), planned(40, 5))
    .when(saved(10, 5))
    .thenTableHas(goals, [
      { goalId: idNumber(5), place: 2, finalAmount: units(40), currentAmount: units(10), reachedOn: null },
      { goalId: idNumber(6), place: 1, finalAmount: units(50), currentAmount: units(0) },
    ]);
});

test('a change-set has one row from its first to its last event, also when these come in two batches', async () => {
  const card = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
  await store(project(await load(), [recordedAt(deposited(100), 0, 'one'), recordedAt(spent(5), 1, 'one')]));
  const opened: LedgerEvent = { type: 'AccountOpened', data: { accountId: card, name: 'Card', kind: 'Credit card' } };
  await store(project(await load(), [recordedAt(opened, 2, 'one'), recordedAt(earned(7), 3, 'two')]));
  const undos = { undoes: null, undoneBy: null };
  const same = { ledgerId: LEDGER, inputHash: 'hash', recordedAt: RECORDED_AT, ...undos, actor: null };
  expect(await rowsOf(changeSets)).toEqual([
    {
      ...{ ...same, changeSetId: 'one', first: 0n, revision: 2n, kind: 'initial-deposit' },
      accounts: [card, 'everyday'],
    },
    { ...same, changeSetId: 'two', first: 3n, revision: 3n, kind: 'create-income', accounts: ['everyday'] },
  ]);
});

/** The row of a file that an event records. */
const fileRow = (key: string, amount: number, rawKey?: string) => ({
  ...{ line: 1, key, rawKey, date: '2026-11-20', amount: units(amount) },
});

test('the keys of rows of files are kept by block, with the event that recorded each, until a reset', async () => {
  const coffee = spent(5) as LedgerEvent<'ExpenseRecorded'>;
  const recorded: LedgerEvent = { ...coffee, data: { ...coffee.data, imported: [fileRow('a', -5, 'raw')] } };
  const matched: LedgerEvent = {
    type: 'EntryMatched',
    data: { entryId: idNumber(1), entry: 'transaction', imported: fileRow('a', -5, 'a') },
  };
  const transfer: LedgerEvent = {
    type: 'TransferMade',
    data: {
      ...{ transferId: idNumber(3), from: 'everyday', to: idNumber(8), amount: units(2), date: '2026-11-20' },
      imported: [fileRow('b', -2), fileRow('c', 2)],
    },
  };
  const opened: LedgerEvent = { type: 'AccountOpened', data: { accountId: idNumber(8), name: 'A', kind: 'Cash' } };
  const of = (key: string, revision: bigint) => ({ hashed: hashOfKey(key), revision });
  await given(deposited(100), recorded, opened)
    .when(matched, transfer, spent(1, 2))
    .thenTableHas(importedKeys, [{ ledgerId: LEDGER, block: 0 }]);
  expect((await rowsOf(importedKeys)).flatMap((row) => [...keysIn(row)])).toEqual([
    ...[of('a', 1n), of('raw', 1n), of('a', 3n), of('b', 4n), of('c', 4n)],
  ]);
  await given().when(reset).thenTableHas(importedKeys, []);
  expect(await rowsOf(importedKeys)).toEqual([]);
});

test('what a bank said of an entry has a row for each event, until a reset', async () => {
  const coffee = spent(5) as LedgerEvent<'ExpenseRecorded'>;
  const said = { ...fileRow('a', -5), text: 'Café  REF 1', counterparty: 'Straße' };
  const recorded: LedgerEvent = { ...coffee, data: { ...coffee.data, imported: [said] } };
  const matched: LedgerEvent = {
    type: 'EntryMatched',
    data: { entryId: idNumber(1), entry: 'transaction', imported: fileRow('b', -5) },
  };
  const of = { ledgerId: LEDGER, entryId: idNumber(1) };
  await given(deposited(100), recorded)
    .when(matched)
    .thenTableHas(bankTexts, [
      { ...of, revision: 1n, texts: 'strasse\tcafe ref 1' },
      { ...of, revision: 2n, texts: '\t' },
    ]);
  await given().when(reset).thenTableHas(bankTexts, []);
  expect(await rowsOf(bankTexts)).toEqual([]);
});

test('an undo marks the rows of the chain, whatever batch they came in', async () => {
  const undone = (changeSetId: string, chain: string[]): LedgerEvent => ({
    type: 'ChangeSetUndone',
    data: { changeSetId, chain, count: 0, today: '2026-11-20' },
  });
  await store(project(await load(), [recordedAt(deposited(100), 0, 'one')]));
  await store(project(await load(), [recordedAt(undone('one', ['one']), 1, 'two')]));
  expect(await rowsOf(changeSets)).toMatchObject([{ undoneBy: 'two' }, { undoes: 'one', undoneBy: null }]);
  await store(project(await load(), [recordedAt(undone('two', ['two', 'one']), 2, 'three')]));
  expect(await rowsOf(changeSets)).toMatchObject([
    { changeSetId: 'one', undoneBy: null },
    { changeSetId: 'three', undoneBy: null },
    { changeSetId: 'two', undoneBy: 'three' },
  ]);
});

test('what is loaded is what was stored', async () => {
  const folded = project(await load(), [
    recordedAt(deposited(100), 0),
    recordedAt({ type: 'MonthlyFiguresSet', data: { income: units(9), expense: units(4) } }, 1),
    recordedAt(planned(20), 2),
    recordedAt(saved(20, 5, '2026-11-21'), 3),
    recordedAt({ type: 'CheckoutStarted', data: { sessionId: 'cs_1' } }, 4),
    recordedAt(spent(5), 5),
  ]);
  await store(folded);
  const { revision, state, transactionCount } = await load();
  expect({ revision, state, transactionCount }).toEqual({
    revision: 5n,
    state: { ...folded.state, history: NO_HISTORY },
    transactionCount: 1,
  });
});

test('a reset deletes the rows before it and leaves the change-sets; an erasure leaves nothing', async () => {
  await given(deposited(100), spent(5), planned(50)).when({ type: 'LedgerReset', data: {} }).thenTableHas(entries, []);
  expect(await rowsOf(goals)).toEqual([]);
  expect(await rowsOf(statistics)).toEqual([]);
  expect(await rowsOf(changeSets)).toHaveLength(4);
  await store(erase(await load(), 9n));
  for (const table of TABLES) expect(await rowsOf(table)).toEqual([]);
});

test('rows are changed in some of their columns, others and other rows stay', async () => {
  await given(deposited(100)).when(spent(5), earned(7)).thenTableHas(entries, [{}, {}]);
  await changeRows(client, SCHEMA, entries, [
    {
      key: { ledgerId: LEDGER, entryId: idNumber(1) },
      fields: { title: 'Tea', category: 'Shopping', revision: 9n },
    },
    { key: { ledgerId: LEDGER, entryId: idNumber(2) }, fields: { category: null, date: '2026-12-01' } },
    { key: { ledgerId: LEDGER, entryId: idNumber(3) }, fields: { title: 'none' } },
  ]);
  expect(await rowsOf(entries)).toMatchObject([
    {
      entryId: idNumber(1),
      title: 'Tea',
      category: 'Shopping',
      revision: 9n,
      amount: units(5),
      recordedAt: RECORDED_AT,
    },
    { entryId: idNumber(2), title: 'Salary', category: null, date: '2026-12-01', amount: units(7) },
  ]);
});

test('a transaction that is recorded twice is refused by the database, too', async () => {
  await given(deposited(100)).when(spent(5)).thenTableHas(entries, [{}]);
  await expect(given().when(spent(6)).thenTableHas(entries, [])).rejects.toMatchObject({ code: '23505' });
});

test('rows of the version that named the user are found by the id of their ledger', async () => {
  await given(deposited(100)).when(spent(5)).thenTableHas(entries, [{}]);
  for (const { name } of TABLES) {
    await client.query(`ALTER TABLE ${SCHEMA}.${name} RENAME COLUMN ledger_id TO user_id`);
  }
  await expect(load()).rejects.toMatchObject({ code: '42703' });
  await client.query(migrations.find(({ name }) => name.includes('id of their ledger'))?.sql ?? '');
  expect(await load()).toMatchObject({ revision: 1n, transactionCount: 1 });
});

/** The names, types and collations of the columns of a table, or a view in its place. */
const columnTypes = async ({ name }: Table) =>
  (
    await client.query(
      `SELECT attname, atttypid::regtype, attcollation::regcollation FROM pg_attribute
       WHERE attrelid = '${SCHEMA}.${name}'::regclass AND attnum > 0 ORDER BY attnum`,
    )
  ).rows;

test('read models of the version without accounts get what they lack, and give one account with all the money', async () => {
  await given(deposited(100)).when(spent(5)).thenTableHas(entries, [{}]);
  const [right, columns] = [await rowsOf(entries), await columnTypes(entries)];
  await toFormerTables(client, SCHEMA);
  for (const table of ['transfers', 'past_transfers', 'past_transactions'])
    await client.query(`DROP TABLE ${SCHEMA}.${table}`);
  for (const table of ['change_sets', 'events', 'receipts', 'imported_keys', 'bank_texts'])
    await client.query(`DROP TABLE ${SCHEMA}.${table}`);
  await client.query(`ALTER TABLE ${SCHEMA}.ledgers DROP accounts, DROP unfinished, DROP since`);
  await client.query(
    `ALTER TABLE ${SCHEMA}.transactions DROP account_id, DROP parts, DROP changed_at, DROP known_from`,
  );
  await client.query(`ALTER TABLE ${SCHEMA}.ledgers RENAME TO accounts`);
  await client.query(migrations.find(({ name }) => name.includes('a table of its name'))?.sql ?? '');
  const pool = new pg.Pool({ connectionString: database.url });
  await addMissing(pool);
  const { state } = await load();
  expect([...state.accounts]).toEqual([['everyday', expect.objectContaining({ balance: units(95), isOpen: true })]]);
  const asOfOld = { accountId: 'everyday', toAccount: null, parts: null, changedAt: null, knownFrom: 0n };
  expect(await rowsOf(entries)).toEqual(right.map((row) => ({ ...row, ...asOfOld })));
  expect(await rowsOf(pastEntries)).toEqual([]);
  // Or a statement that was prepared on the view would be refused once there is a table.
  expect(await columnTypes(entries)).toEqual(columns);
  await addMissing(pool);
  await pool.end();
  expect(await rowsOf(entries)).toHaveLength(1);
});

test('until a replay, keys of rows are those of the table that had each by itself', async () => {
  const key = (name: string, line: number) => ({ line, key: name, date: '2026-11-20', amount: units(-5) });
  const coffee = spent(5) as LedgerEvent<'ExpenseRecorded'>;
  const recorded: LedgerEvent = { ...coffee, data: { ...coffee.data, imported: [key('a', 1), key('ü', 2)] } };
  const others = Array.from({ length: 64 }, () => deposited(1));
  await given(deposited(100), recorded, ...others)
    .when({ type: 'EntryMatched', data: { entryId: idNumber(1), entry: 'transaction', imported: key('a', 1) } })
    .thenTableHas(importedKeys, [{ block: 0 }, { block: 1 }]);
  const right = await rowsOf(importedKeys);
  await client.query(`DROP TABLE ${SCHEMA}.imported_keys;
    CREATE TABLE ${SCHEMA}.imported_rows (ledger_id text NOT NULL, key text NOT NULL, revision bigint NOT NULL);
    INSERT INTO ${SCHEMA}.imported_rows VALUES ('${LEDGER}', 'a', 1), ('${LEDGER}', 'ü', 1), ('${LEDGER}', 'a', 66)`);
  const pool = new pg.Pool({ connectionString: database.url });
  await addMissing(pool);
  await pool.end();
  expect(await rowsOf(importedKeys)).toEqual(right);
});
