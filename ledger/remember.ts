import type { EventType, LedgerEvent, RecordedEvent } from './events.ts';
import { type ChangeSetKind, EVERYDAY } from './model/constants.ts';
import { accountCounted } from './model/double-entry.ts';
import type { ChangeSet, Happened, History } from './model/history.ts';
import { postingsOf } from './postings.ts';

/** The kind of the change-set that an event is the first of. */
const KINDS: Record<EventType, ChangeSetKind> = {
  InitialDepositMade: 'initial-deposit',
  BalanceAdjusted: 'update-account-balance',
  BalanceAsserted: 'assert-balance',
  MonthlyFiguresSet: 'add-income-and-expense',
  MonthlyFiguresCleared: 'undo',
  ExpenseRecorded: 'create-expense',
  IncomeRecorded: 'create-income',
  TransactionChanged: 'update-transaction',
  TransactionDeleted: 'delete-transaction',
  TransactionRestored: 'undo',
  TransferMade: 'create-transfer',
  TransferChanged: 'update-transfer',
  TransferDeleted: 'delete-transfer',
  TransferRestored: 'undo',
  GoalCreated: 'create-goal',
  GoalUpdated: 'update-goal',
  MoneyAddedToGoal: 'add-money-to-goal',
  MoneyTakenFromGoal: 'undo',
  GoalDeleted: 'delete-goal',
  GoalRestored: 'undo',
  AccountOpened: 'open-account',
  AccountRenamed: 'rename-account',
  AccountClosed: 'close-account',
  AccountReopened: 'reopen-account',
  AccountRemoved: 'undo',
  AccountRestored: 'undo',
  FileImported: 'import',
  EntryMatched: 'import',
  ImportCutShort: 'import',
  ChangeSetUndone: 'undo',
  CheckoutStarted: 'payment',
  CheckoutExpired: 'payment',
  PaymentConfirmed: 'payment',
  LedgerReset: 'demo-reset',
};

/** What stands for the monthly figures among the ids of things. */
export const FIGURES = 'monthly-figures';

/** What stands for the confirmed balance of an account on a day among the ids of things. */
const balanceOf = (account: string, date: string) => `balance ${account} ${date}`;

/** The account and the day of the id of a confirmed balance; null for any other id. */
export function assertedIn(entity: string): { account: string; date: string } | null {
  const [what, account, date] = entity.split(' ');
  return what === 'balance' && account !== undefined && date !== undefined ? { account, date } : null;
}

/**
 * The id of the transaction, transfer, goal or account that an event is about, `FIGURES`, or that of a confirmed balance;
 * null where it is about none.
 */
export function entityOf({ type, data }: LedgerEvent): string | null {
  switch (type) {
    case 'ExpenseRecorded':
    case 'IncomeRecorded':
    case 'TransactionChanged':
    case 'TransactionDeleted':
    case 'TransactionRestored':
      return data.transactionId;
    case 'TransferMade':
    case 'TransferChanged':
    case 'TransferDeleted':
    case 'TransferRestored':
      return data.transferId;
    case 'GoalCreated':
    case 'GoalUpdated':
    case 'MoneyAddedToGoal':
    case 'MoneyTakenFromGoal':
    case 'GoalDeleted':
    case 'GoalRestored':
      return data.goalId;
    case 'AccountOpened':
    case 'AccountRenamed':
    case 'AccountClosed':
    case 'AccountReopened':
    case 'AccountRemoved':
    case 'AccountRestored':
      return data.accountId;
    case 'MonthlyFiguresSet':
    case 'MonthlyFiguresCleared':
      return FIGURES;
    case 'BalanceAsserted':
      return balanceOf(data.accountId ?? EVERYDAY, data.date);
    case 'EntryMatched':
      return data.entryId;
    case 'FileImported':
    case 'ImportCutShort':
    case 'InitialDepositMade':
    case 'BalanceAdjusted':
    case 'ChangeSetUndone':
    case 'CheckoutStarted':
    case 'CheckoutExpired':
    case 'PaymentConfirmed':
    case 'LedgerReset':
      return null;
    default:
      return type satisfies never;
  }
}

/** The accounts that an event opens, renames, closes, reopens or removes, whose money it moves, or of which it confirms a day. */
export function accountsOf(event: LedgerEvent): string[] {
  const counted = postingsOf(event, {}).map(({ account }) => accountCounted(account));
  const asserted = event.type === 'BalanceAsserted' ? (event.data.accountId ?? EVERYDAY) : null;
  const own = event.type.startsWith('Account') ? entityOf(event) : asserted;
  return [...new Set([own, ...counted])].filter((accountId) => accountId !== null);
}

/**
 * Which undo is in force for each change-set of a chain once `by` has undone the first of it: the first is undone by it, the
 * second in force again, and so on (product 4.14).
 */
export function undoneBy(chain: readonly string[], by: string): [changeSetId: string, undoneBy: string | null][] {
  return chain.map((changeSetId, at) => [changeSetId, at % 2 === 1 ? null : (chain[at - 1] ?? by)]);
}

/** Takes a history and the next events, in order, and gives the history after them. Pure. */
export function remember(before: History, recorded: readonly RecordedEvent[]): History {
  if (recorded.length === 0) return before;
  const changeSets = new Map(before.changeSets);
  let events: Happened[] = [...before.events];
  for (const { event, metadata, revision } of recorded) {
    const { commandId: changeSetId, recordedAt } = metadata;
    if (event.type === 'LedgerReset') events = [];
    events.push({ revision, changeSetId, recordedAt, event });
    changeSets.set(changeSetId, extended(changeSets.get(changeSetId), { event, metadata, revision }));
    if (event.type !== 'ChangeSetUndone') continue;
    for (const [id, by] of undoneBy(event.data.chain, changeSetId)) {
      const known = changeSets.get(id);
      if (known) changeSets.set(id, { ...known, undoneBy: by });
    }
  }
  return { changeSets, events };
}

function extended(before: ChangeSet | undefined, { event, metadata, revision }: RecordedEvent): ChangeSet {
  const accounts = [...new Set([...(before?.accounts ?? []), ...accountsOf(event)])];
  if (before) return { ...before, last: revision, accounts };
  return {
    kind: KINDS[event.type],
    first: revision,
    last: revision,
    recordedAt: metadata.recordedAt,
    inputHash: metadata.inputHash,
    undoes: event.type === 'ChangeSetUndone' ? event.data.changeSetId : null,
    undoneBy: null,
    accounts,
  };
}
