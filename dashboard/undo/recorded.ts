import type { ChangeSet } from '#contract/ledger-calls.ts';
import { formatDay, localDateOf } from '../ui/day.ts';

const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** The local time of recording, such as `2:49 PM`. */
export function recordedTime({ recordedAt }: Pick<ChangeSet, 'recordedAt'>): string {
  return time.format(new Date(recordedAt));
}

/** The local day and time of recording, such as `November 22, 2026 at 2:49 PM`. */
export function recordedDayAndTime(changeSet: Pick<ChangeSet, 'recordedAt'>): string {
  return `${formatDay(localDateOf(new Date(changeSet.recordedAt))).long} at ${recordedTime(changeSet)}`;
}

/** `Recorded on` with the day and the time. */
export function recordedText(changeSet: Pick<ChangeSet, 'recordedAt'>): string {
  return `Recorded on ${recordedDayAndTime(changeSet)}`;
}
