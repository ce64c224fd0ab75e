import type pg from 'pg';
import type { CallData } from '#contract/calls.ts';
import type { Known } from '#contract/fields.ts';
import type { Figure } from '#contract/figure.ts';
import { messages } from '#contract/messages.ts';
import { type Cut, cutTo } from '#ledger/model/cut.ts';
import { type Database, readConsistently } from '#platform/postgres.ts';
import { loadLedgerView } from '#projections/queries/ledger-view.ts';
import { type JobServices, jobOf } from '../heavy/job.ts';
import { ProblemError } from '../http/problem-error.ts';
import { todayIn } from '../http/time-zone.ts';
import { momentOf } from '../known/moment.ts';
import { type OwnDays, queryIn } from '../search/read.ts';
import { limitSearch, tooSlow } from '../search/search.ts';
import { explain } from './explain.ts';
import { type Seen, sinceVisit } from './visits.ts';
import { type BooksAt, readWhatChanged } from './what-changed.ts';

/** Whose figure, at what time it is asked for; `zone` is the caller's. */
type Asked = { ledgerId: string; cut: Cut; now: Date; zone: string; calendar: OwnDays['calendar'] };

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
  return await reading(database, figure, async (client) => {
    const books = withQuery(await booksAt(client, asked, known, 'known'), figure, asked);
    const [date = '', revision = '0'] = before?.split('.') ?? [];
    const after = before === undefined ? null : { date, revision: BigInt(revision) };
    const explanation = await explain(books, figure, { limit, after });
    return { ...explanation, revision: books.revision < 0n ? null : Number(books.revision) };
  });
}

/** The causes of the change of a figure from a moment to a later one (product 5.11). */
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
  return await reading(database, figure, async (client) => {
    const later = withQuery(await booksAt(client, asked, to, 'to'), figure, asked);
    // Names are the later moment's: the entries that they find are then compared.
    const earlier = await booksAt(client, asked, from, 'from');
    // So are the groups of categories, by which a cell of a report counts.
    const { categories } = figure.kind === 'report' ? later.state : earlier.state;
    const then = { ...earlier, state: { ...earlier.state, categories }, query: later.query };
    if (then.revision > later.revision) throw new ProblemError('invalid', { from: messages.momentsInOrder });
    return await readWhatChanged(then, later, figure, currency);
  });
}

/** The changes since a visit in the month that begins on `month` (product 5.11). */
export async function changedSince(
  { database }: JobServices,
  { ledgerId, seen, month }: { ledgerId: string; seen: Seen; month: string },
): Promise<CallData<'sinceLastVisit'>> {
  return { since: await sinceVisit(database, ledgerId, seen, month) };
}

export const EXPLAINED_JOB = jobOf(explained, import.meta.url, 'read');
export const CHANGED_JOB = jobOf(changed, import.meta.url, 'read');
export const CHANGED_SINCE_JOB = jobOf(changedSince, import.meta.url, 'read');

/** The books at a moment that a call names in `field`. */
async function booksAt(
  database: Database,
  { ledgerId, cut, now, zone }: Asked,
  known: Known | undefined,
  field: string,
): Promise<BooksAt> {
  const moment = await momentOf({ database, now: () => now }, ledgerId, known, field);
  const { revision, state: whole } = moment ? moment : await loadLedgerView(database, ledgerId);
  const state = cutTo(whole, cut);
  const today = todayIn(zone, moment?.at == null ? now : new Date(moment.at));
  return { database, ledgerId, state, moment, revision, query: null, cut, today, present: today.slice(0, 7) };
}

/** Reads consistently; what a search takes is limited in time as other searches are. */
async function reading<Value>(
  database: JobServices['database'],
  { kind }: Figure,
  read: (client: pg.PoolClient) => Promise<Value>,
): Promise<Value> {
  if (kind !== 'found' && kind !== 'report') return await readConsistently(database, read);
  return await tooSlow(() =>
    readConsistently(database, async (client) => {
      await limitSearch(client);
      return await read(client);
    }),
  );
}

/** The books with what a figure of a search asks. Throws the problem invalid. */
function withQuery(books: BooksAt, figure: Figure, { now, zone, calendar }: Asked): BooksAt {
  if (figure.kind !== 'found' && figure.kind !== 'report') return books;
  if (figure.kind === 'report' && figure.q.trim() === '') return books;
  const at = books.moment?.at;
  const day = todayIn(zone, at == null ? now : new Date(at));
  return { ...books, query: queryIn('figure', figure.q, books.state, { today: day, calendar }) };
}
