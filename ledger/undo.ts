import { isTaken, whyNotClosed } from './accounts/commands.ts';
import type { EventType, LedgerEvent } from './events.ts';
import { reachedOn } from './goals/commands.ts';
import type { Image, Step } from './images.ts';
import { NOTHING, type Rejection, type Rules, rejected } from './model/command-rule.ts';
import { type BalanceSource, EVERYDAY } from './model/constants.ts';
import type { ChangeSet, History } from './model/history.ts';
import { type Cents, negated, safe, ZERO } from './model/money.ts';
import {
  accountOf,
  type Draft,
  draftOf,
  type GoalState,
  type LedgerState,
  type TransactionState,
  type TransferState,
  unlessEveryday,
} from './model/state.ts';
import { type Change, planUndo, type Resolve, type UndoPlan } from './plan-undo.ts';
import { recordAsIf } from './record-as-if.ts';
import { assertedIn } from './remember.ts';

/** `today` is the day of the caller, on which a goal may be reached. */
export type ChangeSetCommand = { type: 'UndoChangeSet'; changeSetId: string; resolve: Resolve; today: string };

/** The rule of undo (product 4.14). */
export const changeSetCommands: Rules<ChangeSetCommand, LedgerEvent> = {
  UndoChangeSet: {
    needs: ({ changeSetId }) => ({ changeSetId }),
    decide(command, state) {
      const plan = planUndo(state, command.changeSetId, command.resolve);
      if (typeof plan === 'string') return rejected(plan);
      if (plan.conflicts.some(({ id }) => !Object.hasOwn(command.resolve, id))) {
        return rejected('undo_conflicts', plan.conflicts);
      }
      const events = eventsOf(plan, state, command.today);
      if (!Array.isArray(events)) return rejected(events);
      if (plan.conflicts.length > 0 && events.length === 0) return NOTHING;
      // Not as arguments, of which there can't be so many.
      return { outcome: 'events', events: [marker(command, plan, events.length), ...events] };
    },
  },
};

function marker(
  { changeSetId, resolve, today }: ChangeSetCommand,
  { chain, conflicts }: UndoPlan,
  count: number,
): LedgerEvent {
  const answers = conflicts.map(({ id }) => [id, resolve[id] ?? 'now'] as const);
  const resolved = answers.length > 0 ? { resolve: Object.fromEntries(answers) } : {};
  return { type: 'ChangeSetUndone', data: { changeSetId, chain, count, today, ...resolved } };
}

/**
 * Takes the state of a ledger with an undo of which some events are missing, and gives those: what its first event says is
 * planned again from the history before it. Throws where the history lacks it.
 */
export function restOfUndo(state: LedgerState, { first, left }: NonNullable<LedgerState['unfinished']>): LedgerEvent[] {
  const { event } = state.history.events.find(({ revision }) => revision === first) ?? {};
  const { type, data } = (event ?? {}) as LedgerEvent;
  if (type !== 'ChangeSetUndone') throw new Error(`No undo begins at revision ${first}.`);
  const history = historyBefore(state.history, first, data.chain);
  const plan = planUndo({ ...state, history }, data.changeSetId, data.resolve ?? {});
  if (typeof plan === 'string') throw new Error(`The undo at revision ${first} can't be planned: ${plan}.`);
  const rest = plan.changes.slice(-left);
  const events = eventsOf({ ...plan, changes: rest }, state, data.today);
  if (!Array.isArray(events)) throw new Error(`The undo at revision ${first} can't go on: ${events}.`);
  return events;
}

/** The history before an undo, as it was then. */
function historyBefore({ changeSets, events }: History, first: bigint, chain: readonly string[]): History {
  const earlier = [...changeSets].filter(([, changeSet]) => changeSet.first < first);
  const undoneThen = ([id, changeSet]: [string, ChangeSet]): [string, ChangeSet] => {
    const at = chain.indexOf(id);
    return at === -1
      ? [id, changeSet]
      : [id, { ...changeSet, undoneBy: at % 2 === 1 ? (chain[at - 1] ?? null) : null }];
  };
  return {
    changeSets: new Map(earlier.map(undoneThen)),
    events: events.filter(({ revision }) => revision < first),
  };
}

