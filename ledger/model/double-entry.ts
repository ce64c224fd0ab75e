/**
 * The accounts of double entry. What the user has (Balance, Goals) and where it went (Expenses) counts up, where it came
 * from (Income, Opening) counts down. Opening is money from before the first event, and whatever was set by hand.
 */
export const ACCOUNTS = ['Balance', 'Goals', 'Income', 'Expenses', 'Opening'] as const;
export type Account = (typeof ACCOUNTS)[number];

/** An amount in cents, up or down, on one account. A bigint, so that no sum loses a cent. */
export type Posting = { account: Account; amount: bigint };

/** The total of each account, in cents. All of them add up to zero. */
export type Accounts = Readonly<Record<Account, bigint>>;

/** The accounts before the first event. */
export const UNUSED: Accounts = { Balance: 0n, Goals: 0n, Income: 0n, Expenses: 0n, Opening: 0n };

/** The postings that move an amount, in cents, from one account to another; none for 0. */
export function moved(from: Account, to: Account, cents: number | bigint): Posting[] {
  const amount = BigInt(cents);
  if (amount === 0n) return [];
  return [
    { account: from, amount: -amount },
    { account: to, amount },
  ];
}

/** The postings of an event that moves no money. */
export function noPostings(): Posting[] {
  return [];
}

/** The totals of the accounts after postings. */
export function posted(before: Accounts, postings: readonly Posting[]): Accounts {
  const after = { ...before };
  for (const { account, amount } of postings) after[account] += amount;
  return after;
}

/** The sum of postings, in cents. Those of one event add up to zero. */
export function total(postings: readonly Posting[]): bigint {
  return postings.reduce((sum, { amount }) => sum + amount, 0n);
}
