import type { Goal } from '#contract/goal.ts';
import type { Entry, Transaction } from '#contract/transaction.ts';
import type { User } from '#contract/user.ts';

/** A user with 500 in their account and nothing else. */
export const clara: User = {
  _id: '5b0f2f6e-3a51-4c0e-9f64-1f6f3f1c2d3e',
  email: 'clara@example.com',
  fullName: 'Clara Whitfield',
  bio: null,
  avatar: null,
  currency: '$',
  currentBalance: 500,
  income: null,
  expense: null,
  hasSetIncomeAndExpense: false,
  isPaidUser: false,
  dateOfBirth: null,
  dateOrder: null,
  weekStart: null,
  monthStart: null,
  yearStart: null,
  usesWordList: true,
  transactionHistory: [],
  transactionCount: 0,
  goals: [],
  accounts: [
    {
      _id: '0e6b8f52-5f7a-5d4b-9c1e-2a3b4c5d6e7f',
      name: 'Everyday',
      kind: 'Checking',
      balance: 500,
      isOpen: true,
      isBudgeted: true,
    },
  ],
  stripeSessionId: null,
};

/** The user with 500 in their first account, 200 in savings, and a closed account. */
export const claraWithAccounts: User = {
  ...clara,
  currentBalance: 700,
  accounts: [
    ...clara.accounts,
    { _id: uuid('6', 1), name: 'Savings', kind: 'Savings', balance: 200, isOpen: true, isBudgeted: true },
    { _id: uuid('6', 2), name: 'Old bank', kind: 'Checking', balance: 0, isOpen: false, isBudgeted: true },
  ],
};

/** A transaction with the given fields. Those with a higher `number` are newer. */
export function transactionOf(number: number, fields: Partial<Transaction> = {}): Transaction {
  return {
    _id: uuid('7', number),
    type: 'Expense',
    title: `Entry ${number}`,
    amount: number,
    category: null,
    date: '2026-11-20',
    createdAt: '2026-11-20T10:00:00.000Z',
    wallet: 'Cash',
    receipt: null,
    ...fields,
  };
}

/**
 * A transaction or transfer with the given fields, as the list of entries has it. Those with a higher `number` are
 * newer.
 */
export function entryOf(number: number, fields: Partial<Entry> = {}): Entry {
  const { _id, ...rest } = transactionOf(number);
  const account = clara.accounts[0]?._id ?? '';
  return { _id, ...rest, account, toAccount: null, parts: null, note: null, tags: [], changedAt: null, ...fields };
}

/** A goal with the given fields. */
export function goalOf(number: number, fields: Partial<Goal> = {}): Goal {
  return {
    _id: uuid('8', number),
    title: `Goal ${number}`,
    category: null,
    description: null,
    date: null,
    currentAmount: 0,
    finalAmount: 1000,
    ...fields,
  };
}

function uuid(kind: string, number: number): string {
  return `${kind}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
