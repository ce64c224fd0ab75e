import { daysBetween } from '#ledger/model/days.ts';
import type { Cents } from '#ledger/model/money.ts';

/** An entry of the ledger as rows are compared with it. Accounts are `everyday` or ids. */
export type LedgerEntry = {
  entryId: string;
  type: 'Expense' | 'Income' | 'Transfer';
  title: string;
  date: string;
  /** Above 0. */
  amount: Cents;
  /** Of a transfer the one that the money left. */
  account: string;
  /** Of a transfer the one that it arrived in; else null. */
  toAccount: string | null;
  /** Whether it was imported, or matched with a row, by a change-set that is in force. */
  isImported: boolean;
};

/** What an entry adds to an account, in cents; 0 where it has nothing to do with it. */
export function addsTo({ type, account, toAccount, amount }: LedgerEntry, to: string): number {
  if (type === 'Transfer') return (toAccount === to ? amount : 0) - (account === to ? amount : 0);
  if (account !== to) return 0;
  return type === 'Expense' ? -amount : amount;
}

/** A row that is looked for among entries or other rows, and where: at most so many days apart. */
export type Wanted<Found> = { row: number; date: string; among: readonly Found[] };

/**
 * Pairs rows with what they may be, each with at most one and none twice, the nearest days first. `among` has what each
 * may be, `idOf` names it. Gives what each row is paired with.
 */
export function pairNearest<Found extends { date: string }>(
  wanted: readonly Wanted<Found>[],
  idOf: (found: Found) => string | number,
): Map<number, Found> {
  const pairs = wanted.flatMap(({ row, date, among }) =>
    among.map((found) => ({ row, found, days: daysBetween(date, found.date) })),
  );
  const paired = new Map<number, Found>();
  const taken = new Set<string | number>();
  for (const { row, found } of pairs.sort((one, other) => one.days - other.days || one.row - other.row)) {
    if (paired.has(row) || taken.has(idOf(found))) continue;
    paired.set(row, found);
    taken.add(idOf(found));
  }
  return paired;
}
