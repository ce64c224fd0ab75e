import { typesAbout } from '#ledger/events.ts';
import { type History, NO_HISTORY } from '#ledger/history.ts';
import { PLAN_PREFIX } from '#ledger/model/entity-ids.ts';
import type { EntityKind } from '#ledger/model/fields.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';
import { changeSetOf, changeSets } from '../tables/change-sets.ts';
import { events, isAbout, OF_RULES, recordedOf } from '../tables/events.ts';
import { LIVE } from '../tables/read-models.ts';
import { readRow } from '../tables/table.ts';

/** A history as JSON gives it; absent or null if none was wanted. */
export type StoredHistory = {
  events: object[] | null;
  change_sets: object[] | null;
  /** As `marksOf` takes them. */
  occurrences: object[] | null;
} | null;

/** SQL: the types of events about a kind, or only of those that do one of these. */
const typesOf = (...about: Parameters<typeof typesAbout>) =>
  typesAbout(...about)
    .map((type) => `'${type}'`)
    .join(', ');
/** The events by which something of a kind comes or goes. */
const comingOf = (kind: EntityKind) => typesOf([kind], ['make', 'restore', 'remove']);
const [OF_OCCURRENCES, OF_TRANSACTIONS] = [typesOf(['occurrence']), typesOf(['transaction'])];

/**
 * SQL, as parts of WITH: the change-sets that an undo is chained to; where these opened accounts, the change-sets that
 * moved money of them; where they added or removed categories, the entries that have these, the entries that undos have
 * changed since, and all own categories; where they did so or planned anything, the plans of these and of categories
 * that were merged, with what they were merged with; where they are about rules, all rules since the last reset; and
 * the entries that their occurrences have had, or that occurrences of schedules have which they added or removed.
 */
function lookedAt(ledgerId: string, changeSetId: string, since: string): string {
  const isOfLedger = (alias: string) => `${alias}.ledger_id = ${ledgerId}`;
  return `chain AS (
      SELECT c.* FROM ${LIVE}.change_sets c
        WHERE ${isOfLedger('c')} AND c.change_set_id = ${changeSetId} AND c.first >= ${since}
      UNION ALL
      SELECT c.* FROM chain JOIN ${LIVE}.change_sets c ON ${isOfLedger('c')} AND c.change_set_id = chain.undoes
    ),
    own AS (SELECT e.revision, e.entity_id, e.type, e.data FROM chain ${each('events', within('chain', ledgerId))}),
    opened AS (
      SELECT DISTINCT o.entity_id FROM own o WHERE o.type IN (${comingOf('account')})
    ),
    moved AS (
      SELECT c.change_set_id, c.first, c.revision FROM ${LIVE}.change_sets c
      WHERE EXISTS (SELECT FROM opened) AND ${isOfLedger('c')} AND c.first >= ${since}
        AND EXISTS (SELECT FROM json_array_elements_text(c.accounts) a (id) JOIN opened ON opened.entity_id = a.id)
    ),
    added AS (
      SELECT DISTINCT o.entity_id FROM own o WHERE o.type IN (${comingOf('category')})
    ),
    categorised AS (
      SELECT t.entry_id AS entity_id FROM ${LIVE}.entries t
      WHERE EXISTS (SELECT FROM added) AND ${isOfLedger('t')} AND (
        t.category IN (SELECT entity_id FROM added) OR EXISTS (
          SELECT FROM json_array_elements(t.parts) p (part) JOIN added ON added.entity_id = p.part ->> 'category'))
      UNION ALL
      SELECT c.category ->> 'categoryId' FROM ${LIVE}.ledgers a, json_array_elements(a.categories) c (category)
      WHERE EXISTS (SELECT FROM added) AND ${isOfLedger('a')}
    ),
    recategorised AS (
      SELECT DISTINCT e.entity_id FROM ${LIVE}.change_sets c ${each('events', within('c', ledgerId))}
      WHERE EXISTS (SELECT FROM added) AND ${isOfLedger('c')} AND c.undoes IS NOT NULL
        AND c.first > (SELECT min(first) FROM chain) AND e.type IN (${OF_TRANSACTIONS})
    ),
    settled AS (
      SELECT m.category_id FROM ${LIVE}.ledgers a, json_each_text(a.merged) g (merged, into_id),
        unnest(ARRAY[g.merged, g.into_id]) m (category_id) WHERE ${isOfLedger('a')}
      UNION SELECT entity_id FROM added
      UNION SELECT data ->> 'into' FROM own WHERE type = 'CategoryRemoved' AND data ->> 'into' IS NOT NULL
    ),
    planned AS (
      SELECT '${PLAN_PREFIX}' || p.category_id || ' ' || p.month AS entity_id FROM ${LIVE}.plans p
      WHERE (EXISTS (SELECT FROM added) OR EXISTS (SELECT FROM own WHERE entity_id LIKE '${PLAN_PREFIX}%'))
        AND ${isOfLedger('p')} AND p.category_id IN (SELECT category_id FROM settled)
    ),
    ordered AS (
      SELECT DISTINCT e.entity_id FROM ${LIVE}.events e
      WHERE EXISTS (SELECT FROM own WHERE own.${OF_RULES}) AND ${isOfLedger('e')} AND e.revision >= ${since}
        AND e.${OF_RULES}
    ),
    expected AS (
      SELECT e.data ->> 'entry' AS entity_id
      FROM (SELECT DISTINCT o.entity_id FROM own o WHERE o.type IN (${OF_OCCURRENCES})) n
        ${each('events', isAbout('e', ledgerId, 'n.entity_id'))} WHERE e.data ->> 'entry' IS NOT NULL
      UNION
      SELECT e.entry_id FROM (SELECT DISTINCT o.entity_id FROM own o WHERE o.type IN (${comingOf('schedule')})) n
        ${each('occurrences', `e.ledger_id = ${ledgerId} AND e.schedule_id = n.entity_id`)} WHERE e.entry_id IS NOT NULL
    )`;
}

