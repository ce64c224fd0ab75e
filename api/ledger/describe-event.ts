import type { LedgerEvent } from '../../ledger/events.ts';
import type { LedgerState } from '../../ledger/model/state.ts';

const figures = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** The text for an event that can't be decoded. */
export const UNREADABLE = "An entry that can't be read";

/**
 * Describes an event in one line for the history: amounts with the currency's symbol in front, dates in long US format,
 * existing goals by their titles.
 */
export function describeEvent(event: LedgerEvent, currency: string, goals: LedgerState['goals']): string {
  const money = (cents: number) => `${cents < 0 ? '−' : ''}${currency}${figures.format(Math.abs(cents) / 100)}`;
  const { type, data } = event;
  switch (type) {
    case 'InitialDepositMade':
      return 'Initial deposit';
    case 'BalanceAdjusted':
      return `Balance set by hand from ${money(data.from)} to ${money(data.to)}`;
    case 'MonthlyFiguresSet':
      return `Monthly income set to ${money(data.income)}, expense to ${money(data.expense)}`;
    case 'ExpenseRecorded':
      return `Expense: ${data.title}`;
    case 'IncomeRecorded':
      return `Income: ${data.title}`;
    case 'TransactionDeleted':
      return `${data.type} of ${days.format(new Date(data.date))} deleted`;
    case 'GoalCreated':
      return `Goal created: ${data.title}, ${money(data.finalAmount)}`;
    case 'GoalUpdated':
      return `Goal changed: ${data.title}, ${money(data.finalAmount)}`;
    case 'MoneyAddedToGoal':
      return `Money put aside for ${goals.get(data.goalId)?.title ?? 'a goal that was deleted'}`;
    case 'GoalDeleted':
      return 'Goal deleted';
    case 'CheckoutStarted':
      return 'Payment for Premium begun';
    case 'CheckoutExpired':
      return 'Payment for Premium expired';
    case 'PaymentConfirmed':
      return 'Premium paid';
    case 'LedgerReset':
      return 'Ledger begun anew';
    default:
      return event satisfies never;
  }
}
