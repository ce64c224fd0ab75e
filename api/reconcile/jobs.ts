import type { CallData } from '#contract/calls.ts';
import type { Known } from '#contract/fields.ts';
import { accountIdOf, accountKey } from '#ledger/ids.ts';
import { EVERYDAY } from '#ledger/model/constants.ts';
import { type Database, readConsistently } from '#platform/postgres.ts';
import { loadLedgerView } from '#projections/queries/ledger-view.ts';
import { type JobServices, jobOf } from '../heavy/job.ts';
import { ProblemError } from '../http/problem-error.ts';
import { asOf, momentOf } from '../known/moment.ts';
import { type AccountBooks, presentDays } from './confirmed.ts';
import { findMissing } from './find.ts';

/** A request about an account, Everyday where `accountId` is undefined. */
type Asked = { ledgerId: string; accountId?: string | undefined; now: Date };

/** The confirmed days of an account, newest first (product 11.7). Throws like `booksAt`. */
export async function confirmedDays(
  { database }: JobServices,
  { currency, known, ...asked }: Asked & { currency: string; known: Known | undefined },
): Promise<CallData<'confirmedDays'>> {
  return await readConsistently(database, async (client) => {
    return { days: await presentDays(await booksAt(client, asked, known), currency) };
  });
}

/**
 * Likely causes of the difference on a confirmed day (product 11.8). Throws like `booksAt`, and the problem not_found.
 */
export async function missingEntries(
  { database }: JobServices,
  { currency, date, ...asked }: Asked & { currency: string; date: string },
): Promise<CallData<'findMissing'>> {
  return await readConsistently(database, async (client) => {
    return await findMissing(await booksAt(client, asked, undefined), date, currency);
  });
}

export const CONFIRMED_DAYS_JOB = jobOf(confirmedDays, import.meta.url, 'read');
export const MISSING_JOB = jobOf(missingEntries, import.meta.url, 'read');

/**
 * The books of an account as they were known at a moment. Throws the problem account_not_found, and like `momentOf`.
 */
export async function booksAt(
  database: Database,
  { ledgerId, accountId, now }: Asked,
  known: Known | undefined,
): Promise<AccountBooks> {
  const moment = await momentOf({ database, now: () => now }, ledgerId, known);
  const { revision, state } = moment ?? (await loadLedgerView(database, ledgerId));
  const account = accountKey(ledgerId, accountId ?? accountIdOf(ledgerId, EVERYDAY));
  if (!state.accounts.has(account)) throw new ProblemError('account_not_found');
  return { database, ledgerId, account, state, revision, asOf: asOf(moment) };
}
