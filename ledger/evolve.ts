import type { LedgerEvent } from './events.ts';
import { type Cents, negated } from './money.ts';
import { EMPTY, type GoalState, type LedgerState, type TransactionState } from './state.ts';

type Draft = Omit<LedgerState, 'goals' | 'transactions'> & {
  goals: Map<string, GoalState>;
  transactions: Map<string, TransactionState>;
};

/** Takes the state and what happened next, and gives the state after it. Throws like `fold`. */
export function evolve(state: LedgerState, event: LedgerEvent): LedgerState {
  return fold(state, [event]);
}

/**
 * Takes the state and what happened next, in order, and gives the state after it all; copies the state once. Throws where
 * an event contradicts the ones before it, or takes a sum out of the safe integers, which `decide` lets none do.
 */
export function fold(state: LedgerState, events: Iterable<LedgerEvent>): LedgerState {
  const draft = copy(state);
  for (const event of events) apply(draft, event);
  return draft;
}

function copy(state: LedgerState): Draft {
  return { ...state, goals: new Map(state.goals), transactions: new Map(state.transactions) };
}

function apply(draft: Draft, event: LedgerEvent): void {
  const { type, data } = event;
  switch (type) {
    case 'InitialDepositMade':
      return move(draft, data.amount);
    case 'BalanceAdjusted':
      draft.balance = data.to;
      return;
    case 'MonthlyFiguresSet':
      draft.figures = { income: data.income, expense: data.expense };
      return;
    case 'ExpenseRecorded':
      return enter(draft, data.transactionId, { type: 'Expense', amount: data.amount, date: data.date });
    case 'IncomeRecorded':
      return enter(draft, data.transactionId, { type: 'Income', amount: data.amount, date: data.date });
    case 'TransactionDeleted':
      draft.transactions.delete(data.transactionId);
      draft.turnover = counted(draft.turnover - data.amount);
      return move(draft, negated(effect(data)));
    case 'GoalCreated': {
      const { goalId, ...goal } = data;
      draft.goals.set(goalId, { ...goal, currentAmount: 0 as Cents });
      return;
    }
    case 'GoalUpdated': {
      const { goalId, ...goal } = data;
      draft.goals.set(goalId, { ...goal, currentAmount: goalOf(draft, goalId).currentAmount });
      return;
    }
    case 'MoneyAddedToGoal': {
      const goal = goalOf(draft, data.goalId);
      const currentAmount = counted(goal.currentAmount + data.amount);
      draft.goals.set(data.goalId, { ...goal, currentAmount, reachedOn: data.reachedOn });
      return move(draft, negated(data.amount));
    }
    case 'GoalDeleted':
      draft.goals.delete(data.goalId);
      return move(draft, data.returnedAmount);
    case 'CheckoutStarted':
      draft.payment = { status: 'open', sessionId: data.sessionId };
      return;
    case 'CheckoutExpired':
      draft.payment = { status: 'none' };
      return;
    case 'PaymentConfirmed':
      draft.payment = { status: 'paid', sessionId: data.sessionId };
      return;
    case 'LedgerReset':
      Object.assign(draft, copy(EMPTY));
      return;
    default:
      return event satisfies never;
  }
}

/** What a transaction does to the balance, in cents: an expense lowers it, an income raises it. */
export function effect({ type, amount }: Pick<TransactionState, 'type' | 'amount'>): Cents {
  return type === 'Expense' ? negated(amount) : amount;
}

function move(draft: Draft, by: Cents): void {
  draft.balance = counted(draft.balance + by);
}

function counted(cents: number): Cents {
  if (!Number.isSafeInteger(cents)) throw new Error('An event takes a sum beyond what can be counted to the cent.');
  return cents as Cents;
}

function enter(draft: Draft, transactionId: string, transaction: TransactionState): void {
  draft.transactions.set(transactionId, transaction);
  draft.turnover = counted(draft.turnover + transaction.amount);
  move(draft, effect(transaction));
}

function goalOf(draft: Draft, goalId: string): GoalState {
  const goal = draft.goals.get(goalId);
  if (!goal) throw new Error(`An event names goal ${goalId}, which no event before it created.`);
  return goal;
}
