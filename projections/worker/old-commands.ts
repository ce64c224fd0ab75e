import { COMMAND_ID_DAYS } from '../../ledger/model/constants.ts';
import type { Writer } from '../batches/apply-batch.ts';

/** Deletes command ids of more than 30 days, at most a thousand in one statement, so that it blocks nothing for long. */
export async function deleteOldCommands({ client, schema }: Writer): Promise<void> {
  await client.query(
    `DELETE FROM ${schema}.commands WHERE (ledger_id, command_id) IN (
       SELECT ledger_id, command_id FROM ${schema}.commands
       WHERE recorded_at < now() - interval '${COMMAND_ID_DAYS} days' ORDER BY recorded_at LIMIT 1000)`,
  );
}
