import { type Entity, type EntityState, isMade, isSame, isSameIn, type Step, valueIn } from '../model/entity-states.ts';
import type { Mark } from '../model/schedule.ts';
import { stateAfter, stateAtStart } from './entity-history.ts';
import type { UndoDraft } from './undo-draft.ts';

/**
 * The mark of an occurrence has the value of the last step in force, too. Where it gets an entry back, that goes
 * before what was skipped or opened since; one that has another entry by then stays closed (product 13.3).
 */
export function planOccurrence(draft: UndoDraft, entity: Entity, now: EntityState, inForce: readonly Step[]): void {
  const last = inForce.at(-1)?.after ?? null;
  const back = inForce.findLast(({ revision }) => revision <= draft.chain.end)?.after ?? null;
  const [entry, closing] = [entryOf(draft, back), entryOf(draft, last)];
  if (entry !== null && closing !== null && entry !== closing) draft.reason = 'occurrence_closed';
  planLast(draft, entity, now, entry === null || closing !== null ? last : back);
}

/** The entry that closes an occurrence with this state, and is there once this undo is done; null for none. */
function entryOf(draft: UndoDraft, occurrence: EntityState | null): string | null {
  const { entry = null } = (valueIn(occurrence, 'mark') as Mark | undefined) ?? {};
  const known = entry === null ? undefined : draft.entities.get(entry);
  return known && stateAfter(known, draft.counted(known)) === null ? null : entry;
}

/**
 * A confirmed day, a target and what carries over have the values of the last step in force, so nothing stands in the
 * way.
 */
export function planLast(draft: UndoDraft, entity: Entity, now: EntityState, last: EntityState | null): void {
  const target = last ?? stateAtStart(entity) ?? {};
  if (isSame(entity.kind, now, target) && isSameIn(now, target, 'place')) return;
  draft.changes.add({ does: 'change', ...entity, now, target });
}

/** An occurrence stays posted where an answer keeps its entry. */
export function keepPosted(draft: UndoDraft): void {
  for (const change of draft.changes.ofEntities) {
    if (change.kind !== 'occurrence' || change.does !== 'change') continue;
    const { entry } = (valueIn(change.now, 'mark') as Mark | undefined) ?? {};
    const { steps = [] } = draft.entities.get(entry ?? '') ?? {};
    const isPosted = steps.some((step) => step.changeSetId === draft.chain.rootId && isMade(step));
    const isThere = steps.at(-1)?.after !== null && draft.changes.of(entry ?? '')?.does !== 'remove';
    if (isPosted && isThere && !draft.chain.isRedone) draft.changes.drop(change);
  }
}
