import type { Books } from '#ledger/model/state.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared, sql } from '#platform/sql.ts';
import { readRules, rulesAsJson } from '../storage/storage.ts';
import { changeSets } from '../tables/change-sets.ts';
import { events, isAbout, OF_RULES, recordedOf, type StoredEventRow } from '../tables/events.ts';
import { LIVE, live } from '../tables/read-models.ts';
import { rulesUsedBy, ruleUses } from '../tables/rules.ts';
import { columnsOf, readRow } from '../tables/table.ts';
import { inForce } from './change-sets.ts';
import { foldedEvents } from './folded-events.ts';

/** On how many entries a rule set something, by the change-sets in force, and when it did so last (UTC). */
export type RuleUse = { count: number; last: string };

/** The rules of a ledger in their order: as they are, or as they were known after the event `asOf`. */
export async function rulesOfLedger(
  database: Database,
  ledgerId: string,
  asOf: bigint | null,
): Promise<Books['rules']> {
  if (asOf !== null) return (await foldedEvents(database, ledgerId, OF_RULES, asOf)).rules;
  const { rows } = await queryPrepared<{ rules: object[] | null }>(
    database,
    `SELECT ${rulesAsJson(LIVE, '$1')} AS rules`,
    [ledgerId],
  );
  return readRules(rows[0]?.rules ?? null);
}

/** How often rules applied, by their ids, as it was known after the event `asOf` where it is named. */
export async function ruleUsesOf(
  database: Database,
  ledgerId: string,
  asOf: bigint | null,
): Promise<Map<string, RuleUse>> {
  const byThen = asOf === null ? sql`` : sql` AND c.revision <= ${asOf}`;
  const wasInForce = await inForce(database, ledgerId, asOf);
  const { rows } = await queryPrepared<{ rule_id: string; count: number; last: Date }>(
    database,
    sql`SELECT u.rule_id, sum(u.count)::bigint AS count, max(c.recorded_at) AS last
      FROM ${live(ruleUses)} u
      JOIN ${live(changeSets)} c ON c.ledger_id = u.ledger_id AND c.change_set_id = u.change_set_id
      WHERE u.ledger_id = ${ledgerId} AND ${wasInForce(sql`u.change_set_id`)}${byThen}
      GROUP BY u.rule_id`,
  );
  const uses = new Map(rows.map((row) => [row.rule_id, { count: Number(row.count), last: row.last.toISOString() }]));
  if (asOf !== null) await addUnended(database, ledgerId, asOf, uses);
  return uses;
}

/** Adds what the change-set had done by then of which not all events were there. */
async function addUnended(
  database: Database,
  ledgerId: string,
  asOf: bigint,
  uses: Map<string, RuleUse>,
): Promise<void> {
  const { rows } = await queryPrepared<StoredEventRow>(
    database,
    `SELECT ${columnsOf(events, 'e')} FROM ${LIVE}.change_sets c
      JOIN ${LIVE}.events e ON e.ledger_id = c.ledger_id AND e.revision BETWEEN c.first AND $2
      WHERE c.ledger_id = $1 AND c.first <= $2 AND c.revision > $2`,
    [ledgerId, asOf],
  );
  for (const row of rows) {
    const { event, metadata } = recordedOf(readRow(events, row));
    for (const ruleId of rulesUsedBy(event)) {
      uses.set(ruleId, { count: (uses.get(ruleId)?.count ?? 0) + 1, last: metadata.recordedAt });
    }
  }
}

/** All events about entries, by their ids, in order. */
export async function eventsAbout(database: Database, ledgerId: string, entryIds: readonly string[]) {
  const { rows } = await queryPrepared<StoredEventRow>(
    database,
    `SELECT ${columnsOf(events, 'e')} FROM unnest($2::text[]) AS n (id)
      CROSS JOIN LATERAL (SELECT e.* FROM ${LIVE}.events e WHERE ${isAbout('e', '$1', 'n.id')} OFFSET 0) e
      ORDER BY e.revision`,
    [ledgerId, entryIds],
  );
  return rows.map((row) => recordedOf(readRow(events, row)));
}
