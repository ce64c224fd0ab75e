import type { ConflictDetails } from '#contract/problem-details.ts';

/** Conflicts with one common answer: the conflicts of a field, or all later changes of an entry as a whole. */
export type ConflictGroup = { id: string; entry: string; field: string | null; conflicts: ConflictDetails[] };

/** Whether both answers to a conflict come to the same, so that there is nothing to ask. */
export function hasOneAnswer({ field, now, then }: ConflictDetails): boolean {
  return field !== null && JSON.stringify(now) === JSON.stringify(then);
}

/** Groups conflicts about a whole entry, since one 'now' among them keeps it. */
export function groupConflicts(conflicts: readonly ConflictDetails[]): ConflictGroup[] {
  const groups = new Map<string, ConflictGroup>();
  for (const conflict of conflicts) {
    const { _id, entry, field } = conflict;
    const id = field === null ? entry : _id;
    const group = groups.get(id);
    if (group) group.conflicts.push(conflict);
    else groups.set(id, { id, entry, field, conflicts: [conflict] });
  }
  return [...groups.values()];
}
