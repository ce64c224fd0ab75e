import type { Database } from '../../../platform/postgres.ts';
import type { ProjectionChanges } from '../../fold/projection-changes.ts';
import { columns } from './columns.ts';

/** The events of one command carry the same id: the last of them says where its effect ends. */
export async function storeCommands(
  database: Database,
  schema: string,
  changed: readonly ProjectionChanges[],
): Promise<void> {
  const values = columns(
    changed.flatMap(({ userId, commands }) =>
      [...new Map(commands.map((command) => [command.commandId, command])).values()].map((command) => [
        userId,
        command.commandId,
        command.inputHash,
        command.revision,
        command.recordedAt,
      ]),
    ),
  );
  if (!values) return;
  await database.query({
    name: `store-commands ${schema}`,
    text: `INSERT INTO ${schema}.commands (user_id, command_id, input_hash, revision, recorded_at)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::timestamptz[])
     ON CONFLICT (user_id, command_id) DO UPDATE SET input_hash = excluded.input_hash,
       revision = excluded.revision, recorded_at = excluded.recorded_at`,
    values,
  });
}
