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
  /** The account; of a transfer, the account that the money left. */
  account: string;
  /** The account in which a transfer arrived; null for other entries. */
  toAccount: string | null;
  /** Whether it was imported, or matched with a row, by a change-set that is in force. */
  isImported: boolean;
};

/** The change that an entry makes to an account, in cents; 0 where it doesn't touch the account. */
export function addsTo({ type, account, toAccount, amount }: LedgerEntry, to: string): number {
  if (type === 'Transfer') return (toAccount === to ? amount : 0) - (account === to ? amount : 0);
  if (account !== to) return 0;
  return type === 'Expense' ? -amount : amount;
}

/** A row that is looked for, and the entries or other rows that may match it. */
export type Wanted<Match> = { row: number; date: string; among: readonly Match[] };

/**
 * Pairs rows with possible matches, each row and each match once at most, the nearest days first, of those as
 * near by `compareFits`, which is below 0 where the first fits its row better, then in the order of rows. `idOf` gives
 * the identity of a match. Gives the match of each paired row.
 */
export function pairNearest<Match extends { date: string }>(
  wanted: readonly Wanted<Match>[],
  idOf: (match: Match) => string | number,
  compareFits: (one: Match, other: Match) => number = () => 0,
): Map<number, Match> {
  const pairs = wanted.flatMap(({ row, date, among }) =>
    among.map((match) => ({ row, match, days: daysBetween(date, match.date) })),
  );
  const paired = new Map<number, Match>();
  const taken = new Set<string | number>();
  pairs.sort((a, b) => a.days - b.days || compareFits(a.match, b.match) || a.row - b.row);
  for (const { row, match } of pairs) {
    if (paired.has(row) || taken.has(idOf(match))) continue;
    paired.set(row, match);
    taken.add(idOf(match));
  }
  return paired;
}
