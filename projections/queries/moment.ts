import { EMPTY } from '#ledger/history.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';
import { projectRows } from '../fold/project.ts';
import { type ProjectionChanges, unchanged } from '../fold/projection-changes.ts';
import { BLOCK_EVENTS } from '../tables/blocks.ts';
import { events, recordedOf } from '../tables/events.ts';
import { isOwnFold, ledgers, pastLedgers, stateOf } from '../tables/ledgers.ts';
import { LIVE } from '../tables/read-models.ts';
import { columnsOf, readRow } from '../tables/table.ts';
import { READ_MODEL_VERSION } from '../tables/version.ts';

/** The name of a moment: a revision, or an instant in UTC. */
export type NamedThen = { revision: bigint } | { instant: string };

/**
 * A moment of a ledger (product 5.10): after the event at `revision`; where that precedes the first event that counts,
 * before this. `at` is the instant that was named, or the instant of the event's recording, or null if a reset has cut
 * off the event.
 */
export type Point = { revision: bigint; at: string | null };

/**
 * A moment with the state of the ledger, but without rules, and with the payment of today, which is not in the books.
 */
export type PastMoment = Point & Pick<ProjectionChanges, 'state' | 'transactionCount' | 'knownAt'>;

/** Why there is no such moment: its event isn't there yet, or the read models still have another version. */
export type NoMoment = 'not there yet' | 'not rebuilt yet';

type StoredPoint = { revision: number; fold_version: string };

const AT_REVISION = `
    SELECT l.revision, l.fold_version, (
      SELECT e.recorded_at FROM ${LIVE}.events e WHERE e.ledger_id = $1 AND e.revision = $2) AS recorded_at
    FROM ${LIVE}.ledgers l WHERE l.ledger_id = $1`;

/** SQL: the last block that was known at an instant, and the instants of the events after it. */
const AT_INSTANT = `
    SELECT l.revision, l.fold_version, coalesce(p.revision, l.since - 1) AS known_revision, (
      SELECT json_agg(e.recorded_at ORDER BY e.revision) FROM (
        SELECT e.revision, e.recorded_at FROM ${LIVE}.events e
        WHERE e.ledger_id = $1 AND e.revision > coalesce(p.revision, l.since - 1)
        ORDER BY e.revision LIMIT ${BLOCK_EVENTS}) e
      ) AS recorded
    FROM ${LIVE}.ledgers l
    LEFT JOIN LATERAL (
      SELECT p.revision FROM ${LIVE}.past_ledgers p WHERE p.ledger_id = $1 AND p.known_at <= $2
      ORDER BY p.known_at DESC, p.revision DESC LIMIT 1) p ON true
    WHERE l.ledger_id = $1`;

/** Finds the moment that is named. */
export async function findPoint(database: Database, ledgerId: string, named: NamedThen): Promise<Point | NoMoment> {
  return 'revision' in named
    ? await pointAtRevision(database, ledgerId, named.revision)
    : await pointAtInstant(database, ledgerId, named.instant);
}

async function pointAtRevision(database: Database, ledgerId: string, revision: bigint): Promise<Point | NoMoment> {
  const { rows } = await queryPrepared<StoredPoint & { recorded_at: Date | null }>(database, AT_REVISION, [
    ledgerId,
    revision,
  ]);
  const [stored] = rows;
  if (!stored || revision > BigInt(stored.revision)) return 'not there yet';
  if (stored.fold_version !== READ_MODEL_VERSION) return 'not rebuilt yet';
  return { revision, at: stored.recorded_at?.toISOString() ?? null };
}

async function pointAtInstant(database: Database, ledgerId: string, instant: string): Promise<Point | NoMoment> {
  const { rows } = await queryPrepared<StoredPoint & { known_revision: number; recorded: string[] | null }>(
    database,
    AT_INSTANT,
    [ledgerId, instant],
  );
  const [stored] = rows;
  if (!stored) return { revision: -1n, at: instant };
  if (stored.fold_version !== READ_MODEL_VERSION) return 'not rebuilt yet';
  const recorded = stored.recorded ?? [];
  const later = recorded.findIndex((recordedAt) => Date.parse(recordedAt) > Date.parse(instant));
  const count = later === -1 ? recorded.length : later;
  return { revision: BigInt(stored.known_revision + count), at: instant };
}

type Stored = { ledger: object; past: object | null; recent: object[] | null; recorded_at: Date | null };

/**
 * The row at the end of the last whole block, and the events since then, which are folded on top of it (decision 19).
 */
const STATE = `
    SELECT row_to_json(l) AS ledger, row_to_json(p) AS past, (
      SELECT json_agg(e ORDER BY e.revision) FROM (
        SELECT ${columnsOf(events, 'e')} FROM ${LIVE}.events e
        WHERE e.ledger_id = $1 AND e.revision > coalesce(p.revision, -1) AND e.revision <= $2
        ORDER BY e.revision LIMIT ${BLOCK_EVENTS}) e
      ) AS recent, (
      SELECT e.recorded_at FROM ${LIVE}.events e WHERE e.ledger_id = $1 AND e.revision = $2) AS recorded_at
    FROM (SELECT ${columnsOf(ledgers, 'l')} FROM ${LIVE}.ledgers l WHERE l.ledger_id = $1) l
    LEFT JOIN LATERAL (
      SELECT ${columnsOf(pastLedgers, 'p')} FROM ${LIVE}.past_ledgers p WHERE p.ledger_id = $1 AND p.revision <= $2
      ORDER BY p.revision DESC LIMIT 1) p ON true`;

/** Loads the state of a ledger at the moment that is named. */
export async function loadMoment(
  database: Database,
  ledgerId: string,
  named: NamedThen,
): Promise<PastMoment | NoMoment> {
  if ('revision' in named) return await momentAfter(database, ledgerId, named.revision);
  const point = await findPoint(database, ledgerId, named);
  if (typeof point === 'string') return point;
  const moment = await momentAfter(database, ledgerId, point.revision);
  if (moment === 'not rebuilt yet') return moment;
  return moment === 'not there yet' ? { ...EMPTY_MOMENT, ...point } : { ...moment, ...point };
}

const EMPTY_MOMENT = { state: EMPTY, transactionCount: 0, knownAt: null };

async function momentAfter(database: Database, ledgerId: string, revision: bigint): Promise<PastMoment | NoMoment> {
  const { rows } = await queryPrepared<Stored>(database, STATE, [ledgerId, revision]);
  const [stored] = rows;
  const ledger = stored && readRow(ledgers, stored.ledger);
  if (!ledger || revision > ledger.revision) return 'not there yet';
  if (!isOwnFold(ledger)) return 'not rebuilt yet';
  const past = stored.past && readRow(pastLedgers, stored.past);
  const before = past
    ? unchanged(ledgerId, past.revision, stateOf(past, past.goals), past.transactionCount, past.knownAt)
    : unchanged(ledgerId, -1n, EMPTY, 0, null);
  const recent = (stored.recent ?? []).map((row) => recordedOf(readRow(events, row)));
  const { state, transactionCount, knownAt } = projectRows(before, recent);
  const { payment } = stateOf(ledger, []);
  return {
    revision,
    at: stored.recorded_at?.toISOString() ?? null,
    state: { ...state, payment, rules: EMPTY.rules },
    transactionCount,
    knownAt,
  };
}
