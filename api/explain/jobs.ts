import type { CallData } from '#contract/calls.ts';
import type { Known } from '#contract/fields.ts';
import type { Figure } from '#contract/figure.ts';
import { messages } from '#contract/messages.ts';
import { type Database, readConsistently } from '#platform/postgres.ts';
import { loadLedgerView } from '#projections/queries/ledger-view.ts';
import { type JobServices, jobOf } from '../heavy/job.ts';
import { ProblemError } from '../http/problem-error.ts';
import { momentOf } from '../known/moment.ts';
import { explain } from './explain.ts';
import { type Seen, sinceVisit } from './visits.ts';
import { type BooksAt, whatChanged } from './what-changed.ts';

/** Whose figure, at what time it is asked for. */
type Asked = { ledgerId: string; now: Date };

/** Explains a figure as it was known at a moment, with a page of the entries behind it (product 5.9). */
export async function explained(
  { database }: JobServices,
  {
    figure,
    limit,
    before,
    known,
    ...asked
  }: Asked & { figure: Figure & { text: string }; limit: number; before: string | undefined; known: Known | undefined },
): Promise<CallData<'explain'>> {
  return await readConsistently(database, async (client) => {
    const books = await booksAt(client, asked, known, 'known');
    const [date = '', revision = '0'] = before?.split('.') ?? [];
    const after = before === undefined ? null : { date, revision: BigInt(revision) };
    const explanation = await explain(books, figure, { limit, after });
    return { ...explanation, revision: books.revision < 0n ? null : Number(books.revision) };
  });
}

/** What led a figure from what it was at a moment to what it was at a later one (product 5.11). */
export async function changed(
  { database }: JobServices,
  {
    figure,
    from,
    to,
    currency,
    ...asked
  }: Asked & { figure: Figure; from: Known; to: Known | undefined; currency: string },
): Promise<CallData<'whatChanged'>> {
  return await readConsistently(database, async (client) => {
    const then = await booksAt(client, asked, from, 'from');
    const later = await booksAt(client, asked, to, 'to');
    if (then.revision > later.revision) throw new ProblemError('invalid', { from: messages.momentsInOrder });
    return await whatChanged(then, later, figure, currency);
  });
}

/** What has changed since a visit of the month that begins on `month` (product 5.11). */
export async function changedSince(
  { database }: JobServices,
  { ledgerId, seen, month }: { ledgerId: string; seen: Seen; month: string },
): Promise<CallData<'sinceLastVisit'>> {
  return { since: await sinceVisit(database, ledgerId, seen, month) };
}

export const EXPLAINED = jobOf(explained, import.meta.url, 'read');
export const CHANGED = jobOf(changed, import.meta.url, 'read');
export const CHANGED_SINCE = jobOf(changedSince, import.meta.url, 'read');

/** The books at a moment that a call names in `field`. */
async function booksAt(
  database: Database,
  { ledgerId, now }: Asked,
  known: Known | undefined,
  field: string,
): Promise<BooksAt> {
  const moment = await momentOf({ database, now: () => now }, ledgerId, known, field);
  const { revision, state } = moment ? moment : await loadLedgerView(database, ledgerId);
  return { database, ledgerId, state, moment, revision };
}
