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
export type Wanted<Match> = { row: number; date: string; among: readonly Match[] };

/**
 * Pairs rows with what they may be, each with at most one and none twice, the nearest days first. `among` has what each
 * may be, `idOf` names it. Gives what each row is paired with.
 */
export function pairNearest<Match extends { date: string }>(
  wanted: readonly Wanted<Match>[],
  idOf: (match: Match) => string | number,
): Map<number, Match> {
  const pairs = wanted.flatMap(({ row, date, among }) =>
    among.map((match) => ({ row, match, days: daysBetween(date, match.date) })),
  );
  const paired = new Map<number, Match>();
  const taken = new Set<string | number>();
  for (const { row, match } of pairs.sort((a, b) => a.days - b.days || a.row - b.row)) {
    if (paired.has(row) || taken.has(idOf(match))) continue;
    paired.set(row, match);
    taken.add(idOf(match));
  }
  return paired;
}