/** The events of a plan, one for each change, or why they can't be: a closed account, or a name that is taken. */
export function eventsOf({ changes }: UndoPlan, state: LedgerState, today: string): LedgerEvent[] | Rejection {
  const draft = draftOf(state);
  const events: LedgerEvent[] = [];
  for (const change of changes) {
    const event = whyNot(change, draft) ?? eventOf(change, draft, today);
    if (typeof event === 'string') return event;
    const reason = recordAsIf(draft, event);
    if (reason) return reason;
    events.push(event);
  }
  return events;
}

/** Why the accounts, as they are by then, don't let a change happen; null where they do. */
function whyNot(change: Change, draft: Draft): Rejection | null {
  if (!('kind' in change) || change.does === 'remove') return null;
  if (change.kind === 'balance')
    return draft.accounts.has(assertedIn(change.entity)?.account ?? '') ? null : 'account_closed';
  if (change.kind !== 'account') return null;
  const { entity, target } = change;
  const accounts = { accounts: draft.accounts };
  const isEmpty = (dataOfLast(change.steps, 'AccountRemoved')?.balance ?? ZERO) === ZERO;
  if (change.does === 'restore' && !target.isOpen && !isEmpty) return 'account_not_empty';
  if (target.isOpen === true && isTaken(accounts, String(target.name), entity)) return 'account_name_taken';
  const isClosed = change.does === 'change' && change.now.isOpen && !target.isOpen;
  return isClosed ? whyNotClosed(accounts, entity) : null;
}

function eventOf(change: Change, draft: Draft, today: string): LedgerEvent {
  switch (change.does) {
    case 'remove':
      return removed(change, draft);
    case 'restore':
      return restored(change, today);
    case 'change':
      return changed(change, draft, today);
    case 'move balance': {
      const { accountId, amount } = change;
      const from = draft.accounts.get(accountId ?? EVERYDAY)?.balance ?? ZERO;
      return { type: 'BalanceAdjusted', data: { from, to: safe(BigInt(from) + BigInt(amount)), accountId } };
    }
    case 'save':
      return saved(change, draft, today);
    default:
      return change satisfies never;
  }
}

type Of<Does extends Change['does']> = Extract<Change, { does: Does }>;

function removed({ kind, entity, now, returnTo }: Of<'remove'>, draft: Draft): LedgerEvent {
  switch (kind) {
    case 'transaction': {
      const { type, amount, date, accountId } = now as unknown as TransactionState;
      return { type: 'TransactionDeleted', data: { transactionId: entity, type, amount, date, accountId } };
    }
    case 'transfer': {
      const { from, to, amount } = now as unknown as TransferState;
      return { type: 'TransferDeleted', data: { transferId: entity, from, to, amount } };
    }
    case 'goal': {
      const returnedAmount = draft.goals.get(entity)?.currentAmount ?? ZERO;
      return { type: 'GoalDeleted', data: { goalId: entity, returnedAmount, accountId: returnTo } };
    }
    case 'account':
      return { type: 'AccountRemoved', data: { accountId: entity, balance: accountOf(draft, entity).balance } };
    default:
      throw new Error(`There is no event that removes the ${kind}.`);
  }
}

function restored({ kind, entity, target, saved, steps }: Of<'restore'>, today: string): LedgerEvent {
  switch (kind) {
    case 'transaction':
      return { type: 'TransactionRestored', data: { transactionId: entity, ...target } } as LedgerEvent;
    case 'transfer':
      return { type: 'TransferRestored', data: { transferId: entity, ...target } } as LedgerEvent;
    case 'goal': {
      const { amount, accountId } = saved ?? { amount: ZERO, accountId: undefined };
      const goal = { ...(target as unknown as GoalState), currentAmount: amount };
      const reached = reachedOn(goal, lastReachedOn(steps) ?? today);
      const { currentAmount: _, ...fields } = goal;
      return { type: 'GoalRestored', data: { goalId: entity, ...fields, amount, accountId, ...reached } };
    }
    case 'account': {
      const balance = dataOfLast(steps, 'AccountRemoved')?.balance ?? ZERO;
      return { type: 'AccountRestored', data: { accountId: entity, ...target, balance } } as LedgerEvent;
    }
    default:
      throw new Error(`There is no event that restores the ${kind}.`);
  }
}

