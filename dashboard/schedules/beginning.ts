import type { Schedule } from '#contract/schedule-calls.ts';
import type { BeginningEntry, ScheduleInput } from './schedule-values.ts';

/** What the form of a schedule begins with: nothing, an entry, one that is suggested, or one that is there. */
export type Beginning =
  | { from: 'blank' }
  | { from: 'entry'; entry: BeginningEntry }
  | { from: 'suggestion'; suggested: ScheduleInput }
  | { from: 'schedule'; schedule: Schedule };
