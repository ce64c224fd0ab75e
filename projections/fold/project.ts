import type { DecodedEvent, LedgerEvent, RecordedEvent } from '../../ledger/events.ts';
import { apply as evolve } from '../../ledger/evolve.ts';
import { remember, undoneBy } from '../../ledger/history.ts';
import { EVERYDAY } from '../../ledger/model/constants.ts';
import { type Cents, ZERO } from '../../ledger/model/money.ts';
import { draftOf, type TransactionState, type TransferState } from '../../ledger/model/state.ts';
import { blockOf, endsBlock } from '../tables/blocks.ts';
import { ALL_ACCOUNTS, type KnownDayRow } from '../tables/known-days.ts';
import { type PastLedgerRow, pastLedgerRow } from '../tables/ledgers.ts';
import { PERIODS, type Period, startsOf } from '../tables/periods.ts';
import type { PastStatisticsRow, StatisticsRow } from '../tables/statistics.ts';
import type { Row, Table } from '../tables/table.ts';
import { transactionFields, type transactions } from '../tables/transactions.ts';
import { transferFields, type transfers } from '../tables/transfers.ts';
import { type ProjectionChanges, type RowChange, unwritten } from './projection-changes.ts';

type Rows<Of extends Table> = Map<string, readonly RowChange<Of>[]>;

type Draft = Omit<ProjectionChanges, keyof Changing> & Changing & { added: Map<string, Sums> };

type Sums = Omit<PastStatisticsRow, 'income' | 'expense'> & { income: Cents; expense: Cents };

type Changing = {
  transactions: Rows<typeof transactions>;
  transfers: Rows<typeof transfers>;
  undone: Map<string, string | null>;
  statistics: Map<string, StatisticsRow>;
  pastStatistics: Map<string, PastStatisticsRow>;
  pastLedgers: PastLedgerRow[];
  knownDays: Map<string, KnownDayRow>;
};

/**
 * Takes the rows of a ledger and the next events, in order, and gives the rows after them. Pure: the worker stores the
 * result, and an answer that does not wait for the worker is made with it (product 7.5). Throws where an event
 * contradicts the ones before it.
 */
export function project(before: ProjectionChanges, events: readonly DecodedEvent[]): ProjectionChanges {
  const after = projectRows(before, events);
  return { ...after, state: { ...after.state, history: remember(before.state.history, events) } };
}

/** The same without the history, which stays as it was. Throws like `project`. */
export function projectRows(before: ProjectionChanges, events: readonly RecordedEvent[]): ProjectionChanges {
  const draft: Draft = {
    ...before,
    transactions: new Map(before.transactions),
    transfers: new Map(before.transfers),
    undone: new Map(before.undone),
    statistics: new Map(before.statistics),
    pastStatistics: new Map(before.pastStatistics),
    pastLedgers: [...before.pastLedgers],
    knownDays: new Map(before.knownDays),
    added: new Map(),
  };
  const { history } = before.state;
  for (const block of byBlock(events)) {
    const state = draftOf(draft.state);
    for (const recorded of block) {
      evolve(state, recorded);
      apply(draft, recorded);
      for (const [counted, times] of countedBy(recorded.event)) addToStatistics(draft, counted, times);
    }
    // Emptied, or the state would grow with each event; they are stored as rows.
    draft.state = { ...state, history, transactions: new Map(), transfers: new Map() };
    if (endsBlock(draft.revision)) draft.pastLedgers.push(pastLedger(draft));
  }
  addUp(draft);
  const { added: _, ...changes } = draft;
  return changes;
}

/** Events in stretches that end where a block does. */
function byBlock(events: readonly RecordedEvent[]): RecordedEvent[][] {
  const blocks: RecordedEvent[][] = [];
  for (const recorded of events) {
    const last = blocks.at(-1);
    const [first] = last ?? [];
    if (first && blockOf(first.revision) === blockOf(recorded.revision)) last?.push(recorded);
    else blocks.push([recorded]);
  }
  return blocks;
}

