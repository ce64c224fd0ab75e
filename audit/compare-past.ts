import { type AuditedRow, comparedColumns, listedRows, type RowDifference, type RowsInOrder } from './compare-rows.ts';
import {
  type AuditedAccount,
  type AuditedEntry,
  type AuditedSaving,
  type AuditLedger,
  accountsInOrder,
  BLOCK_REVISIONS,
  entryName,
  knownDay,
  type PastLedger,
} from './model/audit-ledger.ts';
import { canonical } from './model/canonical.ts';
import { textColumns } from './model/texts.ts';
import type { Rows, StoredRow, StoredRows } from './stored-rows.ts';

/**
 * Compares the past states of a ledger and its entries, by the audit, with their rows (product 5.10). Gives the
 * differences, each with the revision of the event that ended or made the state of the row. Sums of days and of
 * categories follow from the rows of entries: where one of these differs, only that is named.
 */
export async function comparePast(
  ledger: AuditLedger,
  rows: StoredRows,
  pastLedgers: RowsInOrder,
  areEntriesRight: boolean,
): Promise<RowDifference[]> {
  const pastEntries = await versions(ledger, rows.pastEntries);
  const areVersionsRight = areEntriesRight && pastEntries.length === 0;
  return [
    ...pastEntries,
    ...(await pastLedgers.end()),
    ...(await sums(ledger, rows.pastStatistics)),
    ...(await days(ledger, rows.knownDays, areEntriesRight)),
    ...(areEntriesRight ? await categoryMonths(ledger, rows.categoryMonths) : []),
    ...(areEntriesRight ? await pieces(ledger, rows.pieceSums) : []),
    ...(areVersionsRight ? await pastCategoryMonths(ledger, rows.pastCategoryMonths) : []),
  ];
}

/** Compares the former states of entries with their rows. */
async function versions({ pastEntries, since }: AuditLedger, rows: Rows): Promise<RowDifference[]> {
  const nameOf = ({ type, entry_id, known_from }: StoredRow) => `${entryName(type, entry_id ?? '')} from ${known_from}`;
  return await listedRows(pastEntries, rows, nameOf, {
    label: (name) => `past ${name}`,
    wantedOf: (entry) => ({ ...comparedColumns(entry), ...textColumns(entry) }),
    touched: (name) => pastEntries.get(name)?.knownUntil ?? since,
  });
}

/** The columns of the row of a ledger after the last event of a block. */
export function pastLedgerColumns(ledgerId: string, { columns, accounts, goals }: PastLedger): AuditedRow {
  return { ...columns, accounts: accountsAsJson(accounts), goals: goalsAsJson(ledgerId, goals) };
}

function accountsAsJson(accounts: ReadonlyMap<string, AuditedAccount>): string {
  return canonical(
    accountsInOrder(accounts).map(([accountId, { balance, place, ...fields }]) => ({
      accountId,
      balance: Number(balance),
      place: Number(place),
      ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)),
    })),
  );
}

function goalsAsJson(ledgerId: string, goals: ReadonlyMap<string, AuditedSaving>): string {
  const oldestFirst = [...goals].sort(([, left], [, right]) => (left.place < right.place ? -1 : 1));
  return canonical(
    oldestFirst.map(([goalId, { place, finalAmount, currentAmount, ...goal }]) => ({
      ledgerId,
      goalId,
      ...goal,
      place: Number(place),
      finalAmount: Number(finalAmount),
      currentAmount: Number(currentAmount),
    })),
  );
}

/** A period to which the events of a block have added nothing may have a row of zeros or none. */
async function sums({ pastSums, since }: AuditLedger, rows: Rows): Promise<RowDifference[]> {
  const differences = await listedRows(
    pastSums,
    rows,
    ({ period, starts_on, block }) => `${period} ${starts_on} in block ${block}`,
    {
      label: (name) => `past statistics ${name}`,
      wantedOf: ({ income, expense }) => ({ income, expense }),
      touched: (name) => pastSums.get(name)?.at ?? since,
    },
  );
  return differences.filter(({ expected, found }) => found !== null || expected !== NOTHING_ADDED);
}

/** The expected text of a period to which nothing was added. */
const NOTHING_ADDED = 'income 0, expense 0';

/**
 * Compares the days that were ever known with their rows. Their sums are worked out from the entries as they are now,
 * and compared only if the rows of entries are right: else each wrong row would count twice.
 */
async function days(
  { knownDays, entries, since }: AuditLedger,
  rows: Rows,
  areSumsCompared: boolean,
): Promise<RowDifference[]> {
  const sums = sumsByDay(entries.values());
  const wanted = new Map(
    [...knownDays].map(([day, from]) => [day, { known_from: from, ...(sums.get(day) ?? none()) }]),
  );
  return await listedRows(wanted, rows, ({ date, account }) => knownDay(date ?? '', account ?? ''), {
    label: (day) => `known day ${day}`,
    wantedOf: ({ known_from, ...sums }) => ({ known_from, ...(areSumsCompared && sums) }),
    touched: (day) => knownDays.get(day) ?? since,
  });
}

/** The sums of months by type and category, worked out anew from the entries as they are now. */
async function categoryMonths({ entries, touched, since }: AuditLedger, rows: Rows): Promise<RowDifference[]> {
  const sums = new Map<string, bigint>();
  for (const entry of entries.values()) {
    for (const [name, amount] of categorized(entry)) sums.set(name, (sums.get(name) ?? 0n) + amount);
  }
  const wanted = new Map([...sums].map(([name, amount]) => [name, { amount }]));
  return await listedRows(wanted, rows, ({ month, type, category }) => `${month} ${type} ${category}`, {
    label: (name) => `category month ${name}`,
    wantedOf: (sum) => sum,
    touched: (name) => touched.get(name) ?? since,
  });
}

