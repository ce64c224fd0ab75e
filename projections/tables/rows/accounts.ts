import type { Database } from '../../../platform/postgres.ts';
import type { ProjectionChanges } from '../../fold/projection-changes.ts';
import { READ_MODEL_VERSION } from '../version.ts';
import { columns } from './columns.ts';

/** Stores the accounts as they are after the events: a row for each user who has any. */
export async function storeAccounts(
  database: Database,
  schema: string,
  changed: readonly ProjectionChanges[],
): Promise<void> {
  const values = columns(
    changed
      .filter((books) => !books.erased)
      .map(({ userId, revision, state, transactionCount }) => [
        userId,
        revision,
        state.balance,
        state.turnover,
        state.figures?.income ?? null,
        state.figures?.expense ?? null,
        state.payment.status,
        state.payment.status === 'none' ? null : state.payment.sessionId,
        transactionCount,
      ]),
  );
  if (!values) return;
  await database.query({
    name: `store-accounts ${schema}`,
    text: `INSERT INTO ${schema}.accounts (user_id, revision, balance, turnover, income, expense, payment_status,
       payment_session, transaction_count, fold_version)
     SELECT *, '${READ_MODEL_VERSION}' FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[],
       $6::bigint[], $7::text[], $8::text[], $9::integer[])
     ON CONFLICT (user_id) DO UPDATE SET revision = excluded.revision, balance = excluded.balance,
       turnover = excluded.turnover, income = excluded.income, expense = excluded.expense,
       payment_status = excluded.payment_status, payment_session = excluded.payment_session,
       transaction_count = excluded.transaction_count, fold_version = excluded.fold_version`,
    values,
  });
}