function pastLedger({ ledgerId, revision, state, transactionCount, knownAt }: Draft): PastLedgerRow {
  return pastLedgerRow(ledgerId, revision, state, transactionCount, knownAt);
}

/** The rows of a ledger after it was erased: none. */
export function erase({ ledgerId }: ProjectionChanges, revision: bigint): ProjectionChanges {
  return { ...unwritten(ledgerId), revision, cleared: true, erased: true };
}

/** What an event does to the rows beside the state. */
function apply(draft: Draft, { event, metadata: { commandId, recordedAt }, revision }: RecordedEvent): void {
  draft.revision = revision;
  const { type, data } = event;
  if (type === 'LedgerReset') clear(draft);
  if (draft.knownAt === null || Date.parse(recordedAt) > Date.parse(draft.knownAt)) {
    draft.knownAt = new Date(recordedAt).toISOString();
  }
  switch (type) {
    case 'ExpenseRecorded':
      return addTransaction(draft, { ...data, type: 'Expense', place: Number(revision), recordedAt });
    case 'IncomeRecorded':
      return addTransaction(draft, { ...data, type: 'Income', place: Number(revision), recordedAt });
    case 'TransactionRestored':
      return addTransaction(draft, data);
    case 'TransactionChanged': {
      const { transactionId, after, changedAt = recordedAt } = data;
      change(draft, draft.transactions, transactionId, { ...transactionFields(after), changedAt });
      return know(draft, after.date, [after.accountId ?? EVERYDAY]);
    }
    case 'TransactionDeleted':
      draft.transactionCount -= 1;
      return remove(draft, draft.transactions, data.transactionId);
    case 'TransferMade':
      return addTransfer(draft, { ...data, place: Number(revision), recordedAt });
    case 'TransferRestored':
      return addTransfer(draft, data);
    case 'TransferChanged': {
      const { transferId, after, changedAt = recordedAt } = data;
      know(draft, after.date, [after.from, after.to]);
      return change(draft, draft.transfers, transferId, { ...transferFields(after), changedAt });
    }
    case 'TransferDeleted':
      return remove(draft, draft.transfers, data.transferId);
    case 'GoalCreated':
    case 'GoalUpdated':
    case 'MoneyAddedToGoal':
    case 'MoneyTakenFromGoal':
    case 'GoalDeleted':
    case 'GoalRestored':
      draft.goalsChanged = true;
      return;
    case 'ChangeSetUndone':
      for (const [changeSetId, by] of undoneBy(data.chain, commandId)) draft.undone.set(changeSetId, by);
      return;
    case 'LedgerReset':
    case 'InitialDepositMade':
    case 'BalanceAdjusted':
    case 'BalanceAsserted':
    case 'FileImported':
    case 'EntryMatched':
    case 'ImportCutShort':
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

/** A reset begins the books anew: nothing before it is known. */
function clear(draft: Draft): void {
  draft.cleared = true;
  draft.goalsChanged = true;
  draft.transactionCount = 0;
  draft.knownAt = null;
  draft.transactions.clear();
  draft.transfers.clear();
  draft.statistics.clear();
  draft.pastStatistics.clear();
  draft.added.clear();
  draft.pastLedgers = [];
  draft.knownDays.clear();
}

/** What orders an entry among others, when it was recorded first, and when it was changed last. */
type Placed = { place: number; recordedAt: string; changedAt?: string | undefined };

function addTransaction(
  draft: Draft,
  { transactionId, place, recordedAt, changedAt, ...fields }: Placed & TransactionState & { transactionId: string },
): void {
  draft.transactionCount += 1;
  const placed = { revision: BigInt(place), recordedAt, changedAt: changedAt ?? null, knownFrom: draft.revision };
  const row = { ledgerId: draft.ledgerId, transactionId, ...transactionFields(fields), ...placed };
  insert(draft.transactions, transactionId, row);
  know(draft, fields.date, [row.accountId]);
}

function addTransfer(
  draft: Draft,
  { transferId, place, recordedAt, changedAt, ...fields }: Placed & TransferState & { transferId: string },
): void {
  const placed = { revision: BigInt(place), recordedAt, changedAt: changedAt ?? null, knownFrom: draft.revision };
  know(draft, fields.date, [fields.from, fields.to]);
  insert(draft.transfers, transferId, { ledgerId: draft.ledgerId, transferId, ...transferFields(fields), ...placed });
}

/** Notes that an entry of these accounts is dated a day. */
function know(draft: Draft, date: string, accounts: readonly string[]): void {
  for (const account of [ALL_ACCOUNTS, ...accounts]) {
    const key = `${account} ${date}`;
    if (draft.knownDays.has(key)) continue;
    draft.knownDays.set(key, { ledgerId: draft.ledgerId, account, date, knownFrom: draft.revision });
  }
}

function insert<Of extends Table>(rows: Rows<Of>, id: string, row: Row<Of>): void {
  const before = rows.get(id) ?? [];
  if (before.length > 0 && before.at(-1)?.kind !== 'delete') throw new Error(`${id} is recorded already`);
  rows.set(id, [...before, { kind: 'insert', row }]);
}

function remove<Of extends Table>(draft: Draft, rows: Rows<Of>, id: string): void {
  rows.set(id, [...(rows.get(id) ?? []), { kind: 'delete', at: draft.revision }]);
}

/** Changes fields of a row. Throws where it is deleted. */
function change<Of extends Table>(
  { revision: at }: Draft,
  rows: Rows<Of>,
  id: string,
  fields: Omit<Partial<Row<Of>>, 'knownFrom'>,
): void {
  const before = rows.get(id) ?? [];
  if (before.at(-1)?.kind === 'delete') throw new Error(`${id} is deleted already`);
  rows.set(id, [...before, { kind: 'change', at, fields: { ...fields, knownFrom: at } as Partial<Row<Of>> }]);
}

type Counted = Pick<TransactionState, 'type' | 'amount' | 'date'>;

/** What an event adds to the statistics of its days, once, or takes from them. */
export function countedBy({ type, data }: LedgerEvent): [counted: Counted, times: 1 | -1][] {
  switch (type) {
    case 'ExpenseRecorded':
      return [[{ ...data, type: 'Expense' }, 1]];
    case 'IncomeRecorded':
      return [[{ ...data, type: 'Income' }, 1]];
    case 'TransactionChanged':
      return [
        [data.before, -1],
        [data.after, 1],
      ];
    case 'TransactionDeleted':
      return [[data, -1]];
    case 'TransactionRestored':
      return [[data, 1]];
    default:
      return [];
  }
}

/** Adds to the sums of these events, which are not shared yet and may change. */
function addToStatistics({ added, revision, ledgerId }: Draft, { type, amount, date }: Counted, times: 1 | -1): void {
  const block = blockOf(revision);
  for (const [at, startsOn] of startsOf(date).entries()) {
    const period = PERIODS[at] as Period;
    const key = `${period} ${startsOn} ${block}`;
    const sums = added.get(key) ?? { ledgerId, period, startsOn, block, income: ZERO, expense: ZERO };
    added.set(key, sums);
    if (type === 'Income') sums.income = (sums.income + amount * times) as Cents;
    else sums.expense = (sums.expense + amount * times) as Cents;
  }
}

/** Adds the sums of these events to those of the events before, by period and by block. */
function addUp({ added, statistics, pastStatistics }: Draft): void {
  for (const [key, { block, ...sums }] of added) {
    const period = `${sums.period} ${sums.startsOn}`;
    statistics.set(period, plus(sums, statistics.get(period)));
    pastStatistics.set(key, plus({ ...sums, block }, pastStatistics.get(key)));
  }
}

function plus<Of extends StatisticsRow>(one: Of, other: Of | undefined): Of {
  const { income, expense } = other ?? { income: 0, expense: 0 };
  return { ...one, income: one.income + income, expense: one.expense + expense };
}
