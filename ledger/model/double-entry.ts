import { EVERYDAY } from './constants.ts';

/** The book account of the money in one of the user's accounts, `Balance everyday` or `Balance <account id>`. */
export type BalanceAccount = `Balance ${string}`;

/**
 * An account of double entry. What the user has (a balance for each account, Goals) and where it went (Expenses) counts
 * up, where it came from (Income, Opening) counts down. Opening is money from before the first event, and whatever was
 * set by hand.
 */
export type BookAccount = BalanceAccount | 'Goals' | 'Income' | 'Expenses' | 'Opening';

/** An amount in cents, up or down, on one book account. A bigint, so that no sum loses a cent. */
export type Posting = { account: BookAccount; amount: bigint };

/** The total of each book account, in cents; one that is not named has 0. All of them add up to zero. */
export type BookTotals = Readonly<Partial<Record<BookAccount, bigint>>>;

/** The totals before the first event. */
export const UNUSED: BookTotals = {};

/** The totals by what they are, all balances together. */
export type Summary = Record<'Balance' | 'Goals' | 'Income' | 'Expenses' | 'Opening', bigint>;

/** The book account of the money in an account; of Everyday where none is named. */
export function balanceIn(accountId: string = EVERYDAY): BalanceAccount {
  return `Balance ${accountId}`;
}

/** The user's account whose money a book account counts: `everyday` or its id, or null if it counts other money. */
export function accountCounted(account: BookAccount): string | null {
  return account.startsWith('Balance ') ? account.slice('Balance '.length) : null;
}

/** The postings that move an amount, in cents, from one book account to another; none for 0. */
export function moved(from: BookAccount, to: BookAccount, cents: number | bigint): Posting[] {
  const amount = BigInt(cents);
  if (amount === 0n || from === to) return [];
  return [
    { account: from, amount: -amount },
    { account: to, amount },
  ];
}

/** The postings of an event that moves no money. */
export function noPostings(): Posting[] {
  return [];
}

/** The totals after postings. */
export function posted(before: BookTotals, postings: readonly Posting[]): BookTotals {
  const after: Partial<Record<BookAccount, bigint>> = { ...before };
  for (const { account, amount } of postings) after[account] = (after[account] ?? 0n) + amount;
  return after;
}

/** Postings with one for each book account, none of 0. */
export function netted(postings: readonly Posting[]): Posting[] {
  return Object.entries(posted(UNUSED, postings))
    .map(([account, amount]) => ({ account: account as BookAccount, amount: amount ?? 0n }))
    .filter(({ amount }) => amount !== 0n);
}

/** The sum of postings, in cents. Those of one event add up to zero. */
export function total(postings: readonly Posting[]): bigint {
  return postings.reduce((sum, { amount }) => sum + amount, 0n);
}

/** The totals with all balances added up. */
export function summary(totals: BookTotals): Summary {
  const sums: Summary = { Balance: 0n, Goals: 0n, Income: 0n, Expenses: 0n, Opening: 0n };
  for (const [account, amount = 0n] of Object.entries(totals)) {
    const name = accountCounted(account as BookAccount) === null ? (account as keyof Summary) : 'Balance';
    sums[name] += amount;
  }
  return sums;
}