/**
 * SQL: the rows `e` of a table that meet a condition, for each row before it, along an index: the planner can't know
 * how few there are, and would read the whole ledger.
 */
const each = (table: string, condition: string) =>
  `CROSS JOIN LATERAL (SELECT e.* FROM ${LIVE}.${table} e WHERE ${condition} OFFSET 0) e`;

const within = (set: string, ledgerId: string) =>
  `e.ledger_id = ${ledgerId} AND e.revision BETWEEN ${set}.first AND ${set}.revision`;

/**
 * An expression for the history that an undo looks back at (`History`), as JSON: the change-set with those that it is
 * chained to, all events about their entities, the change-sets of these events, and the undos of these with their
 * answers. Where one of them opened an account, also the change-sets that moved its money; where one added or removed a
 * category, also the events about the entries that have it, or that undos have changed since; those about the plans
 * that it may move, and about their categories; of a change of rules those about all rules; and those about the entries
 * of its occurrences, with all occurrences that have these. Null if `changeSetId` is null. The arguments are
 * expressions.
 */
export function relatedHistory(ledgerId: string, changeSetId: string, since: string): string {
  return `CASE WHEN ${changeSetId} IS NOT NULL THEN (
    WITH RECURSIVE ${lookedAt(ledgerId, changeSetId, since)},
    concerned AS (
      SELECT entity_id FROM own WHERE entity_id IS NOT NULL UNION
      SELECT e.entity_id FROM moved ${each('events', `${within('moved', ledgerId)} AND e.entity_id IS NOT NULL`)}
      UNION SELECT entity_id FROM categorised UNION SELECT entity_id FROM recategorised
      UNION SELECT entity_id FROM planned UNION SELECT category_id FROM settled WHERE EXISTS (SELECT FROM planned)
      UNION SELECT data ->> 'categoryId' FROM own WHERE entity_id LIKE '${PLAN_PREFIX}%'
      UNION SELECT entity_id FROM expected UNION SELECT entity_id FROM ordered
    ),
    related AS (
      SELECT e.* FROM concerned ${each('events', isAbout('e', ledgerId, 'concerned.entity_id'))}
      UNION ALL
      SELECT e.* FROM chain ${each('events', `${within('chain', ledgerId)} AND e.entity_id IS NULL`)}
    ),
    named AS (
      SELECT change_set_id FROM related UNION SELECT change_set_id FROM chain UNION SELECT change_set_id FROM moved
    ),
    undone AS (
      SELECT change_set_id FROM named
      UNION SELECT e.change_set_id FROM undone
        ${each('change_sets', `e.ledger_id = ${ledgerId} AND e.undoes = undone.change_set_id`)}
    ),
    sets AS (
      SELECT e.* FROM undone
        ${each('change_sets', `e.ledger_id = ${ledgerId} AND e.change_set_id = undone.change_set_id`)}
    ),
    answered AS (
      SELECT e.* FROM sets ${each('events', `e.ledger_id = ${ledgerId} AND e.revision = sets.first`)}
      WHERE sets.undoes IS NOT NULL AND sets.change_set_id NOT IN (SELECT change_set_id FROM chain)
    ),
    told AS (SELECT * FROM related UNION ALL SELECT * FROM answered)
    SELECT json_build_object(
      'events', (SELECT json_agg(told ORDER BY told.revision) FROM told),
      'change_sets', (SELECT json_agg(sets ORDER BY sets.first) FROM sets),
      'occurrences', (SELECT json_agg(e) FROM expected
        ${each('occurrences', `e.ledger_id = ${ledgerId} AND e.entry_id = expected.entity_id`)}))
  ) END`;
}

/** The approximate number of events in the history of a change-set: the events of the change-sets in `lookedAt`. */
export async function historySize(database: Database, ledgerId: string, changeSetId: string): Promise<number> {
  const { rows } = await queryPrepared<{ size: number }>(
    database,
    `WITH RECURSIVE ${lookedAt('$1', '$2', `(SELECT a.since FROM ${LIVE}.ledgers a WHERE a.ledger_id = $1)`)}
      SELECT coalesce(sum(s.revision - s.first + 1), 0)::int8
          + (SELECT count(*) FROM categorised)::int8 + (SELECT count(*) FROM recategorised)::int8
          + (SELECT count(*) FROM planned)::int8 AS size
      FROM (SELECT first, revision FROM chain UNION ALL SELECT first, revision FROM moved) s`,
    [ledgerId, changeSetId],
  );
  return rows[0]?.size ?? 0;
}

/** The history from the JSON of `relatedHistory`. */
export function historyOf(stored: StoredHistory | undefined): History {
  if (!stored) return NO_HISTORY;
  return {
    events: (stored.events ?? []).map((stored) => recordedOf(readRow(events, stored))),
    changeSets: new Map(
      (stored.change_sets ?? []).map((changeSet) => {
        const row = readRow(changeSets, changeSet);
        return [row.changeSetId, changeSetOf(row)];
      }),
    ),
  };
}
