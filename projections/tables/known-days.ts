import type { Cents } from '#ledger/model/money.ts';
import { added, day, id, integer, type Row, revision, table } from './table.ts';

/** The account of rows for all accounts together. */
export const ALL_ACCOUNTS = '';

/**
 * For each account, and for all together, the days that an entry was ever dated, each with the revision of the first
 * event that did, and what its entries of that day add to it now, in cents. A list as of an older event begins at the
 * newest day that was known by then (decision 19).
 */
export const knownDays = table(
  'known_days',
  {
    ledgerId: id(),
    account: id(),
    date: day(),
    knownFrom: revision(),
    change: added(integer<Cents>(), '0'),
  },
  ['ledgerId', 'account', 'date'],
  { merged: { knownFrom: 't.known_from', change: 't.change + excluded.change' } },
);
export type KnownDayRow = Row<typeof knownDays>;
