import { type LedgerEvent, typesAbout } from '#ledger/events.ts';
import type { Database } from '#platform/postgres.ts';
import { joined, queryPrepared, raw, type Sql, sql, statementOf } from '#platform/sql.ts';
import { type ChangeSetRow, changeSets } from '../tables/change-sets.ts';
import { events } from '../tables/events.ts';
import { ledgers } from '../tables/ledgers.ts';
import { LIVE, live } from '../tables/read-models.ts';
import { columnsOf, readRow } from '../tables/table.ts';
import { titleOfGoal } from './goal-titles.ts';

/**
 * A change-set with its first event. For an undo, `root` is the first event of the change-set at the end of its chain,
 * and `chain` the number of change-sets up to there: an odd number takes that one back, an even number does it again.
 */
export type ListedChangeSet = ChangeSetRow & {
  event: LedgerEvent;
  root: LedgerEvent | null;
  chain: number;
  /** The title that the goal of `root`, else of `event`, had before, or null if it is about none. */
  goalTitle: string | null;
};

/** An event as SQL gives it. */
type EventJson = { type: LedgerEvent['type']; data: LedgerEvent['data']; goalTitle: string | null };

/** SQL: an event, by its alias, as `EventJson`. */
const eventAsJson = (alias: string): string =>
  `json_build_object('type', ${alias}.type, 'data', ${alias}.data, 'goalTitle', CASE WHEN ${OF_GOALS(alias)}
    THEN ${titleOfGoal(`${alias}.ledger_id`, `${alias}.entity_id`, `${alias}.revision`)} END)`;

const OF_GOALS = (alias: string): string =>
  `${alias}.type IN (${typesAbout(['goal'])
    .map((type) => `'${type}'`)
    .join(', ')})`;

/**
 * A filter of change-sets of a ledger: before a revision, of a kind, of an account, recorded in a time, about an
 * entry, or by id.
 */
export type ChangeSetQuery = {
  before?: string | undefined;
  kind?: string | undefined;
  account?: string | null;
  recorded?: { from: Date; until: Date } | null;
  /** As `actorIs` takes it. */
  actor?: string | undefined;
  entryId?: string | undefined;
  changeSetId?: string;
};

/** SQL: whether the rows have the change-set. `ledgerId` and `changeSetId` are SQL that gives a text. */
export const isChangeSet = (ledgerId: string, changeSetId: string): string =>
  `EXISTS (SELECT FROM ${LIVE}.change_sets c WHERE c.ledger_id = ${ledgerId} AND c.change_set_id = ${changeSetId})`;

/**
 * SQL: the imports of a ledger since its last reset that are in force, as rows of `id`. `ledgerId` is SQL that gives a
 * text.
 */
export const importsInForce = (ledgerId: string): string =>
  `(SELECT c.change_set_id AS id FROM ${LIVE}.change_sets c
      JOIN ${LIVE}.ledgers l ON l.ledger_id = c.ledger_id AND c.first >= l.since
    WHERE c.ledger_id = ${ledgerId} AND c.kind = 'import' AND c.undone_by IS NULL)`;

/** Writes the condition that a change-set, which is no undo, was in force. Takes SQL that gives its id. */
export type WasInForce = (changeSetId: Sql) => Sql;

/**
 * The condition that a change-set of a ledger was in force after the event `asOf`, or is in force where that is null.
 * It is asked of a set of ids that Postgres makes once and looks up by a hash: the statistics, which may know nothing
 * of the ledger, lead to no other plan, since of an array Postgres expects few ids.
 */
export async function inForce(database: Database, ledgerId: string, asOf: bigint | null): Promise<WasInForce> {
  const undone =
    asOf === null
      ? sql`ARRAY(SELECT u.undoes FROM ${live(changeSets)} u
          WHERE u.ledger_id = ${ledgerId} AND u.undoes IS NOT NULL AND u.undone_by IS NULL)`
      : sql`${await undoneAfter(database, ledgerId, asOf)}::text[]`;
  return (changeSetId) => sql`${changeSetId} NOT IN (SELECT unnest(${undone}))`;
}

/**
 * The ids of a ledger's change-sets that are no undos and were undone after the event `asOf`. Each undo in the tree of
 * a change-set takes it back or does it again (product 4.14), so it was undone where an odd number had begun.
 */
