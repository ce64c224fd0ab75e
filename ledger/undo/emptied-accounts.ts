import { confirmationIn } from '../model/entity-ids.ts';
import { type Entity, type EntityState, isSame, overlaid, valueIn } from '../model/entity-states.ts';
import { traitsOf } from '../model/kinds.ts';
import { statesAfter } from './entity-history.ts';
import type { UndoDraft } from './undo-draft.ts';

/**
 * Entries that were made in an account go with it; those that an edit has put into it go back to where they were.
 * None of its days is confirmed.
 */
export function removeWhatIsIn(draft: UndoDraft, accountId: string): void {
  for (const entity of draft.entities.values()) {
    const { kind, id, steps } = entity;
    const now = steps.at(-1)?.after ?? null;
    if (confirmationIn(id)?.account === accountId && now && valueIn(now, 'balance') !== undefined) {
      draft.changes.add({ does: 'change', ...entity, now, target: { ...now, balance: undefined } });
    }
    const planned = draft.changes.of(id);
    const last = planned ? 'target' in planned && planned.target : now;
    if (!last || !traitsOf(kind).accountsOf(last).includes(accountId)) continue;
    if (planned) draft.changes.drop(planned);
    const target = elsewhere(draft, entity, last);
    if (now === null) {
      if (target) draft.changes.add({ does: 'restore', ...entity, target });
    } else if (!target) draft.changes.add({ does: 'remove', ...entity, now });
    else if (!isSame(kind, now, target)) draft.changes.add({ does: 'change', ...entity, now, target });
  }
}

/**
 * The state of an entity in the accounts that held it last, by the change-sets in force, before one that is removed;
 * null if there are none.
 */
function elsewhere(draft: UndoDraft, entity: Entity, state: EntityState): EntityState | null {
  const { accountsOf, accountFields, fits } = traitsOf(entity.kind);
  const inForce = draft.counted(entity);
  const last = statesAfter(entity, inForce).findLast(
    (each) => each !== null && accountsOf(each).every((accountId) => stays(draft, accountId)),
  );
  const target = last && overlaid(state, last, accountFields);
  return target && fits(target, draft.knownCategories) ? target : null;
}

/** Whether an account is there once this undo is done. */
function stays(draft: UndoDraft, accountId: string): boolean {
  const isThere = draft.accounts.has(accountId) || draft.changes.of(accountId)?.does === 'restore';
  return isThere && !draft.going.has(accountId);
}
