import { EVERYDAY } from '#ledger/model/constants.ts';
import type { Ahead } from './forecast.ts';
import { isOpen, type ListedOccurrence, listOccurrences, type Scheduled } from './listed.ts';

/** The open occurrences up to a day, the missed ones too, by day, then by nominal day (ISO dates). */
export function openOccurrences(scheduled: Scheduled, until: string, today: string): ListedOccurrence[] {
  return listOccurrences(scheduled, { from: null, to: until, today }).filter(isOpen);
}

/** An occurrence as a forecast counts it, with the keys of its accounts. */
export function aheadOf({ day, schedule, low, expected, high }: ListedOccurrence): Ahead {
  const { type, accountId = EVERYDAY, toAccountId = EVERYDAY } = schedule;
  return { day, type, account: accountId, toAccount: type === 'Transfer' ? toAccountId : null, low, expected, high };
}