async function undoneAfter(database: Database, ledgerId: string, asOf: bigint): Promise<string[]> {
  const { rows } = await queryPrepared<{ id: string; undoes: string; first: number }>(
    database,
    sql`SELECT u.change_set_id AS id, u.undoes, u.first FROM ${live(changeSets)} u
      WHERE u.ledger_id = ${ledgerId} AND u.undoes IS NOT NULL AND u.first <= ${asOf}`,
  );
  const roots = new Map<string, string>();
  const undone = new Set<string>();
  for (const { id, undoes } of rows.toSorted((one, other) => one.first - other.first)) {
    const root = roots.get(undoes) ?? undoes;
    roots.set(id, root);
    if (!undone.delete(root)) undone.add(root);
  }
  return [...undone];
}

/** The first and the last revision that the rows have of a change-set, or null if they have none. */
export async function revisionsOfChangeSet(
  database: Database,
  ledgerId: string,
  changeSetId: string,
): Promise<{ first: bigint; last: bigint } | null> {
  const { rows } = await queryPrepared<{ first: string; last: string }>(
    database,
    `SELECT first::text, revision::text AS last FROM ${LIVE}.change_sets WHERE ledger_id = $1 AND change_set_id = $2`,
    [ledgerId, changeSetId],
  );
  return rows[0] ? { first: BigInt(rows[0].first), last: BigInt(rows[0].last) } : null;
}

/**
 * The number of events of a change-set, as its first event announces it, though some may not be there yet; 0 where it
 * is unknown.
 */
export async function eventsOfChangeSet(database: Database, ledgerId: string, changeSetId: string): Promise<number> {
  const { rows } = await queryPrepared<{ count: number }>(
    database,
    `SELECT coalesce((e.data ->> 'count')::bigint, 0) + 1 AS count FROM ${LIVE}.change_sets c
      JOIN ${LIVE}.events e ON e.ledger_id = c.ledger_id AND e.revision = c.first
      WHERE c.ledger_id = $1 AND c.change_set_id = $2`,
    [ledgerId, changeSetId],
  );
  return rows[0]?.count ?? 0;
}

/** The condition that an actor made change-set `c` (product 3.8); `token` is any token. */
export function actorIs(actor: string): Sql {
  if (actor === 'token') return sql`c.actor IS NOT NULL`;
  const isPosted = sql`EXISTS (SELECT FROM ${live(events)} p WHERE p.ledger_id = c.ledger_id AND p.revision = c.first
    AND p.type = 'OccurrencePosted' AND (p.data ->> 'byItself')::boolean)`;
  switch (actor) {
    case 'import':
      return sql`c.actor IS NULL AND c.kind = 'import'`;
    case 'rule':
      return sql`c.actor IS NULL AND c.kind = 'rules'`;
    case 'schedule':
      return sql`c.actor IS NULL AND c.kind = 'post-occurrence' AND ${isPosted}`;
    case 'user':
      return sql`c.actor IS NULL AND c.kind NOT IN ('import', 'rules')
        AND NOT (c.kind = 'post-occurrence' AND ${isPosted})`;
    default:
      return sql`c.actor = ${actor}`;
  }
}

/**
 * Who made a change-set, null for the user or Daybook, and the accounts that it is about; undefined if the rows don't
 * have it.
 */
export async function makerOfChangeSet(
  database: Database,
  ledgerId: string,
  changeSetId: string,
): Promise<{ actor: string | null; accounts: string[] | null } | undefined> {
  const { rows } = await queryPrepared<{ actor: string | null; accounts: string[] | null }>(
    database,
    `SELECT actor, accounts FROM ${LIVE}.change_sets WHERE ledger_id = $1 AND change_set_id = $2`,
    [ledgerId, changeSetId],
  );
  return rows[0];
}

/** A ledger's change-sets since the last reset, newest first: at most `limit`. */
export async function newestChangeSets(
  database: Database,
  ledgerId: string,
  limit: number,
  { before, kind, account, recorded, actor, entryId, changeSetId }: ChangeSetQuery,
): Promise<ListedChangeSet[]> {
  const ledger = sql`${ledgerId}`;
  // Only what is wanted stands in the statement, so that the index leads to the page.
  const filters = [
    before !== undefined && sql`AND c.first < ${before}`,
    kind !== undefined && sql`AND c.kind = ${kind}`,
    account !== undefined && account !== null && sql`AND c.accounts::jsonb ? ${account}`,
    recorded && sql`AND c.recorded_at >= ${recorded.from} AND c.recorded_at < ${recorded.until}`,
    actor !== undefined && sql`AND ${actorIs(actor)}`,
    entryId !== undefined &&
      sql`AND c.change_set_id IN (SELECT v.change_set_id FROM ${live(events)} v
        WHERE v.ledger_id || ' ' || v.entity_id = ${`${ledgerId} ${entryId}`} AND v.entity_id = ${entryId})`,
    changeSetId !== undefined && sql`AND c.change_set_id = ${changeSetId}`,
  ].filter((filter) => filter !== false && filter !== null && filter !== undefined);
  return await listedOf(
    database,
    sql`SELECT * FROM ${live(changeSets)} c
      WHERE c.ledger_id = ${ledger}
        AND c.first >= (SELECT a.since FROM ${live(ledgers)} a WHERE a.ledger_id = ${ledger})
        ${joined(filters, ' ')}
      ORDER BY c.first DESC LIMIT ${limit}`,
  );
}

