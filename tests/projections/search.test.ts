import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GIVEN_CATEGORIES, listed } from '#ledger/model/categories.ts';
import { comparableText } from '#ledger/model/comparable-text.ts';
import { EVERYDAY } from '#ledger/model/constants.ts';
import { type Cents, negated, safe, ZERO } from '#ledger/model/money.ts';
import { type AskedEntry, countedIn } from '#ledger/search/matching-parts.ts';
import type { QueryNames } from '#ledger/search/query.ts';
import { readQuery } from '#ledger/search/read-query.ts';
import { openLogFile } from '#platform/log.ts';
import { openPool } from '#platform/postgres.ts';
import { findEntries, totalsOf } from '#projections/queries/search.ts';
import { bankTexts } from '#projections/tables/bank-texts.ts';
import { changeSets } from '#projections/tables/change-sets.ts';
import { type EntryRow, entries, fieldsOfEntry, pastEntries } from '#projections/tables/entries.ts';
import { ALL_ACCOUNTS, knownDays, NO_SUMS } from '#projections/tables/known-days.ts';
import { createReadModels, LIVE } from '#projections/tables/read-models.ts';
import { insertRows } from '#projections/tables/table.ts';
import { createTestDatabase, type TestDatabase } from '#tools/embedded/postgres/testing/database.ts';

/** Ledgers, and queries of each. */
const LEDGERS = Number(process.env.SEARCHED_LEDGERS ?? 8);
const QUERIES = 30;

let forBooks: TestDatabase;
let pool: ReturnType<typeof openPool>;
beforeAll(async () => {
  forBooks = await createTestDatabase();
  pool = openPool(forBooks.url, openLogFile('test', 'silent'), 2, { settings: '-c enable_bitmapscan=on' });
  await createReadModels(pool, LIVE);
});
afterAll(async () => {
  await pool.end();
  await forBooks.release();
});

const [CARD, OTHER_CARD] = ['card', 'other card'];
const NAMES: QueryNames = {
  today: '2026-03-18',
  accounts: [
    { accountId: EVERYDAY, name: 'Everyday' },
    { accountId: CARD, name: 'My Card' },
    { accountId: OTHER_CARD, name: 'my  card' },
  ],
  categories: listed(GIVEN_CATEGORIES),
};
const WORDS = ['bread', 'Rye', 'Straße', '100%', 'a_b', 'Café', '12', '12.50', 'x\\y', 'ﬁlm', '"so"', 'or', '-', 'zz'];
const phrase = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const amount = fc.constantFrom(
  80,
  1_200,
  1_250,
  1_299,
  1_300,
  7_000,
  125_000,
) as fc.Arbitrary<number> as fc.Arbitrary<Cents>;
const day = fc.constantFrom(
  '2024-02-29',
  '2025-12-31',
  '2026-01-01',
  '2026-02-28',
  '2026-03-01',
  '2026-03-17',
  '2026-03-18',
);
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const tags = fc.uniqueArray(fc.constantFrom('holiday', 'Été', 'rye-2'), { minLength: 1 });
const described = { note: optional(phrase), tags: optional(tags) };
const part = fc.record({ amount, category: fc.constantFrom('Groceries', 'Travel', 'Other'), note: optional(phrase) });
const account = fc.constantFrom(EVERYDAY, CARD, OTHER_CARD);

/** The parts of a split; of some the first is below 0. */
const splitParts = fc
  .tuple(fc.array(part, { minLength: 2, maxLength: 4 }), fc.boolean())
  .map(([parts, isLessened]) =>
    isLessened ? parts.map((each, at) => (at === 0 ? { ...each, amount: negated(each.amount) } : each)) : parts,
  );

const splitInto = (parts: readonly { amount: Cents }[]) => {
  return { category: undefined, amount: parts.reduce((sum, { amount }) => safe(sum + amount), ZERO) };
};

