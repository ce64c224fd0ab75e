import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DecodedEvent } from '#ledger/events.ts';
import type { Cents } from '#ledger/model/money.ts';
import { anyCommands } from '#ledger/testing/any-commands.ts';
import { carriedOut } from '#ledger/testing/scenario.ts';
import { project } from '#projections/fold/project.ts';
import { type ProjectionChanges, unwritten } from '#projections/fold/projection-changes.ts';
import { blockOf } from '#projections/tables/blocks.ts';
import type { CategoryMonthRow, PastCategoryMonthRow } from '#projections/tables/category-months.ts';
import { type EntryRow, rowAfter } from '#projections/tables/entries.ts';
import { ALL_ACCOUNTS, type KnownDayRow } from '#projections/tables/known-days.ts';
import type { PieceSumRow } from '#projections/tables/piece-sums.ts';
import { applyToAudit } from './apply.ts';
import { comparePast, pastLedgerColumns } from './compare-past.ts';
import { type RowDifference, RowsInOrder } from './compare-rows.ts';
import { type AuditLedger, emptyLedger } from './model/audit-ledger.ts';
import { canonical, canonicalColumn } from './model/canonical.ts';
import { toMicroseconds } from './model/instants.ts';
import { NO_ROWS, type StoredRow, type StoredRows } from './stored-rows.ts';

const LEDGER = 'ada';

function folded(events: readonly DecodedEvent[]): AuditLedger {
  const ledger = emptyLedger(0n);
  for (const { event, metadata, revision } of events) applyToAudit(ledger, event, metadata, revision);
  return ledger;
}

/** A row of the projection as the audit reads it. */
const asStored = (row: object): StoredRow =>
  Object.fromEntries(Object.entries(row).map(([field, value]) => [canonicalColumn(field), asText(field, value)]));

function asText(field: string, value: unknown): string | null {
  if (value === null) return null;
  if (typeof value === 'object') return canonical(value);
  return field.endsWith('At') ? toMicroseconds(String(value)) : String(value);
}

type PastVersion = EntryRow & { knownUntil: bigint };

/** The past rows of entries that these changes leave behind. */
function versions({ entries }: ProjectionChanges): PastVersion[] {
  return [...entries.values()].flatMap((changes) => {
    const past: PastVersion[] = [];
    let row: Partial<EntryRow> = {};
    for (const change of changes) {
      if (change.kind !== 'insert') past.push({ ...(row as EntryRow), knownUntil: change.at });
      if (change.kind === 'insert') ({ row } = change);
      else if (change.kind === 'change') row = rowAfter(row as EntryRow, change.fields);
    }
    return past;
  });
}

/** The rows of past states, by the projection. */
const projected = (changes: ProjectionChanges): StoredRows => ({
  ...NO_ROWS,
  pastEntries: versions(changes).map(asStored),
  pastLedgers: changes.pastLedgers.map(asStored),
  pastStatistics: [...changes.pastStatistics.values()].map(asStored),
  knownDays: daysAfter(changes).map(asStored),
  categoryMonths: categoryMonthsAfter(changes).map(asStored),
  pastCategoryMonths: pastCategoryMonthsAfter(changes).map(asStored),
  pieceSums: pieceSumsAfter(changes).map(asStored),
});

/** The rows of days, with the sums that Postgres keeps of the entries that are there at last. */
function daysAfter(changes: ProjectionChanges): KnownDayRow[] {
  const days = new Map([...changes.knownDays].map(([key, day]) => [key, { ...day }]));
  for (const { type, amount, date, accountId, toAccount } of lastEntries(changes)) {
    for (const account of type === 'Transfer' ? [accountId, toAccount] : [ALL_ACCOUNTS, accountId]) {
      const day = days.get(`${account} ${date}`);
      if (!day) throw new Error(`${date} of ${account} is not known`);
      const isLeft = type === 'Transfer' && account === accountId;
      const sum = { Income: 'income', Expense: 'expense', Transfer: 'transferred' } as const;
      const number = { Income: 'incomes', Expense: 'expenses', Transfer: 'transfers' } as const;
      day[sum[type]] = (day[sum[type]] + (isLeft ? -amount : amount)) as Cents;
      day[number[type]] += 1;
    }
  }
  return [...days.values()];
}

/** The sums of months by category that Postgres keeps of the same entries. */
function categoryMonthsAfter(changes: ProjectionChanges): CategoryMonthRow[] {
  const rows = new Map<string, CategoryMonthRow>();
  for (const row of lastEntries(changes).flatMap(sumsOf)) {
    const key = `${row.month} ${row.type} ${row.category}`;
    rows.set(key, { ...row, amount: ((rows.get(key)?.amount ?? 0) + row.amount) as Cents });
  }
  return [...rows.values()];
}

