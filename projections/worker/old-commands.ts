import { COMMAND_ID_DAYS } from '../../ledger/model/constants.ts';
import type { Writer } from '../batches/apply-batch.ts';

/** Deletes the ids of commands that are too old to be remembered, at most a thousand at a time, so that nothing waits long. */
export async function forgetOldCommands({ client, schema }: Writer): Promise<void> {
  await client.query(
    `DELETE FROM ${schema}.commands WHERE (ledger_id, command_id) IN (
       SELECT ledger_id, command_id FROM ${schema}.commands
       WHERE recorded_at < now() - interval '${COMMAND_ID_DAYS} days' ORDER BY recorded_at LIMIT 1000)`,
  );
}
