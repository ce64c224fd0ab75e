import type { Goal } from '../../contract/goal.ts';
import type { Transaction } from '../../contract/transaction.ts';
import type { User } from '../../contract/user.ts';

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
  transactionHistory: [],
  transactionCount: 0,
  goals: [],
  stripeSessionId: null,
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
