import type { ChangeSetKind } from '#ledger/model/constants.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { ReportSpan } from '#ledger/reports/calendar.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared, raw, sql } from '#platform/sql.ts';
import { changeSets } from '../tables/change-sets.ts';
import { live } from '../tables/read-models.ts';
import { entriesAsOf } from './page.ts';
import type { PieceSource } from './piece-sums.ts';

/** A large expense; its category is an id, or null for none and for a split. */
export type LargeExpense = { entryId: string; title: string; date: string; amount: Cents; category: string | null };

/** The largest expenses of some days as they were known after the event `asOf`, the largest first. */
export async function largestExpenses(
  database: Database,
  { ledgerId, asOf }: Pick<PieceSource, 'ledgerId' | 'asOf'>,
  { from, to }: ReportSpan,
  limit: number,
): Promise<LargeExpense[]> {
  const ledger = sql`${ledgerId}`;
  const { rows } = await queryPrepared<Omit<LargeExpense, 'entryId'> & { entry_id: string }>(
    database,
    sql`SELECT t.entry_id, t.title, t.date::text AS date, t.amount, t.category FROM ${entriesAsOf(ledger, asOf)}
      WHERE t.ledger_id = ${ledger} AND t.type = 'Expense' AND t.date BETWEEN ${from}::date AND ${to}::date
      ORDER BY t.amount DESC, t.date DESC, t.revision DESC LIMIT ${limit}`,
  );
  return rows.map(({ entry_id: entryId, ...row }) => ({ entryId, ...row }));
}

/**
 * How many change-sets of each kind were made in some time, from one instant to before another
 * (ISO), from the revision `since` on, and up to the event `asOf`.
 */
export async function changeSetsByKind(
  database: Database,
  { ledgerId, asOf }: Pick<PieceSource, 'ledgerId' | 'asOf'>,
  { since, from, until }: { since: bigint; from: string; until: string },
): Promise<Map<ChangeSetKind, number>> {
  const known = asOf === null ? raw('') : sql` AND c.first <= ${asOf}`;
  const { rows } = await queryPrepared<{ kind: ChangeSetKind; count: number }>(
    database,
    sql`SELECT c.kind, count(*)::int AS count FROM ${live(changeSets)} c
      WHERE c.ledger_id = ${ledgerId} AND c.first >= ${since}
        AND c.recorded_at >= ${from}::timestamptz AND c.recorded_at < ${until}::timestamptz${known}
      GROUP BY 1`,
  );
  return new Map(rows.map(({ kind, count }) => [kind, count]));
}