const transaction = fc
  .record({
    type: fc.constantFrom('Expense' as const, 'Income' as const),
    title: phrase,
    amount,
    date: day,
    accountId: account,
    category: optional(fc.constantFrom('Groceries', 'Travel', 'Other')),
    wallet: optional(fc.constantFrom('Cash', 'Bank')),
    receiptId: optional(fc.constant('receipt')),
    parts: fc.option(splitParts, { nil: undefined, freq: 2 }),
    ...described,
  })
  .map((one) => ({ kind: 'transaction' as const, ...one, ...(one.parts && splitInto(one.parts)) }));
const transfer = fc
  .record({ title: optional(phrase), amount, date: day, from: account, to: account, ...described })
  .map((one) => ({ kind: 'transfer' as const, ...one }));

/** Who set fields by their columns, if not the event that recorded the entry; of any columns, also without a value. */
const RULES = ['a1a1a1a1-0000-4000-8000-00000000000a', 'b2b2b2b2-0000-4000-8000-00000000000b'] as const;
const setBy = fc.oneof(
  fc.record({
    by: fc.constantFrom('hand' as const, 'import' as const, 'past' as const, 'words' as const),
    revision: fc.constant(1),
  }),
  fc.record({
    by: fc.constant('rule' as const),
    ruleId: fc.constantFrom(...RULES),
    ruleVersion: fc.constant(1),
    revision: fc.constant(1),
  }),
);
const SET = ['title', 'amount', 'date', 'accountId', 'toAccount', 'type', 'category', 'wallet', 'parts', 'receiptId'];
const COLUMNS = [...SET, 'note', 'tags'] as const;
type Setters = Record<string, typeof setBy extends fc.Arbitrary<infer SetBy> ? SetBy : never>;
const setters: fc.Arbitrary<Setters> = fc.oneof(
  fc.constant({}),
  fc.dictionary(fc.constantFrom(...COLUMNS), setBy, { maxKeys: 3, noNullPrototype: true }),
  fc
    .tuple(...COLUMNS.map(() => setBy))
    .map((all) => Object.fromEntries(COLUMNS.map((column, at) => [column, all[at]])) as Setters),
);

/** A version of an entry, and the rows of files of the entry: in force, or of an import that is undone. */
const version = fc.record({
  state: fc.oneof({ weight: 4, arbitrary: transaction }, { weight: 1, arbitrary: transfer }),
  isEdited: fc.boolean(),
  made: fc.constantFrom('hand' as const, 'import' as const),
  setters,
});
const bankRow = fc.record({ isInForce: fc.boolean(), text: optional(phrase), counterparty: optional(phrase) });
/** Entries with what they are and, of some, what they were before or until they were deleted. */
const anyLedger = fc.array(
  fc.record({
    now: fc.option(version, { freq: 8 }),
    before: fc.option(version, { freq: 2 }),
    rows: fc.array(bankRow, { maxLength: 2 }),
  }),
  { minLength: 1, maxLength: 25 },
);

