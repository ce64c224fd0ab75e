import { occurrenceIn } from '../model/entity-ids.ts';
import type { Books } from '../model/state.ts';

/** Marks of occurrences, and the schedules that are there. */
type Marked = Pick<Books, 'occurrences' | 'schedules'>;

/**
 * Whether an entry is an occurrence of a schedule that is there: another one than `except`, where that is named. The
 * schedule of `except` counts as there, since it may come back.
 */
export function isMatched(entry: string, { occurrences, schedules }: Marked, except: string | null = null): boolean {
  const own = except === null ? null : occurrenceIn(except).scheduleId;
  return occurrences.entries().some(([id, mark]) => {
    if (mark.entry !== entry || id === except) return false;
    const { scheduleId } = occurrenceIn(id);
    return scheduleId === own || schedules.has(scheduleId);
  });
}

/** Whether an entry of a schedule that is not there is an occurrence of one that is. */
export function isEntryTaken(scheduleId: string, { occurrences, schedules }: Marked): boolean {
  const own = new Set<string>();
  const others = new Set<string>();
  for (const [id, { entry }] of occurrences) {
    const { scheduleId: each } = occurrenceIn(id);
    if (entry === undefined) continue;
    if (each === scheduleId) own.add(entry);
    else if (schedules.has(each)) others.add(entry);
  }
  return !own.isDisjointFrom(others);
}
