import { IDENTITY_STREAM } from '#event-log/event-log.ts';

/** The two databases of a stand-alone Daybook: its own, and the database in which the event store keeps its events. */
export type DatabaseName = 'daybook' | 'eventstore';

/** A table of which a backup has rows. */
export type KeptTable = {
  database: DatabaseName;
  /** With its schema, but for those in `public`. */
  name: string;
  /** The condition of the rows that are kept; all of them by default. */
  where?: string;
  /** The column by which rows are in order; without it they are in any. */
  order?: string;
  /** How many rows are read at a time: memory holds as many of the largest. */
  rowsAtOnce: number;
  /** All columns are secret. */
  isSecret?: true;
  /** Secret columns, in a part of their own; `key` is the column that tells whose they are. Their rest is text. */
  secrets?: { key: string; columns: readonly string[] };
  /** Columns that are left out, so that a restore leaves them NULL. */
  leftOut?: readonly string[];
};

const SMALL_ROWS = 500;
/** Of the event store: an event has at most 1 MiB, and few have more than 1 KiB. */
const EVENT_ROWS = 64;

/** The tables of a backup, in the order in which a restore can insert them: referred ones come first. */
export const KEPT_TABLES: readonly KeptTable[] = [
  {
    database: 'eventstore',
    name: 'events',
    // A restored log goes its own way, and so is another log (decision 11): the first worker gives it its id.
    where: `stream NOT IN ('${IDENTITY_STREAM}', '$$${IDENTITY_STREAM}')`,
    order: 'position',
    rowsAtOnce: EVENT_ROWS,
  },
  { database: 'eventstore', name: 'shared_metadata', order: 'last', rowsAtOnce: EVENT_ROWS },
  { database: 'eventstore', name: 'stream_ends', rowsAtOnce: SMALL_ROWS },
  {
    database: 'daybook',
    name: 'identity.users',
    rowsAtOnce: SMALL_ROWS,
    secrets: { key: 'user_id', columns: ['password_hash'] },
  },
  { database: 'daybook', name: 'identity.visits', rowsAtOnce: SMALL_ROWS },
  { database: 'daybook', name: 'identity.passkeys', rowsAtOnce: SMALL_ROWS },
  { database: 'daybook', name: 'identity.oidc_identities', rowsAtOnce: SMALL_ROWS },
  { database: 'daybook', name: 'identity.tokens', rowsAtOnce: SMALL_ROWS, isSecret: true },
  { database: 'daybook', name: 'identity.security_events', leftOut: ['event_id'], rowsAtOnce: SMALL_ROWS },
  { database: 'daybook', name: 'identity.totp', rowsAtOnce: SMALL_ROWS, isSecret: true },
  { database: 'daybook', name: 'identity.recovery_codes', rowsAtOnce: SMALL_ROWS, isSecret: true },
  { database: 'daybook', name: 'feedback.entries', rowsAtOnce: SMALL_ROWS },
  { database: 'daybook', name: 'search.views', order: 'place', rowsAtOnce: SMALL_ROWS },
  { database: 'daybook', name: 'reports.saved', rowsAtOnce: SMALL_ROWS },
  { database: 'daybook', name: 'schedules.calendar_tokens', rowsAtOnce: SMALL_ROWS, isSecret: true },
  { database: 'daybook', name: 'proposals.proposals', rowsAtOnce: 1 },
  { database: 'daybook', name: 'webhooks.webhooks', rowsAtOnce: SMALL_ROWS, isSecret: true, leftOut: ['leased_until'] },
  { database: 'daybook', name: 'demo.upkeep', rowsAtOnce: SMALL_ROWS },
  {
    database: 'daybook',
    name: 'imports.files',
    // A file without a plan is a preview in progress.
    where: `imported_at IS NOT NULL
      OR EXISTS (SELECT FROM imports.plans WHERE plans.import_id = imports.files.import_id)`,
    rowsAtOnce: 1,
    leftOut: ['session_hash'],
  },
  { database: 'daybook', name: 'imports.plans', rowsAtOnce: 1 },
  { database: 'daybook', name: 'imports.left_out', rowsAtOnce: SMALL_ROWS },
  { database: 'daybook', name: 'imports.remembered', rowsAtOnce: SMALL_ROWS },
  { database: 'daybook', name: 'bulk.plans', rowsAtOnce: 1 },
  { database: 'daybook', name: 'files.images', rowsAtOnce: 1 },
];

/** The tables of which a backup has nothing, with the reason. */
export const LEFT_OUT: Readonly<Record<DatabaseName, Readonly<Record<string, string>>>> = {
  eventstore: {
    schema_version: 'the manifest has it',
  },
  daybook: {
    migrations: 'the manifest has their names',
    'identity.sessions': 'a logout after the backup must not be taken back by a restore; users log in again',
    'identity.tickets': 'logins that are under way',
    'limits.tries': 'counters of minutes',
    'projection_worker.lease': 'belongs to the worker that runs',
    'projection_worker.heartbeat': 'belongs to the worker that runs',
    'projection_worker.versions': 'the order of read models, which a restore builds anew',
    'schedules.looked_at': 'derived: every schedule is looked at again',
    'schedules.lease': 'of the running processes',
    'webhooks.occurrences': 'of messages that are on their way',
    'webhooks.messages': 'on their way: what was sent by now would be sent again',
  },
};

/** The schemas of the read models, which are derived: those that queries read, and those that a replay builds. */
export const isDerivedSchema = (schema: string): boolean => /^projections(_|$)/.test(schema);

/** The content of a part: whole rows, or the secret columns of rows that another part has. */
export type PartKind = 'rows' | 'secrets';

/** A part of a backup. */
export type BackupPart = { table: KeptTable; kind: PartKind; isSecret: boolean; path: string };

/** The parts of a backup, in order; the parts of events only for a whole backup. */
export function backupParts({ whole, withSecrets }: { whole: boolean; withSecrets: boolean }): BackupPart[] {
  return KEPT_TABLES.filter(({ database }) => whole || database !== 'eventstore')
    .flatMap((table): BackupPart[] => {
      const path = `${table.database}/${table.name}`;
      const rows: BackupPart = {
        table,
        kind: 'rows',
        isSecret: table.isSecret === true,
        path: table.isSecret ? `${path}.jsonl.encrypted` : `${path}.jsonl`,
      };
      if (!table.secrets) return [rows];
      return [rows, { table, kind: 'secrets', isSecret: true, path: `${path}.secrets.jsonl.encrypted` }];
    })
    .filter(({ isSecret }) => withSecrets || !isSecret);
}
