import { occurrenceIn } from '#ledger/model/entity-ids.ts';
import type { Mark } from '#ledger/model/schedule.ts';
import { markNow } from '#ledger/schedules/commands.ts';
import type { Scheduled } from '#ledger/schedules/listed.ts';
import type { Candidate } from '#ledger/schedules/matching.ts';
import type { SuggestedFrom } from '#ledger/schedules/suggest.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared, sql } from '#platform/sql.ts';
import { readMarks, readSchedules, schedulesAsJson } from '../storage/storage.ts';
import { OF_SCHEDULES } from '../tables/events.ts';
import { LIVE } from '../tables/read-models.ts';
import { foldedEvents } from './folded-events.ts';
import { entriesAsOf } from './page.ts';

/**
 * The schedules of a ledger and what became of their occurrences, or as it was known after the event `asOf`. With
 * `only`, marks are loaded for that schedule alone.
 */
export async function scheduledOf(
  database: Database,
  ledgerId: string,
  asOf: bigint | null,
  only: string | null = null,
): Promise<Scheduled> {
  const { schedules, occurrences } =
    asOf === null
      ? await scheduledNow(database, ledgerId, only)
      : await foldedEvents(database, ledgerId, OF_SCHEDULES, asOf);
  const named = [...new Set([...occurrences.values()].flatMap(({ entry }) => entry ?? []))];
  const there =
    named.length > 0 ? await titlesAmong(database, ledgerId, named, asOf) : new Map<string, string | null>();
  const marks = new Map<string, Map<string, Mark | 'skipped'>>();
  for (const [id, mark] of occurrences) {
    const { scheduleId, nominal } = occurrenceIn(id);
    const ofSchedule = marks.get(scheduleId) ?? new Map();
    marks.set(
      scheduleId,
      ofSchedule.set(
        nominal,
        markNow(mark, (entry) => there.has(entry)),
      ),
    );
  }
  return { schedules, marks, names: matchedTitles(marks, there) };
}

/** Entries that were matched with a schedule, of which the titles are given: the last ones. */
const MATCHED_MAX = 50;

/** The titles of the entries that schedules were matched with, the newest first. */
function matchedTitles(marks: Scheduled['marks'], titles: ReadonlyMap<string, string | null>): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const [scheduleId, ofSchedule] of marks) {
    const matched = [...ofSchedule].flatMap(([nominal, mark]) => {
      const title = mark !== 'skipped' && mark.as === 'matched' ? titles.get(mark.entry ?? '') : null;
      return title ? [{ nominal, title }] : [];
    });
    if (matched.length === 0) continue;
    const newest = matched.sort((one, other) => (one.nominal < other.nominal ? 1 : -1)).slice(0, MATCHED_MAX);
    names.set(
      scheduleId,
      newest.map(({ title }) => title),
    );
  }
  return names;
}

async function scheduledNow(database: Database, ledgerId: string, only: string | null) {
  const { rows } = await queryPrepared<{ schedules: object[] | null; occurrences: object[] | null }>(
    database,
    `SELECT ${schedulesAsJson(LIVE, '$1')} AS schedules,
      (SELECT json_agg(o) FROM ${LIVE}.occurrences o
        WHERE o.ledger_id = $1 AND o.mark IS NOT NULL AND ($2::text IS NULL OR o.schedule_id = $2)) AS occurrences`,
    [ledgerId, only],
  );
  const [stored] = rows;
  return { schedules: readSchedules(stored?.schedules ?? null), occurrences: readMarks(stored?.occurrences ?? null) };
}

/** The titles of the entries among these that are there, by their ids. */
async function titlesAmong(
  database: Database,
  ledgerId: string,
  ids: readonly string[],
  asOf: bigint | null,
): Promise<Map<string, string | null>> {
  const ledger = sql`${ledgerId}`;
  const { rows } = await queryPrepared<{ entry_id: string; title: string | null }>(
    database,
    sql`SELECT t.entry_id, t.title FROM ${entriesAsOf(ledger, asOf)}
      WHERE t.ledger_id = ${ledger} AND t.entry_id = ANY(${ids})`,
  );
  return new Map(rows.map(({ entry_id, title }) => [entry_id, title]));
}

/** SQL: the schedules that are posted by themselves, with a hash of what each says. */
export const POSTED_BY_THEMSELVES = `(
  SELECT s.schedule_id, s.ledger_id, md5(concat_ws(' ', s.said::text, s.earlier::text, s.place)) AS said
  FROM ${LIVE}.schedules s WHERE s.post = 'by-itself')`;

/**
 * The candidates for an open occurrence: entries of a type, on an account, with days and amounts in cents, both
 * included, and the day and the amount that are expected.
 */
export type CandidatesWanted = {
  type: Candidate['type'];
  account: string;
  toAccount: string | null;
  from: string;
  to: string;
  low: number;
  high: number;
  day: string;
  expected: number;
};

