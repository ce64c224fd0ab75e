import type { RecordedEvent } from '../../ledger/events.ts';
import { fold } from '../../ledger/evolve.ts';
import type { Cents } from '../../ledger/model/money.ts';
import type { TransactionState, TransferState } from '../../ledger/model/state.ts';
import { undoneBy } from '../../ledger/remember.ts';
import { PERIODS, startOf } from '../tables/periods.ts';
import type { StatisticsRow } from '../tables/statistics.ts';
import type { Row, Table } from '../tables/table.ts';
import { transactionFields, type transactions } from '../tables/transactions.ts';
import { transferFields, type transfers } from '../tables/transfers.ts';
import { type ProjectionChanges, type RowChange, unwritten } from './projection-changes.ts';

type Rows<Of extends Table> = Map<string, RowChange<Of>>;

type Draft = Omit<ProjectionChanges, 'transactions' | 'transfers' | 'undone' | 'statistics'> & {
  transactions: Rows<typeof transactions>;
  transfers: Rows<typeof transfers>;
  undone: Map<string, string | null>;
  statistics: Map<string, StatisticsRow>;
};

/**
 * Takes the rows of a ledger and the next events, in order, and gives the rows after them. Pure: the worker stores the
 * result, and an answer that does not wait for the worker is made with it (product 7.5). Throws where an event
 * contradicts the ones before it.
 */
export function project(before: ProjectionChanges, events: readonly RecordedEvent[]): ProjectionChanges {
  const draft: Draft = {
    ...before,
    // Emptied, or the state would grow with each event; the rows have them.
    state: { ...fold(before.state, events), transactions: new Map(), transfers: new Map() },
    transactions: new Map(before.transactions),
    transfers: new Map(before.transfers),
    undone: new Map(before.undone),
    statistics: new Map(before.statistics),
  };
  for (const recorded of events) apply(draft, recorded);
  return draft;
}

/** The rows of a ledger after it was erased: none. */
export function erase({ ledgerId }: ProjectionChanges, revision: bigint): ProjectionChanges {
  return { ...unwritten(ledgerId), revision, cleared: true, erased: true };
}

/** What an event does to the rows beside the state. */
function apply(draft: Draft, { event, metadata: { commandId, recordedAt }, revision }: RecordedEvent): void {
  draft.revision = revision;
  const { type, data } = event;
  switch (type) {
    case 'ExpenseRecorded':
      return addTransaction(draft, { ...data, type: 'Expense', place: Number(revision), recordedAt });
    case 'IncomeRecorded':
      return addTransaction(draft, { ...data, type: 'Income', place: Number(revision), recordedAt });
    case 'TransactionRestored':
      return addTransaction(draft, data);
    case 'TransactionChanged': {
      const { transactionId, before, after, changedAt = recordedAt } = data;
      change(draft.transactions, transactionId, { ...transactionFields(after), changedAt });
      addToStatistics(draft, before, -1);
      return addToStatistics(draft, after, 1);
    }
    case 'TransactionDeleted':
      draft.transactionCount -= 1;
      remove(draft.transactions, data.transactionId);
      return addToStatistics(draft, data, -1);
    case 'TransferMade':
      return addTransfer(draft, { ...data, place: Number(revision), recordedAt });
    case 'TransferRestored':
      return addTransfer(draft, data);
    case 'TransferChanged': {
      const { transferId, after, changedAt = recordedAt } = data;
      return change(draft.transfers, transferId, { ...transferFields(after), changedAt });
    }
    case 'TransferDeleted':
      return remove(draft.transfers, data.transferId);
    case 'GoalCreated':
    case 'GoalUpdated':
    case 'MoneyAddedToGoal':
    case 'MoneyTakenFromGoal':
    case 'GoalDeleted':
    case 'GoalRestored':
      draft.goalsChanged = true;
      return;
    case 'LedgerReset':
      draft.cleared = true;
      draft.goalsChanged = true;
      draft.transactionCount = 0;
      draft.transactions.clear();
      draft.transfers.clear();
      draft.statistics.clear();
      return;
    case 'ChangeSetUndone':
      for (const [changeSetId, by] of undoneBy(data.chain, commandId)) draft.undone.set(changeSetId, by);
      return;
    case 'InitialDepositMade':
    case 'BalanceAdjusted':
    case 'MonthlyFiguresSet':
    case 'MonthlyFiguresCleared':
    case 'AccountOpened':
    case 'AccountRenamed':
    case 'AccountClosed':
    case 'AccountReopened':
    case 'AccountRemoved':
    case 'AccountRestored':
    case 'CheckoutStarted':
    case 'CheckoutExpired':
    case 'PaymentConfirmed':
      return;
    default:
      return event satisfies never;
  }
}

/** What orders an entry among others, when it was recorded first, and when it was changed last. */
type Placed = { place: number; recordedAt: string; changedAt?: string | undefined };

function addTransaction(
  draft: Draft,
  { transactionId, place, recordedAt, changedAt, ...fields }: Placed & TransactionState & { transactionId: string },
): void {
  draft.transactionCount += 1;
  const placed = { revision: BigInt(place), recordedAt, changedAt: changedAt ?? null };
  const row = { ledgerId: draft.ledgerId, transactionId, ...transactionFields(fields), ...placed };
  insert(draft.transactions, transactionId, row);
  addToStatistics(draft, fields, 1);
}

function addTransfer(
  draft: Draft,
  { transferId, place, recordedAt, changedAt, ...fields }: Placed & TransferState & { transferId: string },
): void {
  const placed = { revision: BigInt(place), recordedAt, changedAt: changedAt ?? null };
  insert(draft.transfers, transferId, { ledgerId: draft.ledgerId, transferId, ...transferFields(fields), ...placed });
}

function insert<Of extends Table>(rows: Rows<Of>, id: string, row: Row<Of>): void {
  const before = rows.get(id);
  if (before && before.kind !== 'delete') throw new Error(`${id} is recorded already`);
  // A row that is stored and was deleted by these events is written over, since its key is still there.
  rows.set(id, before ? { kind: 'change', fields: row } : { kind: 'insert', row });
}

function remove<Of extends Table>(rows: Rows<Of>, id: string): void {
  const isStored = rows.get(id)?.kind !== 'insert';
  if (isStored) rows.set(id, { kind: 'delete' });
  else rows.delete(id);
}

/** Changes fields of a row. Throws where it is deleted. */
function change<Of extends Table>(rows: Rows<Of>, id: string, fields: Partial<Row<Of>>): void {
  const before = rows.get(id);
  if (before?.kind === 'delete') throw new Error(`${id} is deleted already`);
  rows.set(
    id,
    before?.kind === 'insert'
      ? { kind: 'insert', row: { ...before.row, ...fields } }
      : { kind: 'change', fields: { ...before?.fields, ...fields } },
  );
}

type Counted = Pick<TransactionState, 'type' | 'amount' | 'date'>;

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