/**
 * The amounts that the events of each block added to the sums of months by type and category: each state of an entry
 * adds in the block of the event that gave it, and is taken away in the block of the event that ended it. Nothing is
 * left out where that comes to 0.
 */
async function pastCategoryMonths({ entries, pastEntries, since }: AuditLedger, rows: Rows): Promise<RowDifference[]> {
  const sums = new Map<string, { amount: bigint; at: bigint }>();
  const count = (entry: AuditedEntry, at: bigint, sign: bigint) => {
    for (const [category, amount] of categorized(entry)) {
      const name = `${category} in block ${at / BLOCK_REVISIONS}`;
      const before = sums.get(name) ?? { amount: 0n, at };
      sums.set(name, { amount: before.amount + sign * amount, at: at > before.at ? at : before.at });
    }
  };
  for (const entry of entries.values()) count(entry, entry.knownFrom, 1n);
  for (const entry of pastEntries.values()) {
    count(entry, entry.knownFrom, 1n);
    count(entry, entry.knownUntil, -1n);
  }
  const nameOf = ({ month, type, category, block }: StoredRow) => `${month} ${type} ${category} in block ${block}`;
  return await listedRows(sums, rows, nameOf, {
    label: (name) => `past category month ${name}`,
    wantedOf: ({ amount }) => ({ amount }),
    touched: (name) => sums.get(name)?.at ?? since,
  });
}

/**
 * The sums of days and of months by account, type and category, and by the categories of split entries, worked out anew
 * from the entries as they are now. An entry counts once: by its category, or by all of its parts' together.
 */
async function pieces({ entries, touched, since }: AuditLedger, rows: Rows): Promise<RowDifference[]> {
  const wanted = new Map<string, { amount: bigint; entries: bigint }>();
  const count = (name: string, amount: bigint, times: bigint) => {
    const sum = wanted.get(name) ?? { amount: 0n, entries: 0n };
    wanted.set(name, { amount: sum.amount + amount, entries: sum.entries + times });
  };
  for (const { type, date, accountId, category, amount, parts } of entries.values()) {
    if (type === 'Transfer') continue;
    const ofParts: { category: string; amount: number }[] | null = parts === null ? null : JSON.parse(parts);
    for (const period of [`day ${date}`, `month ${date.slice(0, 7)}-01`]) {
      const named = (of: string) => `${period} ${accountId} ${type} ${of}`;
      if (ofParts === null) {
        count(named(category ?? '-'), amount, 1n);
        continue;
      }
      for (const part of ofParts) count(named(part.category), BigInt(part.amount), 0n);
      const set = [...new Set(ofParts.map((part) => part.category))].sort(byBytes);
      count(named(set.join('\t')), 0n, 1n);
    }
  }
  const nameOf = ({ period, date, account, type, category_set }: StoredRow) =>
    `${period} ${date} ${account} ${type} ${category_set}`;
  return await listedRows(wanted, rows, nameOf, {
    label: (name) => `pieces of ${name.replaceAll('\t', ' and ')}`,
    wantedOf: (sum) => sum,
    touched: (name) => touched.get(name) ?? since,
  });
}

const byBytes = (left: string, right: string) => Buffer.compare(Buffer.from(left), Buffer.from(right));

/** The amounts of a transaction by month, type and category, each part by its own; none of a transfer. */
function categorized({ type, date, category, amount, parts }: AuditedEntry): [name: string, amount: bigint][] {
  if (type === 'Transfer') return [];
  const named = (of: string) => `${date.slice(0, 7)} ${type} ${of}`;
  if (parts === null) return [[named(category ?? '-'), amount]];
  const ofParts: { category: string; amount: number }[] = JSON.parse(parts);
  return ofParts.map((part) => [named(part.category), BigInt(part.amount)]);
}

/** The sums of a day, in cents, and the numbers of its entries. */
type DaySums = Record<'income' | 'expense' | 'transferred' | 'incomes' | 'expenses' | 'transfers', bigint>;

const none = (): DaySums => ({
  income: 0n,
  expense: 0n,
  transferred: 0n,
  incomes: 0n,
  expenses: 0n,
  transfers: 0n,
});

/** The amounts that entries add to each account and to all together on each day, by the name of `knownDay`. */
function sumsByDay(entries: Iterable<AuditedEntry>): Map<string, DaySums> {
  const days = new Map<string, DaySums>();
  const dayOf = (name: string) => {
    const sums = days.get(name) ?? none();
    days.set(name, sums);
    return sums;
  };
  for (const { type, amount, date, accountId, toAccount } of entries) {
    if (type === 'Transfer') {
      const [left, reached] = [dayOf(knownDay(date, accountId)), dayOf(knownDay(date, toAccount ?? ''))];
      left.transferred -= amount;
      reached.transferred += amount;
      left.transfers += 1n;
      reached.transfers += 1n;
      continue;
    }
    for (const sums of [dayOf(knownDay(date, '')), dayOf(knownDay(date, accountId))]) {
      sums[type === 'Income' ? 'income' : 'expense'] += amount;
      sums[type === 'Income' ? 'incomes' : 'expenses'] += 1n;
    }
  }
  return days;
}
