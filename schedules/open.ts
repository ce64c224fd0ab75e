import { EVERYDAY } from '#ledger/model/constants.ts';
import { lastOf, shifted } from '#ledger/model/days.ts';
import type { Ahead } from './forecast.ts';
import { isOpen, type ListedOccurrence, listOccurrences, type Scheduled, SHIFT_MAX_DAYS } from './listed.ts';

/** The open occurrences up to a day, the missed ones too, by day, then by nominal day (ISO dates). */
export function openOccurrences(scheduled: Scheduled, until: string, today: string): ListedOccurrence[] {
  return listOccurrences(scheduled, { from: null, to: until, today }).filter(isOpen);
}

/**
 * The open occurrences up to a day that move money of an account, by its key, or all where it is null, each with what
 * it moves.
 */
export function openAhead(
  scheduled: Scheduled,
  { account, until, today }: { account: string | null; until: string; today: string },
): { occurrence: ListedOccurrence; ahead: Ahead }[] {
  return openOccurrences(scheduled, until, today)
    .map((occurrence) => ({ occurrence, ahead: aheadOf(occurrence) }))
    .filter(({ ahead }) => account === null || ahead.account === account || ahead.toAccount === account);
}

/**
 * The occurrences from a day on (ISO date), or from the oldest schedule's start where it is null, up to another one, by
 * day: those of a month at a time, so that nobody has to hold those of years.
 */
export function* occurrencesByMonth(
  scheduled: Scheduled,
  { from, to, today }: { from: string | null; to: string; today: string },
): Generator<ListedOccurrence[]> {
  for (let first = from ?? beginningOf(scheduled, today); first <= to; ) {
    const last = lastOf('month', first);
    yield listOccurrences(scheduled, { from: first, to: last < to ? last : to, today });
    first = shifted(last, 1);
  }
}

/** A day that is before each occurrence: a weekend may be shifted to before the start. */
function beginningOf({ schedules }: Scheduled, today: string): string {
  const starts = [...schedules.values()].flatMap(({ rule, earlier }) => [rule, ...earlier.map((terms) => terms.rule)]);
  return shifted(
    starts.reduce((first, { start }) => (start < first ? start : first), today),
    -SHIFT_MAX_DAYS,
  );
}

/** An occurrence as a forecast counts it, with the keys of its accounts. */
export function aheadOf({ day, schedule, low, expected, high }: ListedOccurrence): Ahead {
  const { type, accountId = EVERYDAY, toAccountId = EVERYDAY } = schedule;
  return { day, type, account: accountId, toAccount: type === 'Transfer' ? toAccountId : null, low, expected, high };
}