/** Most entries that are looked at for an occurrence. */
const CANDIDATES_MAX = 20;

/** For each wanted the entries that are matched nowhere, the nearest to its day first, then to its amount. */
export async function unmatchedEntries(
  database: Database,
  ledgerId: string,
  wanted: readonly CandidatesWanted[],
): Promise<(Candidate & { entryId: string })[][]> {
  const found = wanted.map(() => [] as (Candidate & { entryId: string })[]);
  if (wanted.length === 0) return found;
  const { rows } = await queryPrepared<Candidate & { entryId: string; place: number }>(
    database,
    `SELECT w.place::int AS place, t.entry_id AS "entryId", t.type, t.title, t.amount, t.date,
        t.account_id AS "accountId", t.to_account AS "toAccountId"
      FROM json_array_elements($2::json) WITH ORDINALITY AS w (said, place)
      CROSS JOIN LATERAL (
        SELECT t.* FROM ${LIVE}.entries t WHERE t.ledger_id = $1
          AND t.date BETWEEN (w.said ->> 'from')::date AND (w.said ->> 'to')::date
          AND t.type = w.said ->> 'type' AND t.account_id = w.said ->> 'account'
          AND t.to_account IS NOT DISTINCT FROM w.said ->> 'toAccount'
          AND t.amount BETWEEN (w.said ->> 'low')::bigint AND (w.said ->> 'high')::bigint
          AND NOT EXISTS (
            SELECT FROM ${LIVE}.occurrences o JOIN ${LIVE}.schedules s USING (ledger_id, schedule_id)
            WHERE o.ledger_id = $1 AND o.entry_id = t.entry_id AND o.mark IS NOT NULL AND s.place IS NOT NULL)
        ORDER BY abs(t.date - (w.said ->> 'day')::date), abs(t.amount - (w.said ->> 'expected')::bigint), t.revision
        LIMIT ${CANDIDATES_MAX}
      ) t ORDER BY w.place, t.date, t.revision`,
    [ledgerId, JSON.stringify(wanted)],
  );
  for (const { place, ...entry } of rows) found[place - 1]?.push(entry);
  return found;
}

/** SQL: the least days of the units of a rule. */
const UNIT_DAYS = "CASE rule ->> 'unit' WHEN 'day' THEN 1 WHEN 'week' THEN 7 WHEN 'month' THEN 28 ELSE 365 END";

/**
 * About how many occurrences the schedules of a ledger have up to a day (ISO date), and how many it ever closed: what
 * it costs to look at all of them. Of a week or a month with several days each counts as one.
 */
export async function costOfOccurrences(database: Database, ledgerId: string, until: string): Promise<number> {
  const { rows } = await queryPrepared<{ cost: number }>(
    database,
    `SELECT (SELECT count(*) FROM ${LIVE}.occurrences o WHERE o.ledger_id = $1)::float8 + coalesce(sum(1 + CASE
        WHEN place IS NULL THEN 0
        ELSE greatest($2::date - (rule ->> 'start')::date, 0) / ((rule ->> 'every')::int * ${UNIT_DAYS})
      END), 0)::float8 AS cost
    FROM ${LIVE}.schedules s CROSS JOIN LATERAL (SELECT s.said::jsonb -> 'rule' AS rule) r WHERE s.ledger_id = $1`,
    [ledgerId, until],
  );
  return rows[0]?.cost ?? 0;
}

/** Most entries that are looked at for what came regularly. */
const PAST_ENTRIES_MAX = 100_000;

/** The entries of some days (ISO dates, both included), the newest first, at most 100,000. */
export async function pastEntriesOf(
  database: Database,
  ledgerId: string,
  { from, to }: { from: string; to: string },
): Promise<SuggestedFrom[]> {
  type Stored = Omit<SuggestedFrom, 'toAccountId' | 'categoryId' | 'wallet'> & {
    toAccountId: string | null;
    categoryId: string | null;
    wallet: SuggestedFrom['wallet'] | null;
  };
  const { rows } = await queryPrepared<Stored>(
    database,
    `SELECT t.entry_id AS id, t.type, t.title, t.amount, t.date, t.account_id AS "accountId",
        t.to_account AS "toAccountId", t.category AS "categoryId", t.wallet
      FROM ${LIVE}.entries t WHERE t.ledger_id = $1 AND t.date BETWEEN $2::date AND $3::date
      ORDER BY t.date DESC, t.revision DESC LIMIT ${PAST_ENTRIES_MAX}`,
    [ledgerId, from, to],
  );
  return rows.map(({ toAccountId, categoryId, wallet, ...entry }) => ({
    ...entry,
    ...(toAccountId !== null && { toAccountId }),
    ...(categoryId !== null && { categoryId }),
    ...(wallet !== null && { wallet }),
  }));
}
