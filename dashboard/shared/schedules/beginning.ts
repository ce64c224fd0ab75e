import type { Schedule } from '#contract/schedule-calls.ts';
import type { BeginningEntry, ScheduleInput } from './schedule-values.ts';

/** The beginning of the form of a schedule: nothing, an entry, a suggestion, or a schedule. */
export type Beginning =
  | { from: 'blank' }
  | { from: 'entry'; entry: BeginningEntry }
  | { from: 'suggestion'; suggested: ScheduleInput }
  | { from: 'schedule'; schedule: Schedule };
