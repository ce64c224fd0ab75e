import type pg from 'pg';
import { REPORTS_MAX } from '#contract/limits.ts';
import { messages } from '#contract/messages.ts';
import type { SavedReport } from '#contract/report-calls.ts';
import { comparableText } from '#ledger/model/comparable-text.ts';
import { type Database, transaction } from '#platform/postgres.ts';
import { ProblemError } from '../http/problem-error.ts';

type Stored = { report_id: string; name: string; picture: SavedReport['picture']; query: SavedReport['query'] };

const COLUMNS = 'report_id, name, picture, query';

const reportOfRow = ({ report_id: _id, ...report }: Stored): SavedReport => ({ _id, ...report });

/** A user's reports, in their order. */
export async function reportsOf(database: Database, userId: string): Promise<SavedReport[]> {
  const { rows } = await database.query<Stored>(
    `SELECT ${COLUMNS} FROM reports.saved WHERE user_id = $1 ORDER BY place, report_id`,
    [userId],
  );
  return rows.map(reportOfRow);
}

/**
 * Stores a report behind the others; one of the same name is replaced in its place. Throws the problem
 * too_many_reports.
 */
export async function saveReport(
  database: pg.Pool,
  userId: string,
  { name, picture, query }: Omit<SavedReport, '_id'>,
): Promise<SavedReport> {
  const rows = await ofUser(database, userId, async (client) => {
    const saved = await client.query<Stored>(
      `INSERT INTO reports.saved (user_id, name, name_key, picture, query, place)
        SELECT $1, $2, $3, $4, $5, coalesce(max(place) + 1, 0) FROM reports.saved WHERE user_id = $1
        HAVING count(*) < $6 OR count(*) FILTER (WHERE name_key = $3) > 0
        ON CONFLICT (user_id, name_key) DO UPDATE
          SET name = excluded.name, picture = excluded.picture, query = excluded.query
        RETURNING ${COLUMNS}`,
      [userId, name, comparableText(name), picture, JSON.stringify(query), REPORTS_MAX],
    );
    return saved.rows;
  });
  const [saved] = rows;
  if (!saved) throw new ProblemError('too_many_reports');
  return reportOfRow(saved);
}

/** Removes a report. Throws the problem report_not_found. */
export async function removeReport(database: Database, userId: string, reportId: string): Promise<void> {
  const { rowCount } = await database.query('DELETE FROM reports.saved WHERE user_id = $1 AND report_id = $2', [
    userId,
    reportId,
  ]);
  if (rowCount === 0) throw new ProblemError('report_not_found');
}

/** Puts all reports in another order. Throws the problems report_not_found, and invalid where one is not named. */
export async function orderReports(database: pg.Pool, userId: string, reportIds: readonly string[]): Promise<void> {
  await ofUser(database, userId, async (client) => {
    const there = new Set((await reportsOf(client, userId)).map(({ _id }) => _id));
    if (reportIds.some((reportId) => !there.has(reportId))) throw new ProblemError('report_not_found');
    const isWhole = new Set(reportIds).size === reportIds.length && reportIds.length === there.size;
    if (!isWhole) throw new ProblemError('invalid', { reportIds: messages.everyReportOnce });
    await client.query(
      `UPDATE reports.saved r SET place = n.place::int - 1
        FROM unnest($2::uuid[]) WITH ORDINALITY AS n (report_id, place)
        WHERE r.user_id = $1 AND r.report_id = n.report_id`,
      [userId, reportIds],
    );
  });
}

/** Removes all reports of a user. */
export async function removeReports(database: Database, userId: string): Promise<void> {
  await database.query('DELETE FROM reports.saved WHERE user_id = $1', [userId]);
}

/** Runs `work` while no other request changes the reports of the user. */
async function ofUser<Value>(
  database: pg.Pool,
  userId: string,
  work: (client: pg.PoolClient) => Promise<Value>,
): Promise<Value> {
  return await transaction(database, async (client) => {
    await client.query('SELECT FROM identity.users WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
    return await work(client);
  });
}