const value = fc.oneof(
  fc.constantFrom('bread', 'RYE', 'strasse', 'arket', '%', '_', 'so', 'z', '12', '12.5', 'cafe'),
  phrase.map((text) => JSON.stringify(text)),
);
const number = fc.constantFrom('12', '12.50', '0.80', '1,250', '70', '12,99', '13');
const date = fc.constantFrom(...['2026', '2026-03', '2026-02-28', 'today', 'last-month', 'this-week', 'last-30-days']);
const compared = fc.constantFrom(':', '>', '<', '>=', '<=');
const range = (end: fc.Arbitrary<string>) => fc.tuple(end, fc.constantFrom('..', '')).map(([one, dots]) => one + dots);
const condition = fc.oneof(
  { weight: 4, arbitrary: value },
  { weight: 2, arbitrary: number },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('=', 'title:=', 'note:=', 'counterparty:='), value)
      .map((pair) => pair.join('')),
  },
  fc.tuple(fc.constantFrom('title:', 'note:', 'counterparty:'), value).map((pair) => pair.join('')),
  fc.tuple(fc.constant('amount'), compared, number).map((three) => three.join('')),
  range(number).map((text) => `amount:${text}`),
  fc.tuple(fc.constant('date'), compared, date).map((three) => three.join('')),
  range(date).map((text) => `date:${text}`),
  fc.constantFrom('category:groceries', 'category:Other', 'category:-', 'account:everyday', 'account:"MY card"'),
  fc.constantFrom('wallet:cash', 'type:expense', 'type:income', 'type:transfer', '#HOLIDAY', 'tag:ete', '#rye', '#a#b'),
  fc.constantFrom('by:hand', 'by:import', 'by:rule', 'by:past', 'by:words', ...RULES.map((ruleId) => `rule:${ruleId}`)),
  fc.constantFrom('has:receipt', 'has:note', 'has:tags', 'is:split', 'is:imported', 'is:edited'),
);
const { query: anyQuery } = fc.letrec<{ query: string }>((tie) => ({
  query: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    condition,
    fc.tuple(tie('query'), fc.constantFrom(' ', ' or ', ' and '), tie('query')).map((three) => three.join('')),
    tie('query').map((query) => `(${query})`),
    fc.tuple(fc.constantFrom('-', 'not '), tie('query')).map(([not, query]) => `${not}(${query})`),
  ),
}));

type BankRow = { text?: string | undefined; counterparty?: string | undefined };
type Version = NonNullable<(typeof anyLedger extends fc.Arbitrary<(infer Entry)[]> ? Entry : never)['now']>;

/** The number of events of a ledger; the past is known from 1, the present from 50. */
const [KNOWN_BEFORE, CHANGED_AT] = [40n, 50n];

function rowOf(ledgerId: string, place: number, { state, isEdited, made, setters }: Version, knownFrom: bigint) {
  const { kind, ...values } = state;
  const fields = fieldsOfEntry(kind, values);
  const changedAt = isEdited ? '2026-01-01T00:00:00.000Z' : null;
  const row = { ledgerId, entryId: `e${place}`, revision: BigInt(place), recordedAt: '2026-01-01T00:00:00.000Z' };
  const named = valued(kind, fields).flatMap((column) => (setters[column] ? [[column, setters[column]]] : []));
  const all = { ...(made === 'import' && { made }), ...Object.fromEntries(named) };
  const origins = Object.keys(all).length > 0 ? all : null;
  return { ...row, ...fields, changedAt, knownFrom, origins } satisfies EntryRow;
}

/** The columns of fields that have a value; the type of a transfer is none of its fields. */
function valued(kind: 'transaction' | 'transfer', fields: Readonly<Record<string, unknown>>): string[] {
  return COLUMNS.filter((column) => fields[column] !== null && !(column === 'type' && kind === 'transfer'));
}

/** A version of an entry as the predicate takes it, with its rows of files: not from its comparable texts. */
function askedOf({ state, isEdited, made, setters }: Version, rows: readonly BankRow[]): AskedEntry {
  const { kind, ...values } = state;
  const fields = fieldsOfEntry(kind, values);
  return {
    ...fields,
    origins: valued(kind, fields).map((column) => setters[column] ?? { by: made }),
    tags: state.tags ?? [],
    hasReceipt: 'receiptId' in state && state.receiptId !== undefined,
    bankTexts: rows.flatMap(({ text }) => text ?? []),
    counterparties: rows.flatMap(({ counterparty }) => counterparty ?? []),
    isImported: rows.length > 0,
    isEdited,
  };
}

