import type { ChangeSet } from '#contract/ledger-calls.ts';
import { localDayAndTimeOf, localTimeOf } from '../../ui/day.ts';

/** The local time of recording, such as `2:49 PM`. */
export function recordedTime({ recordedAt }: Pick<ChangeSet, 'recordedAt'>): string {
  return localTimeOf(new Date(recordedAt));
}

/** The local day and time of recording, such as `November 22, 2026 at 2:49 PM`. */
export function recordedDayAndTime(changeSet: Pick<ChangeSet, 'recordedAt'>): string {
  return localDayAndTimeOf(new Date(changeSet.recordedAt));
}

/** `Recorded on` with the day and the time. */
export function recordedText(changeSet: Pick<ChangeSet, 'recordedAt'>): string {
  return `Recorded on ${recordedDayAndTime(changeSet)}`;
}
