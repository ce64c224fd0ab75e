import type { RecordedEvent } from '../../ledger/events.ts';
import { fold } from '../../ledger/evolve.ts';
import type { Cents } from '../../ledger/model/money.ts';
import type { TransactionState } from '../../ledger/model/state.ts';
import { PERIODS, startOf } from './periods.ts';
import {
  type CommandRow,
  emptyBooks,
  type ProjectionChanges,
  type StatisticsChange,
  type TransactionRow,
} from './projection-changes.ts';

type Draft = Omit<ProjectionChanges, 'entered' | 'deleted' | 'statistics' | 'commands'> & {
  entered: Map<string, TransactionRow>;
  deleted: Set<string>;
  statistics: Map<string, StatisticsChange>;
  commands: CommandRow[];
};

/**
 * Takes a user's rows and what happened next, in order, and gives the rows after it. Pure: the worker stores what it
 * gives, and an answer that can't wait for the worker is made with it (product 7.5). Throws where an event
 * contradicts the ones before it.
 */
export function project(books: ProjectionChanges, events: readonly RecordedEvent[]): ProjectionChanges {
  const folded = fold(
    books.state,
    events.map(({ event }) => event),
  );
  const draft: Draft = {
    ...books,
    // Rows carry their transactions themselves; the state need not gather them.
    state: { ...folded, transactions: new Map() },
    entered: new Map(books.entered),
    deleted: new Set(books.deleted),
    statistics: new Map(books.statistics),
    commands: [...books.commands],
  };
  for (const recorded of events) apply(draft, recorded);
  return draft;
}

/** A user's rows after their ledger was erased: none. */
export function erase(books: ProjectionChanges, revision: bigint): ProjectionChanges {
  return { ...emptyBooks(books.userId), revision, cleared: true, erased: true };
}

function apply(draft: Draft, { event, metadata, revision }: RecordedEvent): void {
  const { commandId, inputHash, recordedAt } = metadata;
  draft.revision = revision;
  draft.commands.push({ commandId, inputHash, revision, recordedAt });
  switch (event.type) {
    case 'ExpenseRecorded':
    case 'IncomeRecorded':
      return enter(draft, transactionRow(event, recordedAt, revision));
    case 'TransactionDeleted':
      return remove(draft, event.data.transactionId, event.data);
    case 'GoalCreated':
    case 'GoalUpdated':
    case 'MoneyAddedToGoal':
    case 'GoalDeleted':
      draft.goalsChanged = true;
      return;
    case 'LedgerReset':
      draft.cleared = true;
      draft.goalsChanged = true;
      draft.transactionCount = 0;
      draft.entered.clear();
      draft.deleted.clear();
      draft.statistics.clear();
      return;
    case 'InitialDepositMade':
    case 'BalanceAdjusted':
    case 'MonthlyFiguresSet':
    case 'CheckoutStarted':
    case 'CheckoutExpired':
    case 'PaymentConfirmed':
      return;
    default:
      return event satisfies never;
  }
}

type Recording = Extract<RecordedEvent['event'], { type: 'ExpenseRecorded' | 'IncomeRecorded' }>;

function transactionRow(event: Recording, recordedAt: string, revision: bigint): TransactionRow {
  const { transactionId, title, amount, category, date, receiptId } = event.data;
  return {
    transactionId,
    revision,
    type: event.type === 'ExpenseRecorded' ? 'Expense' : 'Income',
    title,
    amount,
    category: category ?? null,
    wallet: event.type === 'ExpenseRecorded' ? event.data.wallet : null,
    date,
    receiptId: receiptId ?? null,
    recordedAt,
  };
}

function enter(draft: Draft, row: TransactionRow): void {
  if (draft.entered.has(row.transactionId)) throw new Error(`transaction ${row.transactionId} is recorded already`);
  draft.transactionCount += 1;
  draft.entered.set(row.transactionId, row);
  count(draft, row, 1);
}

function remove(draft: Draft, transactionId: string, transaction: TransactionState): void {
  draft.transactionCount -= 1;
  if (!draft.entered.delete(transactionId)) draft.deleted.add(transactionId);
  count(draft, transaction, -1);
}

function count(draft: Draft, { type, amount, date }: TransactionState, times: 1 | -1): void {
  const by = amount * times;
  for (const period of PERIODS) {
    const startsOn = startOf(period, date);
    const key = `${period} ${startsOn}`;
    const { income, expense } = draft.statistics.get(key) ?? { income: 0, expense: 0 };
    draft.statistics.set(key, {
      period,
      startsOn,
      income: (type === 'Income' ? income + by : income) as Cents,
      expense: (type === 'Expense' ? expense + by : expense) as Cents,
    });
  }
}
