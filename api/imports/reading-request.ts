import type { Mapping } from '#imports/parsed.ts';
import type { Calendar } from '#ledger/model/constants.ts';
import { calendarOf, type Session } from '../http/session.ts';
import type { ImportOptions } from './stored-imports.ts';

/** An import that is to be read: how, and for whom. `today` is the day of the caller. */
export type ReadingRequest = {
  importId: string;
  userId: string;
  ledgerId: string;
  /** The symbol of the currency that the user counts in. */
  currency: string;
  fileName: string;
  options: ImportOptions;
  /** The mapping that the user gave, which is remembered with the import. */
  given: Mapping | null;
  today: string;
  calendar: Calendar;
  usesWordList: boolean;
};

/** The part of a request that an import keeps. */
type Kept = Pick<ReadingRequest, 'importId' | 'fileName' | 'options' | 'given'>;

/** The request to read an import for a session, on the caller's day. */
export function readingRequest(
  session: Session,
  { importId, fileName, options, given }: Kept,
  today: string,
): ReadingRequest {
  const { userId, ledgerId, currency, usesWordList } = session;
  const calendar = calendarOf(session);
  return { importId, userId, ledgerId, currency, fileName, options, given, today, calendar, usesWordList };
}
