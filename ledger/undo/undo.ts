import { undoAccount } from '../accounts/opposites.ts';
import { undoConfirmation, undoFigures } from '../balance/opposites.ts';
import { undoCarry, undoPlan, undoTarget } from '../budget/opposites.ts';
import { undoCategory } from '../categories/opposites.ts';
import type { LedgerEvent } from '../events.ts';
import { saved, undoGoal, whyNotSaved } from '../goals/opposites.ts';
import type { ChangeSetState, History, LedgerState } from '../history.ts';
import { type Deciders, type Needs, NOTHING, type Rejection, rejected } from '../model/command-rule.ts';
import { EVERYDAY } from '../model/constants.ts';
import type { EntityKind } from '../model/fields.ts';
import { safe, ZERO } from '../model/money.ts';
import type { Opposites } from '../model/opposites.ts';
import { type Draft, draftOf } from '../model/state.ts';
import { recordAsIf } from '../record-as-if.ts';
import { undoRule, undoRuleOrder } from '../rules/opposites.ts';
import { undoOccurrence, undoSchedule } from '../schedules/opposites.ts';
import { undoTransaction } from '../transactions/opposites.ts';
import { undoTransfer } from '../transfers/opposites.ts';
import { planUndo, type UndoPlan } from './plan-undo.ts';
import type { Change } from './planned-changes.ts';
import type { Conflict, Resolve } from './undo-decision.ts';

/** `today` is the day of the caller, on which a goal may be reached. */
export type ChangeSetCommand = { type: 'UndoChangeSet'; changeSetId: string; resolve: Resolve; today: string };

/** The input of the undo of a change-set and of its preview. */
export function needsOfUndo(changeSetId: string): Needs {
  return { changeSetId, rules: true, budget: true, schedules: true };
}

/** The rule of undo (product 4.14). */
export const changeSetCommands: Deciders<ChangeSetCommand, LedgerEvent, LedgerState> = {
  UndoChangeSet: {
    needs: ({ changeSetId }) => needsOfUndo(changeSetId),
    decide(command, state) {
      const plan = planUndo(state, command.changeSetId, command.resolve);
      if (typeof plan === 'string') return rejected(plan);
      if (plan.reason) return rejected(plan.reason);
      if (plan.conflicts.some(({ id }) => !Object.hasOwn(command.resolve, id))) {
        return rejected('undo_conflicts', plan.conflicts);
      }
      const events = eventsOf(plan, state, command.today);
      if (!Array.isArray(events)) return rejected(events);
      // The undo of an addition is not recorded if a merge has removed the category: its plans stay with the other one.
      const isLeft = ({ id, kind }: Conflict) => kind === 'category' || command.resolve[id] === 'now';
      if (plan.conflicts.length > 0 && plan.conflicts.every(isLeft) && events.length === 0) return NOTHING;
      // By a spread into an array: `push` takes fewer arguments than an undo may have events.
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
 * Takes the state of a ledger with an undo of which some events are missing, and gives those: what its first event says
 * is planned again from the history before it. Throws where the history lacks it.
 */
export function restOfUndo(state: LedgerState, { first, left }: NonNullable<LedgerState['unfinished']>): LedgerEvent[] {
  const { event } = state.history.events.find(({ revision }) => revision === first) ?? {};
  if (event?.type !== 'ChangeSetUndone') throw new Error(`No undo begins at revision ${first}.`);
  const { data } = event;
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
  const undoneThen = ([id, changeSet]: [string, ChangeSetState]): [string, ChangeSetState] => {
    const index = chain.indexOf(id);
    return index === -1
      ? [id, changeSet]
      : [id, { ...changeSet, undoneBy: index % 2 === 1 ? (chain[index - 1] ?? null) : null }];
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

const OPPOSITES: { [Kind in EntityKind]: Opposites<Kind, LedgerEvent> } = {
  transaction: undoTransaction,
  transfer: undoTransfer,
  goal: undoGoal,
  account: undoAccount,
  category: undoCategory,
  figures: undoFigures,
  balance: undoConfirmation,
  rule: undoRule,
  ruleOrder: undoRuleOrder,
  plan: undoPlan,
  carry: undoCarry,
  target: undoTarget,
  schedule: undoSchedule,
  occurrence: undoOccurrence,
};

/** Why the accounts and categories, as they are by then, don't let a change happen, or null if they do. */
function whyNot(change: Change, draft: Draft): Rejection | null {
  if (change.does === 'save') return whyNotSaved(change, draft);
  if (change.does === 'move balance') return null;
  const { whyNot }: Opposites<EntityKind, LedgerEvent> = OPPOSITES[change.kind];
  return whyNot(change, draft);
}

function eventOf(change: Change, draft: Draft, today: string): LedgerEvent {
  if (change.does === 'save') return saved(change, draft, today);
  if (change.does === 'move balance') {
    const { accountId, amount } = change;
    const from = draft.accounts.get(accountId ?? EVERYDAY)?.balance ?? ZERO;
    return { type: 'BalanceAdjusted', data: { from, to: safe(BigInt(from) + BigInt(amount)), accountId } };
  }
  const { removed, restored, changed }: Opposites<EntityKind, LedgerEvent> = OPPOSITES[change.kind];
  switch (change.does) {
    case 'remove':
      return removed(change, draft);
    case 'restore':
      return restored(change, today);
    case 'change':
      return changed(change, draft, today);
    default:
      return change satisfies never;
  }
}
