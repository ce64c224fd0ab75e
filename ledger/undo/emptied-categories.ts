import {
  type Entity,
  type EntityState,
  isMade,
  isSame,
  isSameIn,
  overlaid,
  type Step,
  valueIn,
} from '../model/entity-states.ts';
import { stateAfter } from './entity-history.ts';
import {
  type FiledEntry,
  filedIn,
  inCategories,
  isEntryKind,
  namesCategory,
  partsOfEntry,
  setByUndo,
  withoutCategory,
} from './filed-entries.ts';
import type { Conflict, UndoDecision } from './undo-decision.ts';
import type { UndoDraft } from './undo-draft.ts';
import type { UndoGrounds } from './undo-grounds.ts';

/**
 * Plans that the entries of a category that goes get the category `into`, or none, and that those below it are at the
 * top. Each is a conflict, unless this undo changes it anyway. `isKept` where an answer keeps one of them as it is.
 */
export function emptyCategory(
  grounds: UndoGrounds,
  draft: UndoDraft,
  id: string,
  into: string | undefined,
): { decisions: UndoDecision[]; isKept: boolean } {
  const emptied: { entity: Entity; now: EntityState | null; target: EntityState }[] = [];
  const conflicts: Conflict[] = [];
  let isKept = false;
  for (const entity of grounds.entities.values()) {
    const now = entity.steps.at(-1)?.after ?? null;
    const planned = draft.changeOf(entity.id);
    const last = planned ? 'target' in planned && planned.target : now;
    if (!last || (!isEntryKind(entity.kind) && entity.kind !== 'category')) continue;
    const field = entity.kind === 'category' ? 'parent' : 'category';
    const target =
      entity.kind === 'category'
        ? valueIn(last, 'parent') === id && ({ ...last, parent: undefined } as EntityState)
        : namesCategory(last, id) && withoutCategory(last, grounds.categories, id, into);
    if (!target) continue;
    const fields = entity.kind === 'category' ? [field] : filedIn(entity.kind);
    const puts = (step: Step) => isMade(step) || fields.some((each) => step.touched.includes(each));
    const conflictId = `${entity.id} ${field}`;
    // A category that an undo of this chain has put there, and nothing since elsewhere, goes with it.
    const putBy = entity.steps.findLast(puts);
    const isByChain = putBy?.does === 'change' && grounds.chain.ids.slice(0, -1).includes(putBy.changeSetId);
    if (isByChain && !draft.hasConflict(conflictId)) {
      emptied.push({ entity, now, target });
      continue;
    }
    const touching = entity.steps.findLast((step) => grounds.isOwnInForce(step.changeSetId) && puts(step));
    const conflict: Conflict = {
      id: conflictId,
      changeSetId: touching?.changeSetId ?? entity.steps.at(-1)?.changeSetId ?? '',
      entity: entity.id,
      kind: entity.kind,
      field,
      now: id,
      target: into,
    };
    conflicts.push(conflict);
    if (grounds.answerTo(conflict) === 'then') emptied.push({ entity, now, target });
    else isKept = true;
  }
  const decisions: UndoDecision[] = conflicts.map((conflict) => ({ conflict }));
  if (isKept) return { decisions, isKept };
  for (const { entity, now, target } of emptied) {
    const planned = draft.changeOf(entity.id);
    if (planned) decisions.push({ dropped: planned });
    const states = now === null ? ({ does: 'restore', target } as const) : ({ does: 'change', now, target } as const);
    decisions.push({ change: { ...entity, ...states } });
  }
  return { decisions, isKept };
}

/**
 * Where categories come back, entries whose category an earlier undo has replaced, since it was gone, get theirs
 * back: by the change-sets in force. What this undo takes back or does again is planned already.
 */
export function recategorise(grounds: UndoGrounds, draft: UndoDraft): UndoDecision[] {
  const isBack = draft.changes.some(({ kind, does }) => kind === 'category' && does === 'restore');
  if (!isBack) return [];
  const before = (id: string) => grounds.categoryBefore(id);
  return [...grounds.entities.values()].flatMap((entity): UndoDecision[] => {
    const { kind, steps } = entity;
    if (!isEntryKind(kind) || steps.some(({ changeSetId }) => grounds.chain.ids.includes(changeSetId))) return [];
    const now = steps.at(-1)?.after ?? null;
    const own = stateAfter(entity, grounds.counted(entity)) as FiledEntry | null;
    if (!now || !own || draft.changeOf(entity.id)) return [];
    const fields = filedIn(kind);
    const replaced = inCategories(own, before);
    const target = overlaid(now, own, fields);
    if (isSame(kind, now, target) || fields.some((field) => !isSameIn(now, replaced, field))) return [];
    return [{ change: { does: 'change', ...entity, now, target } }];
  });
}

/** Gives entries that change or come back the categories that are there then, in place of those that are not. */
export function categorise(draft: UndoDraft): UndoDecision[] {
  const isThere = (id: string) => draft.isThere(id);
  const current = (id: string) => draft.currentOf(id);
  return draft.changes.flatMap((change) => {
    if (!isEntryKind(change.kind) || !('target' in change)) return [];
    const target = change.target as FiledEntry;
    const ids = [target.category, ...(partsOfEntry(target) ?? []).map((part) => part.category)];
    if (ids.every((id) => id === undefined || isThere(id))) return [];
    return [{ retargeted: { ...change, target: setByUndo(target, inCategories(target, current)) } }];
  });
}
