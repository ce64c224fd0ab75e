import { columnsOf, type Difference, listed, type RowsInOrder, type Wanted } from './compare-rows.ts';
import {
  type Account,
  type AuditLedger,
  accountsInOrder,
  entryName,
  knownDay,
  type PastLedger,
  type Saving,
} from './model/audit-ledger.ts';
import { canonical } from './model/canonical.ts';
import type { Rows, StoredRow, StoredRows } from './stored-rows.ts';

/**
 * Compares the past states of a ledger and its entries, by the audit, with their rows (product 5.10). Gives the
 * differences, each with the revision of the event that ended or made the state of the row.
 */
export async function comparePast(
  ledger: AuditLedger,
  rows: StoredRows,
  pastLedgers: RowsInOrder,
): Promise<Difference[]> {
  return [
    ...(await versions(ledger, rows.pastEntries)),
    ...(await pastLedgers.end()),
    ...(await sums(ledger, rows.pastStatistics)),
    ...(await days(ledger, rows.knownDays)),
  ];
}

async function versions({ pastEntries, since }: AuditLedger, rows: Rows): Promise<Difference[]> {
  const nameOf = ({ type, entry_id, known_from }: StoredRow) => `${entryName(type, entry_id ?? '')} from ${known_from}`;
  return await listed(pastEntries, rows, nameOf, {
    label: (name) => `past ${name}`,
    wantedOf: columnsOf,
    touched: (name) => pastEntries.get(name)?.knownUntil ?? since,
  });
}

/** The columns of the row of a ledger after the last event of a block. */
export function pastLedgerColumns(ledgerId: string, { columns, accounts, goals }: PastLedger): Wanted {
  return { ...columns, accounts: accountsAsJson(accounts), goals: goalsAsJson(ledgerId, goals) };
}

function accountsAsJson(accounts: ReadonlyMap<string, Account>): string {
  return canonical(
    accountsInOrder(accounts).map(([accountId, { name, kind, balance, isOpen, place }]) => ({
      ...{ accountId, name, kind, isOpen },
      balance: Number(balance),
      place: Number(place),
    })),
  );
}

function goalsAsJson(ledgerId: string, goals: ReadonlyMap<string, Saving>): string {
  const oldestFirst = [...goals].sort(([, left], [, right]) => (left.place < right.place ? -1 : 1));
  return canonical(
    oldestFirst.map(([goalId, { place, finalAmount, currentAmount, ...goal }]) => ({
      ...{ ledgerId, goalId, ...goal },
      place: Number(place),
      finalAmount: Number(finalAmount),
      currentAmount: Number(currentAmount),
    })),
  );
}

/** A period to which the events of a block have added nothing may have a row of zeros or none. */
async function sums({ pastSums, since }: AuditLedger, rows: Rows): Promise<Difference[]> {
  const differences = await listed(
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

async function days({ knownDays, since }: AuditLedger, rows: Rows): Promise<Difference[]> {
  return await listed(knownDays, rows, ({ date, account }) => knownDay(date ?? '', account ?? ''), {
    label: (day) => `known day ${day}`,
    wantedOf: (knownFrom) => ({ known_from: knownFrom }),
    touched: (day) => knownDays.get(day) ?? since,
  });
}
