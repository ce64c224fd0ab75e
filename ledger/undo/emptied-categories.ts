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
import type { UndoDraft } from './undo-draft.ts';

/**
 * Plans that the entries of a category that goes get the category `into`, or none, and that those below it are at the
 * top. Each is a conflict, unless this undo changes it anyway. False where an answer keeps one of them as it is.
 */
export function emptyCategory(draft: UndoDraft, id: string, into: string | undefined): boolean {
  const emptied: { entity: Entity; now: EntityState | null; last: EntityState; target: EntityState }[] = [];
  let isKept = false;
  for (const entity of draft.entities.values()) {
    const now = entity.steps.at(-1)?.after ?? null;
    const planned = draft.changes.of(entity.id);
    const last = planned ? 'target' in planned && planned.target : now;
    if (!last || (!isEntryKind(entity.kind) && entity.kind !== 'category')) continue;
    const field = entity.kind === 'category' ? 'parent' : 'category';
    const target =
      entity.kind === 'category'
        ? valueIn(last, 'parent') === id && ({ ...last, parent: undefined } as EntityState)
        : namesCategory(last, id) && withoutCategory(last, draft.categories, id, into);
    if (!target) continue;
    const fields = entity.kind === 'category' ? [field] : filedIn(entity.kind);
    const puts = (step: Step) => isMade(step) || fields.some((each) => step.touched.includes(each));
    const conflictId = `${entity.id} ${field}`;
    // A category that an undo of this chain has put there, and nothing since elsewhere, goes with it.
    const putBy = entity.steps.findLast(puts);
    const isByChain = putBy?.does === 'change' && draft.chain.ids.slice(0, -1).includes(putBy.changeSetId);
    if (isByChain && !draft.hasConflict(conflictId)) {
      emptied.push({ entity, now, last, target });
      continue;
    }
    const touching = entity.steps.findLast((step) => draft.isOwnInForce(step.changeSetId) && puts(step));
    const answer = draft.conflict({
      id: conflictId,
      changeSetId: touching?.changeSetId ?? entity.steps.at(-1)?.changeSetId ?? '',
      entity: entity.id,
      kind: entity.kind,
      field,
      now: id,
      target: into,
    });
    if (answer === 'then') emptied.push({ entity, now, last, target });
    else isKept = true;
  }
  if (isKept) return false;
  for (const { entity, now, target } of emptied) {
    const planned = draft.changes.of(entity.id);
    if (planned) draft.changes.drop(planned);
    if (now === null) draft.changes.add({ does: 'restore', ...entity, target });
    else draft.changes.add({ does: 'change', ...entity, now, target });
  }
  return true;
}

/**
 * Where categories come back, entries whose category an earlier undo has replaced, since it was gone, get theirs
 * back: by the change-sets in force. What this undo takes back or does again is planned already.
 */
export function recategorise(draft: UndoDraft): void {
  const isBack = draft.changes.ofEntities.some(({ kind, does }) => kind === 'category' && does === 'restore');
  if (!isBack) return;
  const before = (id: string) => draft.categoryBefore(id);
  for (const entity of draft.entities.values()) {
    const { kind, steps } = entity;
    if (!isEntryKind(kind) || steps.some(({ changeSetId }) => draft.chain.ids.includes(changeSetId))) continue;
    const now = steps.at(-1)?.after ?? null;
    const own = stateAfter(entity, draft.counted(entity)) as FiledEntry | null;
    if (!now || !own || draft.changes.of(entity.id)) continue;
    const fields = filedIn(kind);
    const replaced = inCategories(own, before);
    const target = overlaid(now, own, fields);
    if (isSame(kind, now, target) || fields.some((field) => !isSameIn(now, replaced, field))) continue;
    draft.changes.add({ does: 'change', ...entity, now, target });
  }
}

/** Gives entries that change or come back the categories that are there then, in place of those that are not. */
export function categorise(draft: UndoDraft): void {
  const isThere = (id: string) => draft.isThere(id);
  const current = (id: string) => draft.currentOf(id);
  for (const change of draft.changes.ofEntities) {
    if (!isEntryKind(change.kind) || !('target' in change)) continue;
    const target = change.target as FiledEntry;
    const ids = [target.category, ...(partsOfEntry(target) ?? []).map((part) => part.category)];
    if (ids.every((id) => id === undefined || isThere(id))) continue;
    draft.changes.retarget(change, setByUndo(target, inCategories(target, current)));
  }
}
