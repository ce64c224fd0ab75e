import type { LedgerEvent } from './events.ts';
import { type EntityKind, GROUPS, isSameIn, kindOfEntity, type Step, stepsByEntity } from './images.ts';
import type { Rejection } from './model/command-rule.ts';
import { EVERYDAY } from './model/constants.ts';
import type { History } from './model/history.ts';
import type { Cents } from './model/money.ts';
import type { LedgerState } from './model/state.ts';
import { type Change, type Conflict, nameOf, planUndo } from './plan-undo.ts';
import { eventsOf } from './undo.ts';

/** What an undo does to a thing: to all of it where `field` is null. The values are as they are, and as they would be. */
export type Effect = {
  entity: string;
  kind: EntityKind;
  what: 'removed' | 'restored' | 'changed' | 'moved';
  field: string | null;
  now: unknown;
  target: unknown;
};

/** What an undo would do, and what stands in the way. `reason` is why it is not possible, whatever the answers; else null. */
export type Preview = { reason: Rejection | null; effects: Effect[]; conflicts: Conflict[] };

/** Previews the undo of a change-set, without an answer to conflicts. Pure. `today` as in `UndoChangeSet`. */
export function previewUndo(state: LedgerState, changeSetId: string, today: string): Preview {
  const plan = planUndo(state, changeSetId, {});
  if (typeof plan === 'string') return { reason: plan, effects: [], conflicts: [] };
  const events = eventsOf(plan, state, today);
  const reason = Array.isArray(events) ? null : events;
  return { reason, effects: reason ? [] : effectsOf(plan.changes, state), conflicts: plan.conflicts };
}

function effectsOf(changes: readonly Change[], state: LedgerState): Effect[] {
  const balances = new Map<string, number>();
  const saved = new Map<string, number>();
  return changes.flatMap((change): Effect[] => {
    switch (change.does) {
      case 'remove':
        return [{ ...named(change), what: 'removed', field: null, now: nameOf(change.now), target: null }];
      case 'restore':
        saved.set(change.entity, change.saved?.amount ?? 0);
        return [{ ...named(change), what: 'restored', field: null, now: null, target: nameOf(change.target) }];
      case 'change':
        if (change.kind === 'balance' && change.target.balance === undefined) return [whole(change, 'removed')];
        if (change.kind === 'balance' && change.now.balance === undefined) return [whole(change, 'restored')];
        return GROUPS[change.kind]
          .flat()
          .filter((field) => !isSameIn(change.now, change.target, field))
          .map((field) => ({
            ...named(change),
            what: 'changed',
            field,
            now: change.now[field],
            target: change.target[field],
          }));
      case 'move balance': {
        const entity = change.accountId ?? EVERYDAY;
        const before = balances.get(entity) ?? state.accounts.get(entity)?.balance ?? 0;
        balances.set(entity, before + change.amount);
        return [{ entity, kind: 'account', ...moved('balance', before, change.amount) }];
      }
      case 'save': {
        const { entity } = change;
        const before = saved.get(entity) ?? state.goals.get(entity)?.currentAmount ?? 0;
        saved.set(entity, before + change.amount);
        return [{ entity, kind: 'goal', ...moved('currentAmount', before, change.amount) }];
      }
      default:
        return change satisfies never;
    }
  });
}

const named = ({ entity, kind }: { entity: string; kind: EntityKind }) => ({ entity, kind });
/** A confirmed balance comes or goes as a whole. It has no name. */
const whole = (change: { entity: string; kind: EntityKind }, what: 'removed' | 'restored'): Effect => ({
  ...named(change),
  what,
  field: null,
  now: null,
  target: null,
});
const moved = (field: string, now: number, by: Cents) => ({ what: 'moved' as const, field, now, target: now + by });

/** A field of a thing before and after a change-set; undefined where the thing was not there, or the field had no value. */
export type FieldChange = {
  entity: string;
  kind: EntityKind;
  field: string;
  before: unknown;
  after: unknown;
  /** Whether the thing was there before, and is there after. */
  wasThere: boolean;
  isThere: boolean;
};

/** What a change-set changed, field by field, in the order of its events. */
export function changesOf(history: History, changeSetId: string): FieldChange[] {
  const things = [...stepsByEntity(history.events)].flatMap(([entity, steps]) =>
    changesOfEntity(entity, steps, changeSetId),
  );
  const balances = history.events
    .filter((one) => one.changeSetId === changeSetId)
    .flatMap(({ event, revision }) => {
      const moved = balanceBy(event as LedgerEvent);
      if (!moved) return [];
      const change = { kind: 'account' as const, field: 'balance', isThere: true, ...moved };
      return [{ revision, change }];
    });
  return [...things, ...balances]
    .sort((one, other) => (one.revision < other.revision ? -1 : one.revision > other.revision ? 1 : 0))
    .map(({ change }) => change);
}

/** What an event that is about an account's balance made of it, in cents; null for other events. */
function balanceBy({ type, data }: LedgerEvent) {
  switch (type) {
    case 'InitialDepositMade':
      return { entity: data.accountId ?? EVERYDAY, before: 0, after: data.amount, wasThere: true };
    case 'BalanceAdjusted':
      return { entity: data.accountId ?? EVERYDAY, before: data.from, after: data.to, wasThere: true };
    case 'AccountOpened':
      return { entity: data.accountId, before: undefined, after: data.openingBalance ?? 0, wasThere: false };
    default:
      return null;
  }
}

function changesOfEntity(entity: string, steps: readonly Step[], changeSetId: string) {
  let saved = 0;
  return steps.flatMap((step) => {
    const { happened, does, touched, before, after } = step;
    const event = happened.event as LedgerEvent;
    const kind = kindOfEntity(event);
    const savedBefore = saved;
    saved = savedAfter(event, saved);
    if (happened.changeSetId !== changeSetId) return [];
    const all = kind === 'account' ? ['name', 'kind', 'isOpen'] : GROUPS[kind].flat();
    const fields = does === 'change' ? touched : does === 'make' || does === 'remove' ? all : [];
    const thing = { entity, kind, wasThere: before !== null, isThere: after !== null };
    const changes = fields
      .map((field) => ({ ...thing, field, before: before?.[field], after: after?.[field] }))
      .filter((one) => one.field === 'accountId' || one.before !== undefined || one.after !== undefined);
    const money = { ...thing, field: 'currentAmount', before: savedBefore, after: saved };
    return [...changes, ...(savedBefore === saved ? [] : [money])].map((change) => ({
      revision: happened.revision,
      change,
    }));
  });
}

/** What is saved for a goal after an event about it, in cents; for other things 0. */
function savedAfter({ type, data }: LedgerEvent, saved: number): number {
  switch (type) {
    case 'MoneyAddedToGoal':
      return saved + data.amount;
    case 'MoneyTakenFromGoal':
      return saved - data.amount;
    case 'GoalRestored':
      return data.amount;
    case 'GoalDeleted':
      return 0;
    default:
      return saved;
  }
}
