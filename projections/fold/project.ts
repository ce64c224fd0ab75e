import type { RecordedEvent } from '../../ledger/events.ts';
import { fold } from '../../ledger/evolve.ts';
import type { Cents } from '../../ledger/model/money.ts';
import type { TransactionState } from '../../ledger/model/state.ts';
import type { CommandRow } from '../tables/commands.ts';
import { PERIODS, startOf } from '../tables/periods.ts';
import type { StatisticsRow } from '../tables/statistics.ts';
import type { TransactionRow } from '../tables/transactions.ts';
import { type ProjectionChanges, type TransactionChange, unwritten } from './projection-changes.ts';

type Draft = Omit<ProjectionChanges, 'transactions' | 'statistics' | 'commands'> & {
  transactions: Map<string, TransactionChange>;
  statistics: Map<string, StatisticsRow>;
  commands: CommandRow[];
};

/**
 * Takes the rows of a ledger and the next events, in order, and gives the rows after them. Pure: the worker stores the
 * result, and an answer that does not wait for the worker is made with it (product 7.5). Throws where an event
 * contradicts the ones before it.
 */
export function project(before: ProjectionChanges, events: readonly RecordedEvent[]): ProjectionChanges {
  const folded = fold(
    before.state,
    events.map(({ event }) => event),
  );
  const draft: Draft = {
    ...before,
    // Emptied, or the state would grow with each event; the rows have the transactions.
    state: { ...folded, transactions: new Map() },
    transactions: new Map(before.transactions),
    statistics: new Map(before.statistics),
    commands: [...before.commands],
  };
  for (const recorded of events) apply(draft, recorded);
  return draft;
}

/** The rows of a ledger after it was erased: none. */
export function erase({ ledgerId }: ProjectionChanges, revision: bigint): ProjectionChanges {
  return { ...unwritten(ledgerId), revision, cleared: true, erased: true };
}

/** What an event does to the rows beside the state. */
function apply(draft: Draft, { event, metadata, revision }: RecordedEvent): void {
  const { ledgerId } = draft;
  const { commandId, inputHash, recordedAt } = metadata;
  draft.revision = revision;
  draft.commands.push({ ledgerId, commandId, inputHash, revision, recordedAt });
  const { type, data } = event;
  switch (type) {
    case 'ExpenseRecorded':
    case 'IncomeRecorded':
      return insert(draft, {
        ledgerId,
        transactionId: data.transactionId,
        revision,
        type: type === 'ExpenseRecorded' ? 'Expense' : 'Income',
        title: data.title,
        amount: data.amount,
        category: data.category ?? null,
        wallet: type === 'ExpenseRecorded' ? data.wallet : null,
        date: data.date,
        receiptId: data.receiptId ?? null,
        recordedAt,
      });
    case 'TransactionDeleted':
      return remove(draft, data.transactionId, data);
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
      draft.transactions.clear();
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

function insert(draft: Draft, row: TransactionRow): void {
  const { transactionId } = row;
  const before = draft.transactions.get(transactionId);
  if (before && before.kind !== 'delete') throw new Error(`transaction ${transactionId} is recorded already`);
  draft.transactionCount += 1;
  // A row that is stored and was deleted by these events is written over, since its key is still there.
  draft.transactions.set(transactionId, before ? { kind: 'change', fields: row } : { kind: 'insert', row });
  addToStatistics(draft, row, 1);
}

type Counted = Pick<TransactionState, 'type' | 'amount' | 'date'>;

function remove(draft: Draft, transactionId: string, transaction: Counted): void {
  draft.transactionCount -= 1;
  const isStored = draft.transactions.get(transactionId)?.kind !== 'insert';
  if (isStored) draft.transactions.set(transactionId, { kind: 'delete' });
  else draft.transactions.delete(transactionId);
  addToStatistics(draft, transaction, -1);
}

/**
 * Changes fields of a transaction's row. What the change does to the statistics is the caller's: `addToStatistics` with
 * -1 for the transaction before, and with 1 for the transaction after.
 */
export function change(draft: Draft, transactionId: string, fields: Partial<TransactionRow>): void {
  const before = draft.transactions.get(transactionId);
  if (before?.kind === 'delete') throw new Error(`transaction ${transactionId} is deleted already`);
  draft.transactions.set(
    transactionId,
    before?.kind === 'insert'
      ? { kind: 'insert', row: { ...before.row, ...fields } }
      : { kind: 'change', fields: { ...before?.fields, ...fields } },
  );
}

function addToStatistics(draft: Draft, { type, amount, date }: Counted, times: 1 | -1): void {
  const by = amount * times;
  for (const period of PERIODS) {
    const startsOn = startOf(period, date);
    const key = `${period} ${startsOn}`;
    const { income, expense } = draft.statistics.get(key) ?? { income: 0, expense: 0 };
    draft.statistics.set(key, {
      ledgerId: draft.ledgerId,
      period,
      startsOn,
      income: (type === 'Income' ? income + by : income) as Cents,
      expense: (type === 'Expense' ? expense + by : expense) as Cents,
    });
  }
}
