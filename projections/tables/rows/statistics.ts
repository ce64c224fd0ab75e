import type { Database } from '../../../platform/postgres.ts';
import type { ProjectionChanges } from '../../fold/projection-changes.ts';
import { columns } from './columns.ts';

/** Adds what has changed to the income and expense of each week, month and year concerned. */
export async function storeStatistics(
  database: Database,
  schema: string,
  changed: readonly ProjectionChanges[],
): Promise<void> {
  const values = columns(
    changed.flatMap(({ userId, statistics }) =>
      [...statistics.values()].map(({ period, startsOn, income, expense }) => [
        userId,
        period,
        startsOn,
        income,
        expense,
      ]),
    ),
  );
  if (!values) return;
  await database.query({
    name: `store-statistics ${schema}`,
    text: `INSERT INTO ${schema}.statistics AS s (user_id, period, starts_on, income, expense)
     SELECT * FROM unnest($1::text[], $2::text[], $3::date[], $4::bigint[], $5::bigint[])
     ON CONFLICT (user_id, period, starts_on) DO UPDATE
       SET income = s.income + excluded.income, expense = s.expense + excluded.expense`,
    values,
  });
}
