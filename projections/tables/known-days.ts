import { day, id, type Row, revision, table } from './table.ts';

/** The account of rows for all accounts together. */
export const ALL_ACCOUNTS = '';

/**
 * For each account, and for all together, the days that an entry was ever dated, each with the revision of the first
 * event that did. A list as of an older event begins at the newest day that was known by then (decision 19).
 */
export const knownDays = table('known_days', { ledgerId: id(), account: id(), date: day(), knownFrom: revision() }, [
  'ledgerId',
  'account',
  'date',
]);
export type KnownDayRow = Row<typeof knownDays>;
