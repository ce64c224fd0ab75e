import type { LedgerEvent } from './events.ts';

/**
 * The accounts of double entry. What one has (Balance, Goals) and where it went (Expenses) counts up, where it came from
 * (Income, Opening) counts down; Opening is the world before the book and whatever was set by hand.
 */
export const ACCOUNTS = ['Balance', 'Goals', 'Income', 'Expenses', 'Opening'] as const;
export type Account = (typeof ACCOUNTS)[number];

/** So many cents, up or down, on one account. Whole numbers without end, so that no sum of them loses a cent. */
export type Posting = { account: Account; amount: bigint };

/** What stands on every account, in cents. Together always zero. */
export type Accounts = Readonly<Record<Account, bigint>>;

/** The accounts before the first event. */
export const UNUSED: Accounts = { Balance: 0n, Goals: 0n, Income: 0n, Expenses: 0n, Opening: 0n };

/**
 * Takes an event and what stood on the accounts before it, and gives what it posts: amounts that add up to exactly zero,
 * none where no money moved. A reset posts every account back to nothing. Pure.
 */
export function postingsOf(event: LedgerEvent, before: Accounts): Posting[] {
  switch (event.type) {
    case 'InitialDepositMade':
      return moved('Opening', 'Balance', event.data.amount);
    case 'BalanceAdjusted':
      return moved('Opening', 'Balance', BigInt(event.data.to) - BigInt(event.data.from));
    case 'ExpenseRecorded':
      return moved('Balance', 'Expenses', event.data.amount);
    case 'IncomeRecorded':
      return moved('Income', 'Balance', event.data.amount);
    case 'TransactionDeleted':
      return event.data.type === 'Expense'
        ? moved('Expenses', 'Balance', event.data.amount)
        : moved('Balance', 'Income', event.data.amount);
    case 'MoneyAddedToGoal':
      return moved('Balance', 'Goals', event.data.amount);
    case 'GoalDeleted':
      return moved('Goals', 'Balance', event.data.returnedAmount);
    case 'LedgerReset':
      return ACCOUNTS.map((account) => ({ account, amount: -before[account] })).filter(({ amount }) => amount !== 0n);
    case 'MonthlyFiguresSet':
    case 'GoalCreated':
    case 'GoalUpdated':
    case 'CheckoutStarted':
    case 'CheckoutExpired':
    case 'PaymentConfirmed':
      return [];
    default:
      return event satisfies never;
  }
}

/** What stands on the accounts after postings. */
export function posted(before: Accounts, postings: readonly Posting[]): Accounts {
  const after = { ...before };
  for (const { account, amount } of postings) after[account] += amount;
  return after;
}

/** What postings add up to, in cents: zero, or they are no entry of a book. */
export function total(postings: readonly Posting[]): bigint {
  return postings.reduce((sum, { amount }) => sum + amount, 0n);
}

function moved(from: Account, to: Account, cents: number | bigint): Posting[] {
  const amount = BigInt(cents);
  if (amount === 0n) return [];
  return [
    { account: from, amount: -amount },
    { account: to, amount },
  ];
}