/**
 * The change-sets of a ledger after a revision, the oldest first, at most `countMax`, and the revision up to which they
 * are all. A change-set that still lacks events is left for later.
 */
export async function changeSetsAfter(
  database: Database,
  ledgerId: string,
  after: bigint,
  countMax: number,
): Promise<{ changeSets: ListedChangeSet[]; revision: bigint }> {
  const listed = await listedOf(
    database,
    sql`SELECT c.* FROM ${live(changeSets)} c JOIN ${live(ledgers)} l USING (ledger_id)
      WHERE c.ledger_id = ${ledgerId} AND c.revision > ${after}
        AND c.change_set_id IS DISTINCT FROM l.unfinished ->> 'changeSetId'
      ORDER BY c.revision LIMIT ${countMax}`,
  );
  const inOrder = listed.toSorted((one, other) => (one.revision < other.revision ? -1 : 1));
  return { changeSets: inOrder, revision: inOrder.at(-1)?.revision ?? after };
}

/** The change-sets of a ledger with these ids, newest first. */
export async function changeSetsByIds(
  database: Database,
  ledgerId: string,
  ids: readonly string[],
): Promise<ListedChangeSet[]> {
  return await listedOf(
    database,
    sql`SELECT * FROM ${live(changeSets)} c WHERE c.ledger_id = ${ledgerId} AND c.change_set_id = ANY(${ids}::text[])`,
  );
}

/**
 * The change-sets that `rowsOf` selects, newest first: each with its first event, an undo also with the first event of
 * the change-set at the end of its chain.
 */
async function listedOf(database: Database, rowsOf: Sql): Promise<ListedChangeSet[]> {
  const { rows } = await database.query<{ event: EventJson; root: EventJson | null; chain: number | null }>(
    statementOf(sql`
      SELECT ${raw(columnsOf(changeSets, 'c'))}, ${raw(eventAsJson('e'))} AS event,
        (SELECT ${raw(eventAsJson('f'))} FROM ${live(changeSets)} r
          JOIN ${live(events)} f ON f.ledger_id = r.ledger_id AND f.revision = r.first
          WHERE r.ledger_id = c.ledger_id AND r.change_set_id = e.data -> 'chain' ->> -1) AS root,
        json_array_length(e.data -> 'chain') AS chain
      FROM (${rowsOf}) c
        JOIN ${live(events)} e ON e.ledger_id = c.ledger_id AND e.revision = c.first
      ORDER BY c.first DESC`),
  );
  return rows.map((row) => ({
    ...readRow(changeSets, row),
    event: eventOf(row.event),
    root: row.root && eventOf(row.root),
    chain: row.chain ?? 0,
    goalTitle: (row.root ?? row.event).goalTitle,
  }));
}

const eventOf = ({ type, data }: EventJson) => ({ type, data }) as LedgerEvent;

/** The change-set of an event, and when it was recorded (ISO 8601 in UTC). */
export type ChangeSetOfEvent = { changeSetId: string; recordedAt: string };

/** The change-sets of a ledger's events at these revisions. */
export async function changeSetsOfEvents(
  database: Database,
  ledgerId: string,
  revisions: readonly number[],
): Promise<Map<number, ChangeSetOfEvent>> {
  const { rows } = await queryPrepared<object>(
    database,
    sql`SELECT ${raw(columnsOf(events, 'e'))} FROM ${live(events)} e
      WHERE e.ledger_id = ${ledgerId} AND e.revision = ANY(${revisions}::bigint[])`,
  );
  const read = rows.map((row) => readRow(events, row));
  return new Map(read.map(({ revision, changeSetId, recordedAt }) => [Number(revision), { changeSetId, recordedAt }]));
}