test('in Postgres a query finds and counts what it does in memory, now and as of before', async () => {
  const ledgers = fc.sample(
    fc.tuple(anyLedger, fc.array(anyQuery, { minLength: QUERIES, maxLength: QUERIES })),
    LEDGERS,
  );
  let [asked, hits] = [0, 0];
  for (const [number, [ledger, queries]] of ledgers.entries()) {
    const ledgerId = `ledger ${number}`;
    const now: { row: EntryRow; entry: AskedEntry }[] = [];
    const then: typeof now = [];
    const past: (EntryRow & { knownUntil: bigint })[] = [];
    const said = [];
    for (const [index, { now: current, before, rows }] of ledger.entries()) {
      const place = index + 1;
      // Of two rows of an entry the first is of an event, the second of another.
      for (const [at, { isInForce, text, counterparty }] of rows.entries()) {
        const texts = `${comparableText(counterparty ?? '')}\t${comparableText(text ?? '')}`;
        const changeSetId = isInForce ? 'import' : 'undone import';
        said.push({ ledgerId, revision: BigInt(place + at * 1_000), entryId: `e${place}`, changeSetId, texts });
      }
      const inForce = rows.filter(({ isInForce }) => isInForce);
      const knownRows = rows.filter(({ isInForce }, at) => isInForce && at === 0);
      if (current) {
        const row = rowOf(ledgerId, place, current, before ? CHANGED_AT : 1n);
        now.push({ row, entry: askedOf(current, inForce) });
        if (!before) then.push({ row, entry: askedOf(current, knownRows) });
      }
      if (before) {
        const row = rowOf(ledgerId, place, before, 1n);
        past.push({ ...row, knownUntil: CHANGED_AT });
        then.push({ row, entry: askedOf(before, knownRows) });
      }
    }
    await insertRows(
      pool,
      LIVE,
      entries,
      now.map(({ row }) => row),
    );
    await insertRows(pool, LIVE, pastEntries, past);
    await insertRows(pool, LIVE, bankTexts, said);
    const set = { ledgerId, inputHash: '', first: 0n, revision: 0n, recordedAt: '2026-01-01T00:00:00Z', undoes: null };
    const of = { kind: 'import' as const, accounts: [], actor: null };
    await insertRows(pool, LIVE, changeSets, [
      { ...set, ...of, changeSetId: 'import', undoneBy: null },
      { ...set, ...of, changeSetId: 'undone import', undoneBy: 'undo' },
      { ...set, kind: 'undo', accounts: [], actor: null, changeSetId: 'undo', undoes: 'undone import', undoneBy: null },
    ]);
    const days = [...new Set([...now, ...then].map(({ row }) => row.date))];
    await insertRows(
      pool,
      LIVE,
      knownDays,
      days.map((date) => ({ ledgerId, account: ALL_ACCOUNTS, date, knownFrom: 1n, ...NO_SUMS })),
    );
    for (const text of queries) {
      const read = readQuery(text, NAMES);
      if ('problem' in read) {
        expect(text.length, `${text}: ${JSON.stringify(read.problem)}`).toBeGreaterThan(100);
        continue;
      }
      const { query } = read;
      for (const [asOf, known] of [
        [null, now],
        [KNOWN_BEFORE, then],
      ] as const) {
        const expected = known
          .flatMap(({ row, entry }) => {
            const counted = countedIn(query, entry);
            return counted === null ? [] : [{ entryId: row.entryId, date: row.date, revision: row.revision, counted }];
          })
          .sort((one, other) =>
            one.date === other.date ? Number(other.revision - one.revision) : one.date < other.date ? 1 : -1,
          );
        const found = (await findEntries(pool, ledgerId, query, { limit: 100, after: null, asOf })) ?? [];
        const label = `${text} as of ${asOf}`;
        expect(
          found.map(({ entryId, counted }) => `${entryId} ${counted}`),
          label,
        ).toEqual(expected.map(({ entryId, counted }) => `${entryId} ${counted}`));
        const sum = (sign: 1 | -1) => expected.reduce((total, { counted }) => total + Math.max(0, sign * counted), 0);
        const totals = { count: expected.length, in: sum(1), out: sum(-1) };
        expect(await totalsOf(pool, ledgerId, query, asOf), label).toEqual({ ...totals, revision: null });
        asked += 1;
        if (expected.length > 0 && expected.length < known.length) hits += 1;
      }
    }
  }
  // Many queries find some entries and leave out others: a quarter to two fifths of the random ones.
  expect(hits).toBeGreaterThan(asked / 10);
});
