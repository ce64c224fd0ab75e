import type { Command } from './commands.ts';
import type { LedgerEvent } from './events.ts';
import { effect } from './evolve.ts';
import { negated, sum, ZERO } from './money.ts';
import type { GoalState, LedgerState, TransactionState } from './state.ts';

/** Why a command is refused. The words for it stand in the contract. */
export type Rejection =
  | 'deposit_not_empty'
  | 'not_enough_balance'
  | 'amount_too_large'
  | 'transaction_not_found'
  | 'goal_not_found'
  | 'more_than_goal'
  | 'already_paid';

/** What a command leads to. 'nothing' is a command that would change nothing. */
export type Decision =
  | { outcome: 'events'; events: readonly LedgerEvent[] }
  | { outcome: 'rejected'; reason: Rejection }
  | { outcome: 'nothing' };

const NOTHING: Decision = { outcome: 'nothing' };
const happened = (...events: LedgerEvent[]): Decision => ({ outcome: 'events', events });
const rejected = (reason: Rejection): Decision => ({ outcome: 'rejected', reason });

/**
 * Takes what somebody wants and the ledger as it stands, and gives the events it leads to, or why it is refused
 * (product 4). Pure: the same command on the same state always decides the same. That amounts,
 * texts and days have the right form is the caller's promise; that sums stay countable is checked here.
 */
export function decide(command: Command, state: LedgerState): Decision {
  switch (command.type) {
    case 'MakeInitialDeposit':
      if (state.balance !== ZERO) return rejected('deposit_not_empty');
      return happened({ type: 'InitialDepositMade', data: { amount: command.amount } });
    case 'AdjustBalance':
      if (state.balance === command.to) return NOTHING;
      return happened({ type: 'BalanceAdjusted', data: { from: state.balance, to: command.to } });
    case 'SetMonthlyFigures': {
      const { income, expense } = command;
      if (state.figures?.income === income && state.figures.expense === expense) return NOTHING;
      return happened({ type: 'MonthlyFiguresSet', data: { income, expense } });
    }
    case 'RecordExpense': {
      const { type: _, ...data } = command;
      if (command.wallet === 'Cash' && command.amount > state.balance) return rejected('not_enough_balance');
      return countable(state, { type: 'Expense', ...data }) ?? happened({ type: 'ExpenseRecorded', data });
    }
    case 'RecordIncome': {
      const { type: _, ...data } = command;
      return countable(state, { type: 'Income', ...data }) ?? happened({ type: 'IncomeRecorded', data });
    }
    case 'DeleteTransaction':
      return deleteTransaction(command.transactionId, state);
    case 'CreateGoal': {
      const { type: _, ...data } = command;
      return happened({ type: 'GoalCreated', data });
    }
    case 'UpdateGoal':
      return updateGoal(command, state);
    case 'AddMoneyToGoal':
      return addMoneyToGoal(command, state);
    case 'DeleteGoal': {
      const goal = state.goals.get(command.goalId);
      if (!goal) return rejected('goal_not_found');
      if (sum(state.balance, goal.currentAmount) === null) return rejected('amount_too_large');
      return happened({ type: 'GoalDeleted', data: { goalId: command.goalId, returnedAmount: goal.currentAmount } });
    }
    case 'StartCheckout':
      if (state.payment.status === 'paid') return rejected('already_paid');
      // One is open at a time, so that two begun at once can't both be paid: another begins when it has expired.
      if (state.payment.status === 'open') return NOTHING;
      return happened({ type: 'CheckoutStarted', data: { sessionId: command.sessionId } });
    case 'ExpireCheckout':
      if (state.payment.status !== 'open' || state.payment.sessionId !== command.sessionId) return NOTHING;
      return happened({ type: 'CheckoutExpired', data: { sessionId: command.sessionId } });
    case 'ConfirmPayment':
      if (state.payment.status === 'paid') return NOTHING;
      return happened({ type: 'PaymentConfirmed', data: { sessionId: command.sessionId } });
    case 'ResetLedger':
      return happened({ type: 'LedgerReset', data: {} });
    default:
      return command satisfies never;
  }
}

/** Refuses a new transaction that would take the balance or the turnover out of the safe integers. */
function countable(state: LedgerState, transaction: Pick<TransactionState, 'type' | 'amount'>): Decision | null {
  const fits = sum(state.balance, effect(transaction)) !== null && sum(state.turnover, transaction.amount) !== null;
  return fits ? null : rejected('amount_too_large');
}

function deleteTransaction(transactionId: string, state: LedgerState): Decision {
  const transaction = state.transactions.get(transactionId);
  if (!transaction) return rejected('transaction_not_found');
  if (sum(state.balance, negated(effect(transaction))) === null) return rejected('amount_too_large');
  return happened({ type: 'TransactionDeleted', data: { transactionId, ...transaction } });
}

function updateGoal(command: Extract<Command, { type: 'UpdateGoal' }>, state: LedgerState): Decision {
  const { type: _, today, goalId, ...wish } = command;
  const goal = state.goals.get(goalId);
  if (!goal) return rejected('goal_not_found');
  const same =
    goal.title === wish.title &&
    goal.finalAmount === wish.finalAmount &&
    goal.category === wish.category &&
    goal.description === wish.description;
  if (same) return NOTHING;
  const reached = reachedOn({ ...goal, finalAmount: wish.finalAmount }, today);
  return happened({ type: 'GoalUpdated', data: { goalId, ...wish, ...reached } });
}

function addMoneyToGoal(command: Extract<Command, { type: 'AddMoneyToGoal' }>, state: LedgerState): Decision {
  const { goalId, amount, today } = command;
  const goal = state.goals.get(goalId);
  if (!goal) return rejected('goal_not_found');
  if (amount > goal.finalAmount) return rejected('more_than_goal');
  if (amount > state.balance) return rejected('not_enough_balance');
  const currentAmount = sum(goal.currentAmount, amount);
  if (currentAmount === null) return rejected('amount_too_large');
  return happened({
    type: 'MoneyAddedToGoal',
    data: { goalId, amount, ...reachedOn({ ...goal, currentAmount }, today) },
  });
}

/** The day a goal counts as reached: the one it was first reached on, and none once it is out of reach again. */
function reachedOn(goal: GoalState, today: string): { reachedOn?: string } {
  return goal.currentAmount >= goal.finalAmount ? { reachedOn: goal.reachedOn ?? today } : {};
}
