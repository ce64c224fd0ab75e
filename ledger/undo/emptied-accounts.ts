import { confirmationIn } from '../model/entity-ids.ts';
import { type Entity, type EntityState, isSame, overlaid, valueIn } from '../model/entity-states.ts';
import { traitsOf } from '../model/kinds.ts';
import { statesAfter } from './entity-history.ts';
import type { UndoDecision } from './undo-decision.ts';
import type { UndoDraft } from './undo-draft.ts';
import type { UndoGrounds } from './undo-grounds.ts';

/**
 * Entries that were made in an account go with it; those that an edit has put into it go back to where they were.
 * None of its days is confirmed.
 */
export function removeWhatIsIn(grounds: UndoGrounds, draft: UndoDraft, accountId: string): UndoDecision[] {
  return [...grounds.entities.values()].flatMap((entity): UndoDecision[] => {
    const { kind, id, steps } = entity;
    const now = steps.at(-1)?.after ?? null;
    if (confirmationIn(id)?.account === accountId && now && valueIn(now, 'balance') !== undefined) {
      return [{ change: { does: 'change', ...entity, now, target: { ...now, balance: undefined } } }];
    }
    const planned = draft.changeOf(id);
    const last = planned ? 'target' in planned && planned.target : now;
    if (!last || !traitsOf(kind).accountsOf(last).includes(accountId)) return [];
    const target = elsewhere(grounds, draft, entity, last);
    return [...(planned ? [{ dropped: planned }] : []), ...changeTo(entity, now, target)];
  });
}

/** The change of an entity to another state, if it is another: null if it is not there. */
function changeTo(entity: Entity, now: EntityState | null, target: EntityState | null): UndoDecision[] {
  if (now === null) return target ? [{ change: { does: 'restore', ...entity, target } }] : [];
  if (target === null) return [{ change: { does: 'remove', ...entity, now } }];
  return isSame(entity.kind, now, target) ? [] : [{ change: { does: 'change', ...entity, now, target } }];
}

/**
 * The state of an entity in the accounts that held it last, by the change-sets in force, before one that is removed;
 * null if there are none.
 */
function elsewhere(grounds: UndoGrounds, draft: UndoDraft, entity: Entity, state: EntityState): EntityState | null {
  const { accountsOf, accountFields, fits } = traitsOf(entity.kind);
  const inForce = grounds.counted(entity);
  const last = statesAfter(entity, inForce).findLast(
    (each) => each !== null && accountsOf(each).every((accountId) => stays(grounds, draft, accountId)),
  );
  const target = last && overlaid(state, last, accountFields);
  return target && fits(target, grounds.knownCategories) ? target : null;
}

/** Whether an account is there once this undo is done. */
function stays({ accounts }: UndoGrounds, draft: UndoDraft, accountId: string): boolean {
  const isThere = accounts.has(accountId) || draft.changeOf(accountId)?.does === 'restore';
  return isThere && !draft.going.has(accountId);
}
