import type { ExpenseCategory, GoalCategory, IncomeCategory, Wallet } from './constants.ts';
import type { Cents } from './money.ts';

/** What somebody wants: amounts in cents, days as `2026-11-20` in the caller's calendar, ids given from outside. */
export type Command =
  | { type: 'MakeInitialDeposit'; amount: Cents }
  | { type: 'AdjustBalance'; to: Cents }
  | { type: 'SetMonthlyFigures'; income: Cents; expense: Cents }
  | {
      type: 'RecordExpense';
      transactionId: string;
      title: string;
      amount: Cents;
      category?: ExpenseCategory | undefined;
      date: string;
      wallet: Wallet;
      receiptId?: string | undefined;
    }
  | {
      type: 'RecordIncome';
      transactionId: string;
      title: string;
      amount: Cents;
      category: IncomeCategory;
      date: string;
      receiptId?: string | undefined;
    }
  | { type: 'DeleteTransaction'; transactionId: string }
  | ({ type: 'CreateGoal' } & GoalWish)
  | ({ type: 'UpdateGoal'; today: string } & GoalWish)
  | { type: 'AddMoneyToGoal'; goalId: string; amount: Cents; today: string }
  | { type: 'DeleteGoal'; goalId: string }
  | { type: 'StartCheckout'; sessionId: string }
  | { type: 'ExpireCheckout'; sessionId: string }
  | { type: 'ConfirmPayment'; sessionId: string }
  | { type: 'ResetLedger' };

type GoalWish = {
  goalId: string;
  title: string;
  finalAmount: Cents;
  category?: GoalCategory | undefined;
  description?: string | undefined;
};
