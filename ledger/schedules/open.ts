import { EVERYDAY } from '#ledger/model/constants.ts';
import type { Ahead } from './forecast.ts';
import { isOpen, type ListedOccurrence, occurrencesByDay, type Scheduled } from './listed.ts';

/**
 * The open occurrences up to a day, the missed ones too, by day, then by nominal day (ISO dates). Each takes time when
 * it is asked for.
 */
export function* openOccurrences(scheduled: Scheduled, until: string, today: string): Generator<ListedOccurrence> {
  for (const occurrence of occurrencesByDay(scheduled, { from: null, to: until, today })) {
    if (isOpen(occurrence)) yield occurrence;
  }
}

/**
 * The open occurrences up to a day that move money of an account, by its key, or all where it is null, each with what
 * it moves.
 */
export function* openAhead(
  scheduled: Scheduled,
  { account, until, today }: { account: string | null; until: string; today: string },
): Generator<{ occurrence: ListedOccurrence; ahead: Ahead }> {
  for (const occurrence of openOccurrences(scheduled, until, today)) {
    const ahead = aheadOf(occurrence);
    if (account === null || ahead.account === account || ahead.toAccount === account) yield { occurrence, ahead };
  }
}

/** An occurrence as a forecast counts it, with the keys of its accounts. */
export function aheadOf({ day, schedule, low, expected, high }: ListedOccurrence): Ahead {
  const { type, accountId = EVERYDAY, toAccountId = EVERYDAY } = schedule;
  return { day, type, account: accountId, toAccount: type === 'Transfer' ? toAccountId : null, low, expected, high };
}
