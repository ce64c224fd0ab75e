import { definitionOf, type LedgerEvent, postingsOf } from '../events.ts';
import type { History, LedgerState } from '../history.ts';
import type { Rejection } from '../model/command-rule.ts';
import { EVERYDAY } from '../model/constants.ts';
import { posted, summary, UNUSED } from '../model/double-entry.ts';
import {
  type Entity,
  type EntityState,
  isMade,
  isSameIn,
  type Said,
  type Step,
  valueIn,
} from '../model/entity-states.ts';
import { type EntityKind, fieldsOf } from '../model/fields.ts';
import { type Cents, ZERO } from '../model/money.ts';
import { entitiesOf, nameOf } from './entity-history.ts';
import { planUndo } from './plan-undo.ts';
import type { Change } from './planned-changes.ts';
import { eventsOf } from './undo.ts';
import type { Conflict } from './undo-decision.ts';

/**
 * The effect of an undo on a field of an entity, or on all of it where `field` is null. The values are as they are, and
 * as they would be.
 */
export type UndoEffect = {
  entity: string;
  kind: EntityKind;
  what: 'removed' | 'restored' | 'changed' | 'moved';
  field: string | null;
  now: unknown;
  target: unknown;
  /** The removed or restored state, or null if the entity is changed or moved. */
  state: EntityState | null;
};

/**
 * The effects of an undo, and its conflicts. `reason` is why it is not possible, whatever the answers to conflicts;
 * else null. `change` is what the effects add to the balance, in cents.
 */
export type PlannedUndo = { reason: Rejection | null; effects: UndoEffect[]; change: Cents; conflicts: Conflict[] };

/** Previews the undo of a change-set, without an answer to conflicts. Pure. `today` as in `UndoChangeSet`. */
export function previewUndo(state: LedgerState, changeSetId: string, today: string): PlannedUndo {
  const plan = planUndo(state, changeSetId, {});
  if (typeof plan === 'string') return { reason: plan, effects: [], change: ZERO, conflicts: [] };
  const events = plan.reason ?? eventsOf(plan, state, today);
  if (!Array.isArray(events)) return { reason: events, effects: [], change: ZERO, conflicts: plan.conflicts };
  const effects = effectsOf(plan.changes, state);
  return { reason: null, effects, change: changeOf(events), conflicts: plan.conflicts };
}

/** The amount that events add to all accounts, in cents. */
function changeOf(events: readonly LedgerEvent[]): Cents {
  return Number(
    summary(
      posted(
        UNUSED,
        events.flatMap((event) => postingsOf(event, UNUSED)),
      ),
    ).Balance,
  ) as Cents;
}

function effectsOf(changes: readonly Change[], state: LedgerState): UndoEffect[] {
  const balances = new Map<string, number>();
  const saved = new Map<string, number>();
  return changes.flatMap((change): UndoEffect[] => {
    switch (change.does) {
      case 'remove': {
        const now = nameOf(change.kind, change.now);
        return [{ ...named(change), what: 'removed', field: null, now, target: null, state: change.now }];
      }
      case 'restore': {
        saved.set(change.id, change.saved?.amount ?? 0);
        const target = nameOf(change.kind, change.target);
        return [{ ...named(change), what: 'restored', field: null, now: null, target, state: change.target }];
      }
      case 'change': {
        const { kind, now, target } = change;
        if (kind === 'balance' && valueIn(target, 'balance') === undefined) return [whole(change, 'removed', now)];
        if (kind === 'balance' && valueIn(now, 'balance') === undefined) return [whole(change, 'restored', target)];
        return fieldsOf(kind)
          .filter((field) => !isSameIn(now, target, field))
          .map((field) => ({
            ...named(change),
            what: 'changed',
            field,
            now: valueIn(now, field),
            target: valueIn(target, field),
            state: null,
          }));
      }
      case 'move balance': {
        const entity = change.accountId ?? EVERYDAY;
        const before = balances.get(entity) ?? state.accounts.get(entity)?.balance ?? 0;
        balances.set(entity, before + change.amount);
        return [{ entity, kind: 'account', ...balanceMove('balance', before, change.amount) }];
      }
      case 'save': {
        const { id } = change;
        const before = saved.get(id) ?? state.goals.get(id)?.currentAmount ?? 0;
        saved.set(id, before + change.amount);
        return [{ ...named(change), ...balanceMove('currentAmount', before, change.amount) }];
      }
      default:
        return change satisfies never;
    }
  });
}

const named = ({ id, kind }: Pick<Entity, 'id' | 'kind'>) => ({ entity: id, kind });
/** A confirmed day comes or goes as a whole. It has no name. */
const whole = (
  change: Pick<Entity, 'id' | 'kind'>,
  what: 'removed' | 'restored',
  state: EntityState | null,
): UndoEffect => ({
  ...named(change),
  what,
  field: null,
  now: null,
  target: null,
  state,
});
const balanceMove = (field: string, now: number, by: Cents) =>
  ({ what: 'moved', field, now, target: now + by, state: null }) as const;

/**
 * A field of an entity before and after a change-set; undefined where the entity was not there, or the field had no
 * value.
 */
export type UndoneField = {
  entity: string;
  kind: EntityKind;
  field: string;
  before: unknown;
  after: unknown;
  /** Whether the entity was there before, and is there after. */
  wasThere: boolean;
  isThere: boolean;
};

/** The changes by a change-set, field by field, in the order of its events. */
export function undoneChanges(history: History, changeSetId: string): UndoneField[] {
  const ofEntities = [...entitiesOf(history.events).values()].flatMap((entity) => changesOfEntity(entity, changeSetId));
  const balances = history.events
    .filter(({ metadata }) => metadata.commandId === changeSetId)
    .flatMap(({ event, revision }) => {
      const change = balanceSetBy(event);
      return change ? [{ revision, change }] : [];
    });
  return [...ofEntities, ...balances]
    .sort((left, right) => (left.revision < right.revision ? -1 : left.revision > right.revision ? 1 : 0))
    .map(({ change }) => change);
}

/** The balance of an account before and after an event that sets it, in cents; null for other events. */
function balanceSetBy({ type, data }: LedgerEvent): UndoneField | null {
  const moving = definitionOf(type).moves?.(data);
  if (!moving || !('sets' in moving) || !moving.sets) return null;
  const { account, before, after } = moving.sets;
  const wasThere = before !== undefined;
  return { entity: account, kind: 'account', field: 'balance', before, after, wasThere, isThere: true };
}

function changesOfEntity({ id, kind, steps }: Entity, changeSetId: string) {
  let saved = 0;
  return steps.flatMap((step) => {
    const { does, touched, before, after } = step;
    const savedBefore = saved;
    saved += savedIn(step);
    if (step.changeSetId !== changeSetId) return [];
    const fields = does === 'change' ? touched : isMade(step) || does === 'remove' ? fieldsOf(kind) : [];
    const concerned = { entity: id, kind, wasThere: before !== null, isThere: after !== null };
    const changes = fields
      .map((field) => ({ ...concerned, field, before: valueIn(before, field), after: valueIn(after, field) }))
      .filter((change) => change.field === 'accountId' || change.before !== undefined || change.after !== undefined);
    const money = { ...concerned, field: 'currentAmount', before: savedBefore, after: saved };
    return [...changes, ...(savedBefore === saved ? [] : [money])].map((change) => ({
      revision: step.revision,
      change,
    }));
  });
}

/** The amount that a step puts into a goal, in cents; 0 where it puts none. */
function savedIn({ said }: Step): number {
  return (said as Said<'goal'> | null)?.saves?.amount ?? 0;
}
