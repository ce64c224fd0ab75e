import type { Schedule } from '#contract/schedule-calls.ts';
import type { BeginningEntry, ScheduleFormInput } from './schedule-values.ts';

/**
 * The beginning of the form of a schedule: nothing, an entry, a suggestion, or a schedule, and the nominal day of the
 * occurrence (ISO date) at which it is to be changed.
 */
export type ScheduleBeginning =
  | { from: 'blank' }
  | { from: 'entry'; entry: BeginningEntry }
  | { from: 'suggestion'; suggested: ScheduleFormInput }
  | { from: 'schedule'; schedule: Schedule; nominal?: string };
