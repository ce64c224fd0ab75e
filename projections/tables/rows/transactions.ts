import type { Database } from '../../../platform/postgres.ts';
import type { ProjectionChanges } from '../../fold/projection-changes.ts';
import { columns } from './columns.ts';

/** Stores the transactions that were recorded and removes those that were deleted. */
export async function storeTransactions(
  database: Database,
  schema: string,
  changed: readonly ProjectionChanges[],
): Promise<void> {
  const gone = columns(changed.flatMap(({ userId, deleted }) => [...deleted].map((id) => [userId, id])));
  const removed =
    gone &&
    database.query(
      `DELETE FROM ${schema}.transactions t USING unnest($1::text[], $2::text[]) AS gone (user_id, transaction_id)
       WHERE t.user_id = gone.user_id AND t.transaction_id = gone.transaction_id`,
      gone,
    );
  const values = columns(
    changed.flatMap(({ userId, entered }) =>
      [...entered.values()].map((row) => [
        userId,
        row.transactionId,
        row.revision,
        row.type,
        row.title,
        row.amount,
        row.category,
        row.wallet,
        row.date,
        row.receiptId,
        row.recordedAt,
      ]),
    ),
  );
  const stored = values && database.query({ name: `store-transactions ${schema}`, text: insert(schema), values });
  await Promise.all([removed, stored]);
}

const insert = (schema: string): string =>
  `INSERT INTO ${schema}.transactions (user_id, transaction_id, revision, type, title, amount, category, wallet,
       date, receipt_id, recorded_at)
     SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::text[],
       $8::text[], $9::date[], $10::text[], $11::timestamptz[])`;
