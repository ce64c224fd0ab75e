import pg from 'pg';
import { migrations } from '#api/migrations.ts';
import { migrateWithin } from '#platform/migrations.ts';
import { transactionOn } from '#platform/postgres.ts';
import { migrate as migrateEventStore } from '#tools/embedded/eventstore/storage/schema.ts';
import { type BackupPart, backupParts } from './contents.ts';
import { BackupFailure } from './failure.ts';
import { jsonGroups } from './json-lines.ts';
import type { Told } from './make.ts';
import type { ManifestPart } from './manifest.ts';
import type { OpenBackup } from './open.ts';

/** The most rows and characters of JSON that an INSERT takes. */
const STEP = { linesMax: 1_000, charactersMax: 1024 * 1024 };

/**
 * Puts the rows of a backup into an empty database of Daybook: its tables are made as they were in the backup, filled,
 * and then brought up to date, as a start of Daybook does. All or nothing. A user without a password, because the
 * secrets are left out, can't log in. Throws a BackupFailure where the database isn't empty, and what Postgres throws.
 */
export async function loadDaybook(url: string, backup: OpenBackup, told: Told, signal: AbortSignal): Promise<void> {
  const names = new Set(backup.manifest.schemas.daybook);
  await withClient(url, (client) =>
    transactionOn(client, async () => {
      const { rows } = await client.query<{ used: boolean }>(
        "SELECT to_regclass('public.migrations') IS NOT NULL AS used",
      );
      if (rows[0]?.used) throw new BackupFailure('The database has data of a Daybook: a restore overwrites nothing.');
      await migrateWithin(
        client,
        migrations.filter(({ name }) => names.has(name)),
      );
      await loadParts(client, 'daybook', backup, told, signal);
      await migrateWithin(client, migrations);
    }),
  );
}

/** Puts the events of a backup into an empty database of the event store, with all that it says of streams. */
export async function loadEvents(url: string, backup: OpenBackup, told: Told, signal: AbortSignal): Promise<void> {
  await withClient(url, async (client) => {
    await migrateEventStore(client, backup.manifest.schemas.eventstore ?? 0);
    await transactionOn(client, () => loadParts(client, 'eventstore', backup, told, signal));
  });
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // The statement under way rejects.
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function loadParts(
  client: pg.Client,
  database: BackupPart['table']['database'],
  backup: OpenBackup,
  told: Told,
  signal: AbortSignal,
): Promise<void> {
  for (const part of backupParts({ whole: true, withSecrets: true })) {
    const listed = backup.manifest.parts.find(({ path }) => path === part.path);
    if (part.table.database !== database || !listed) continue;
    await loadPart(client, part, listed, backup, told, signal);
  }
}

async function loadPart(
  client: pg.Client,
  part: BackupPart,
  listed: ManifestPart,
  backup: OpenBackup,
  told: Told,
  signal: AbortSignal,
): Promise<void> {
  const statement = part.kind === 'rows' ? insertion(part, listed) : completion(part);
  let count = 0;
  for await (const lines of jsonGroups(backup.linesOf(listed), STEP)) {
    signal.throwIfAborted();
    await client.query({ name: part.path, text: statement, values: [`[${lines.join(',')}]`] });
    count += lines.length;
    told(part.path, count, false);
  }
  told(part.path, count, true);
  if (part.kind === 'rows') await continueNumbers(client, part.table.name);
}

const quoted = (columns: readonly string[]) => columns.map((column) => pg.escapeIdentifier(column)).join(', ');

/** Inserts rows; a secret column, which must not be NULL, is empty until its own part completes it. */
function insertion({ table }: BackupPart, { columns }: ManifestPart): string {
  const { columns: secret = [] } = table.secrets ?? {};
  return `INSERT INTO ${table.name} (${quoted([...columns, ...secret])}) OVERRIDING SYSTEM VALUE
    SELECT ${[quoted(columns), ...secret.map(() => "''")].join(', ')}
    FROM json_populate_recordset(NULL::${table.name}, $1::json)`;
}

function completion({ table }: BackupPart): string {
  const { key = '', columns = [] } = table.secrets ?? {};
  return `UPDATE ${table.name} AS kept SET ${columns.map((column) => `${column} = given.${column}`).join(', ')}
    FROM json_populate_recordset(NULL::${table.name}, $1::json) AS given WHERE kept.${key} = given.${key}`;
}

/** Numbers that a table gives out go on after those that it has. */
async function continueNumbers(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query<{ column: string }>(
    "SELECT attname AS column FROM pg_attribute WHERE attrelid = to_regclass($1) AND attidentity <> ''",
    [table],
  );
  for (const { column } of rows) {
    await client.query(
      `SELECT setval(pg_get_serial_sequence($1, $2), coalesce(max(${pg.escapeIdentifier(column)}), 0) + 1, false)
        FROM ${table}`,
      [table, column],
    );
  }
}