function changed({ kind, entity, now, target, steps }: Of<'change'>, draft: Draft, today: string): LedgerEvent {
  switch (kind) {
    case 'transaction': {
      const changedAt = (target.changedAt as string | undefined) ?? null;
      const data = { transactionId: entity, before: ofEntry(now), after: ofEntry(target), changedAt };
      return { type: 'TransactionChanged', data } as LedgerEvent;
    }
    case 'transfer': {
      const changedAt = (target.changedAt as string | undefined) ?? null;
      const data = { transferId: entity, before: ofEntry(now), after: ofEntry(target), changedAt };
      return { type: 'TransferChanged', data } as LedgerEvent;
    }
    case 'goal': {
      const { title, finalAmount, category, description } = target as unknown as GoalState;
      const goal = draft.goals.get(entity);
      const reached = goal && reachedOn({ ...goal, finalAmount }, lastReachedOn(steps) ?? today);
      return { type: 'GoalUpdated', data: { goalId: entity, title, finalAmount, category, description, ...reached } };
    }
    case 'account': {
      if (now.name !== target.name) {
        return { type: 'AccountRenamed', data: { accountId: entity, from: String(now.name), to: String(target.name) } };
      }
      return { type: target.isOpen ? 'AccountReopened' : 'AccountClosed', data: { accountId: entity } };
    }
    case 'figures': {
      const { income, expense } = target as { income?: Cents; expense?: Cents };
      if (income === undefined || expense === undefined) return { type: 'MonthlyFiguresCleared', data: {} };
      return { type: 'MonthlyFiguresSet', data: { income, expense } };
    }
    case 'balance': {
      const { account, date } = assertedIn(entity) ?? {};
      if (account === undefined || date === undefined) throw new Error(`${entity} is no confirmed balance.`);
      const { balance, source = now.source } = target as { balance?: Cents; source?: BalanceSource };
      const said = { ...(balance === undefined ? {} : { balance }), source: source as BalanceSource };
      const data = { accountId: unlessEveryday(account), date, ...said };
      return { type: 'BalanceAsserted', data };
    }
    default:
      return kind satisfies never;
  }
}

/** The fields of a transaction or a transfer, without its place among others. */
function ofEntry({ place: _place, recordedAt: _recordedAt, changedAt: _changedAt, ...fields }: Image): Image {
  return fields;
}

function saved({ entity: goalId, accountId, amount, steps }: Of<'save'>, draft: Draft, today: string): LedgerEvent {
  const goal = draft.goals.get(goalId);
  if (!goal) throw new Error(`Goal ${goalId} is not there to move money.`);
  const after = { ...goal, currentAmount: safe(goal.currentAmount + amount) };
  const reached = reachedOn(after, lastReachedOn(steps) ?? today);
  return amount > 0
    ? { type: 'MoneyAddedToGoal', data: { goalId, amount, accountId, ...reached } }
    : { type: 'MoneyTakenFromGoal', data: { goalId, amount: negated(amount), accountId, ...reached } };
}

/** The data of the last event of a type; undefined where there is none. */
function dataOfLast<Type extends EventType>(steps: readonly Step[], type: Type): LedgerEvent<Type>['data'] | undefined {
  const { event } = steps.findLast(({ happened }) => happened.event.type === type)?.happened ?? {};
  return event?.data as LedgerEvent<Type>['data'] | undefined;
}

/** The day on which a goal was reached when it was last reached; undefined where it never was. */
function lastReachedOn(steps: readonly Step[]): string | undefined {
  const days = steps.map(({ happened }) => (happened.event.data as { reachedOn?: string }).reachedOn);
  return days.findLast((day) => day !== undefined);
}
