import type { EventType } from '#ledger/events.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';
import { isAbout } from '../tables/events.ts';
import { LIVE } from '../tables/read-models.ts';

/** The events that say a goal's title. */
const WITH_TITLE: readonly EventType[] = ['GoalCreated', 'GoalUpdated', 'GoalRestored'];

/**
 * SQL: the title of a goal before an event of a ledger, though the goal may be gone, or null if there is none. The
 * parameters are SQL that gives two texts and a revision.
 */
export const titleOfGoal = (ledgerId: string, goalId: string, revision: string): string =>
  `(SELECT g.data ->> 'title' FROM ${LIVE}.events g
    WHERE ${isAbout('g', ledgerId, goalId)} AND g.type IN (${WITH_TITLE.map((type) => `'${type}'`).join(', ')})
      AND g.revision < ${revision}
    ORDER BY g.revision DESC LIMIT 1)`;

/** The titles of goals before events of a ledger that name them, by the revisions of these events. */
export async function goalTitles(
  database: Database,
  ledgerId: string,
  naming: readonly { revision: bigint; goalId: string }[],
): Promise<Map<bigint, string>> {
  if (naming.length === 0) return new Map();
  const { rows } = await queryPrepared<{ revision: string; title: string | null }>(
    database,
    `SELECT n.revision::text, ${titleOfGoal('$1', 'n.goal_id', 'n.revision')} AS title
      FROM unnest($2::bigint[], $3::text[]) AS n (revision, goal_id)`,
    [ledgerId, naming.map(({ revision }) => revision), naming.map(({ goalId }) => goalId)],
  );
  return new Map(rows.flatMap(({ revision, title }) => (title === null ? [] : [[BigInt(revision), title] as const])));
}