/** The sums of pieces that Postgres keeps of the same entries. */
function pieceSumsAfter(changes: ProjectionChanges): PieceSumRow[] {
  const rows = new Map<string, PieceSumRow>();
  for (const { type, amount, date, accountId: account, category, parts } of lastEntries(changes)) {
    if (type === 'Transfer') continue;
    const sets = [...new Set((parts ?? []).map((part) => part.category))].sort();
    const pieces = parts
      ? [...parts.map((part) => ({ ...part, entries: 0 })), { category: sets.join('\t'), amount: 0, entries: 1 }]
      : [{ category: category ?? '-', amount, entries: 1 }];
    for (const piece of pieces) {
      for (const [period, first] of [
        ['day', date],
        ['month', `${date.slice(0, 8)}01`],
      ] as const) {
        const key = `${period} ${first} ${account} ${type} ${piece.category}`;
        const { amount: sum, entries } = rows.get(key) ?? { amount: 0, entries: 0 };
        rows.set(key, {
          ...{ ledgerId: LEDGER, period, date: first, account, type, categorySet: piece.category },
          ...{ amount: (sum + piece.amount) as Cents, entries: entries + piece.entries },
        });
      }
    }
  }
  return [...rows.values()];
}

type Version = Pick<EntryRow, 'type' | 'amount' | 'date' | 'category' | 'parts'>;

/** The sums of an entry by month and category. */
function sumsOf({ type, amount, date, category, parts }: Version): CategoryMonthRow[] {
  if (type === 'Transfer') return [];
  return (parts ?? [{ category: category ?? '-', amount }]).map((part) => ({
    ...{ ledgerId: LEDGER, month: date.slice(0, 7), type, category: part.category, amount: part.amount as Cents },
  }));
}

/** The rows that Postgres keeps of the same and of past entries for each block. */
function pastCategoryMonthsAfter(changes: ProjectionChanges): PastCategoryMonthRow[] {
  const rows = new Map<string, PastCategoryMonthRow>();
  const count = (of: Version, revision: bigint, times: 1 | -1) => {
    for (const row of sumsOf(of)) {
      const block = blockOf(revision);
      const key = `${row.month} ${row.type} ${row.category} ${block}`;
      rows.set(key, { ...row, block, amount: ((rows.get(key)?.amount ?? 0) + row.amount * times) as Cents });
    }
  };
  for (const entry of lastEntries(changes)) count(entry, entry.knownFrom, 1);
  for (const entry of versions(changes)) {
    count(entry, entry.knownFrom, 1);
    count(entry, entry.knownUntil, -1);
  }
  return [...rows.values()];
}

/** The entries that are there after changes. */
function lastEntries({ entries }: ProjectionChanges): EntryRow[] {
  return [...entries.values()].flatMap((changes) => {
    const rows = changes.map((change) => {
      if (change.kind === 'delete') return null;
      return change.kind === 'insert' ? change.row : change.fields;
    });
    const made = rows.lastIndexOf(null) + 1;
    return made === rows.length ? [] : [Object.assign({}, ...rows.slice(made)) as EntryRow];
  });
}

async function differences(ledger: AuditLedger, rows: StoredRows): Promise<RowDifference[]> {
  const pastLedgers = new RowsInOrder(rows.pastLedgers, 'past ledger');
  for (const [revision, past] of ledger.pastLedgers) await pastLedgers.take(revision, pastLedgerColumns(LEDGER, past));
  return await comparePast(ledger, rows, pastLedgers, true);
}

test('the projection and the audit agree on what was, after any commands', async () => {
  const counts = { versions: 0, ledgers: 0, sums: 0, days: 0 };
  await fc.assert(
    fc.asyncProperty(anyCommands(200), async (commands) => {
      const { events } = carriedOut(commands);
      const ledger = folded(events);
      const changes = project(unwritten(LEDGER), events);
      const rows = projected(changes);
      expect(await differences(ledger, rows)).toEqual([]);
      expect(ledger.knownAt).toBe(asText('knownAt', changes.knownAt));
      counts.versions += rows.pastEntries.length;
      counts.ledgers += rows.pastLedgers.length;
      counts.sums += rows.pastStatistics.length;
      counts.days += rows.knownDays.length;
    }),
    { numRuns: 300, endOnFailure: true },
  );
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(20);
});
