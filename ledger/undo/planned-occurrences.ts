import { type Entity, type EntityState, isMade, isSame, isSameIn, type Step, valueIn } from '../model/entity-states.ts';
import type { Mark } from '../model/schedule.ts';
import { stateAfter, stateAtStart } from './entity-history.ts';
import type { UndoDecision } from './undo-decision.ts';
import type { UndoDraft } from './undo-draft.ts';
import type { UndoGrounds } from './undo-grounds.ts';

/**
 * The mark of an occurrence has the value of the last step in force, too. Where it gets an entry back, that goes
 * before what was skipped or opened since; one that has another entry by then stays closed (product 13.3).
 */
export function planOccurrence(
  grounds: UndoGrounds,
  entity: Entity,
  now: EntityState,
  inForce: readonly Step[],
): UndoDecision[] {
  const last = inForce.at(-1)?.after ?? null;
  const back = inForce.findLast(({ revision }) => revision <= grounds.chain.end)?.after ?? null;
  const [entry, closing] = [entryOf(grounds, back), entryOf(grounds, last)];
  const isClosed = entry !== null && closing !== null && entry !== closing;
  return [
    ...(isClosed ? [{ obstacle: 'occurrence_closed' } as const] : []),
    ...planLast(entity, now, entry === null || closing !== null ? last : back),
  ];
}

/** The entry that closes an occurrence with this state, and is there once this undo is done; null for none. */
function entryOf(grounds: UndoGrounds, occurrence: EntityState | null): string | null {
  const { entry = null } = (valueIn(occurrence, 'mark') as Mark | undefined) ?? {};
  const known = entry === null ? undefined : grounds.entities.get(entry);
  return known && stateAfter(known, grounds.counted(known)) === null ? null : entry;
}

/**
 * A confirmed day, a target and what carries over have the values of the last step in force, so nothing stands in the
 * way.
 */
export function planLast(entity: Entity, now: EntityState, last: EntityState | null): UndoDecision[] {
  const target = last ?? stateAtStart(entity) ?? {};
  if (isSame(entity.kind, now, target) && isSameIn(now, target, 'place')) return [];
  return [{ change: { does: 'change', ...entity, now, target } }];
}

/** An occurrence stays posted where an answer keeps its entry. */
export function keepPosted({ chain, entities }: UndoGrounds, draft: UndoDraft): UndoDecision[] {
  return draft.changes.flatMap((change) => {
    if (change.kind !== 'occurrence' || change.does !== 'change') return [];
    const { entry } = (valueIn(change.now, 'mark') as Mark | undefined) ?? {};
    const { steps = [] } = entities.get(entry ?? '') ?? {};
    const isPosted = steps.some((step) => step.changeSetId === chain.rootId && isMade(step));
    const isThere = steps.at(-1)?.after !== null && draft.changeOf(entry ?? '')?.does !== 'remove';
    return isPosted && isThere && !chain.isRedone ? [{ dropped: change }] : [];
  });
}
