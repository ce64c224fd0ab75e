import type { Writer } from '../batches/apply-batch.ts';

/** How long a command id is remembered (product 2.1). */
const KEPT = '30 days';

/** Forgets the ids of commands older than 30 days, at most a thousand at a time, so that nothing waits for it long. */
export async function forgetOldCommands({ client, schema }: Writer): Promise<void> {
  await client.query(
    `DELETE FROM ${schema}.commands WHERE (ledger_id, command_id) IN (
       SELECT ledger_id, command_id FROM ${schema}.commands
       WHERE recorded_at < now() - interval '${KEPT}' ORDER BY recorded_at LIMIT 1000)`,
  );
}
