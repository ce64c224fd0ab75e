import type pg from 'pg';
import type { CallData } from '#contract/calls.ts';
import type { Answers, Mapping } from '#imports/parsed.ts';
import type { ImportSummary } from '#imports/plan/steps.ts';
import type { CategoryAnswers } from '#imports/preview/file-categories.ts';
import type { LedgerEvent } from '#ledger/events.ts';
import type { UserRule } from '#ledger/rules/rule.ts';
import { type Database, transaction } from '#platform/postgres.ts';
import { tokenHash } from '#platform/secret-token.ts';
import { queryPrepared } from '#platform/sql.ts';
import { isChangeSet } from '#projections/queries/change-sets.ts';
import { isUnfinished } from '#projections/queries/ledgers.ts';
import { readModelsExist } from '#projections/tables/read-models.ts';
import { insertPlan, packEvents } from '../commands/plans.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { Session } from '../http/session.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/**
 * A preview that is not imported is deleted after this time; of each session and of each user the newest few are
 * stored.
 */
const PREVIEW_MS = DAY_MS;
const PREVIEWS_OF_SESSION_MAX = 5;
const PREVIEWS_OF_USER_MAX = 30;

/**
 * The options by which a file is read. `accountId` is `everyday` or an id. Resolved options include the remembered ones
 * already.
 */
export type ImportOptions = {
  accountId: string | null;
  mapping: Mapping | null;
  answers: Answers;
  /** The remembered answers about categories; only resolved options have it. */
  categories?: CategoryAnswers;
  /** The rules that were on when the file was previewed, in their order; only resolved options have them. */
  rules?: readonly UserRule[];
  /** Whether the word list proposed categories; only resolved options have it. */
  usesWordList?: boolean;
  isResolved: boolean;
};

/**
 * The outcome of an import: its rows, the numbers of added rules and of plans, settings and targets of a budget, and
 * the accounts that could begin with the bank's balance, in whole units.
 */
export type ImportResult = ImportSummary &
  Pick<CallData<'importCommit'>['imported'], 'rules' | 'schedules' | 'budget' | 'beginnings'>;

/** A stored import, without the bytes of its file. */
export type StoredImport = {
  importId: string;
  fileName: string;
  options: ImportOptions;
  /** The mapping that the user gave; the mapping of `options` may be worked out, or remembered. */
  given: Mapping | null;
  /** The hash of the choices with which it was imported; null before. */
  inputHash: string | null;
  /** Older imports lack what `ImportResult` adds. */
  summary: (ImportSummary & Partial<ImportResult>) | null;
  importedAt: Date | null;
};

/**
 * Stores a file that is previewed in a session. Older previews than the newest few of the session and of the user are
 * deleted.
 */
export async function storeImport(
  database: Database,
  { userId, token }: Pick<Session, 'userId' | 'token'>,
  {
    importId,
    fileName,
    bytes,
    options,
    given,
  }: Pick<StoredImport, 'importId' | 'fileName' | 'options' | 'given'> & { bytes: Buffer },
  now: Date,
): Promise<void> {
  await queryPrepared(
    database,
    `INSERT INTO imports.files (import_id, user_id, session_hash, file_name, bytes, options, given, previewed_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [importId, userId, tokenHash(token), fileName, bytes, JSON.stringify(options), given && JSON.stringify(given), now],
  );
  await queryPrepared(
    database,
    `DELETE FROM imports.files f USING (
        SELECT import_id, row_number() OVER (ORDER BY previewed_at DESC) AS of_user,
          row_number() OVER (PARTITION BY session_hash ORDER BY previewed_at DESC) AS of_session
        FROM imports.files WHERE user_id = $1 AND imported_at IS NULL) o
      WHERE f.import_id = o.import_id
        AND (o.of_session > ${PREVIEWS_OF_SESSION_MAX} OR o.of_user > ${PREVIEWS_OF_USER_MAX})
        AND NOT EXISTS (SELECT FROM imports.plans p WHERE p.import_id = f.import_id)`,
    [userId],
  );
}

/**
 * Deletes all that is stored of a user's imports: previews, plans, rows that were left out, and what is remembered of
 * files.
 */
export async function deleteImports(database: Database, userId: string): Promise<void> {
  await database.query('DELETE FROM imports.files WHERE user_id = $1', [userId]);
  await database.query('DELETE FROM imports.remembered WHERE user_id = $1', [userId]);
}

/**
 * Loads an import of the session's user, or null if there is none with this id. Many people are the demo user at once,
 * so that each of its sessions has its own.
 */
export async function loadImport(
  database: Database,
  { userId, token, isDemo }: Pick<Session, 'userId' | 'token' | 'isDemo'>,
  importId: string,
): Promise<StoredImport | null> {
  const { rows } = await queryPrepared<StoredImport>(
    database,
    `SELECT import_id AS "importId", file_name AS "fileName", options, given, input_hash AS "inputHash", summary,
        imported_at AS "importedAt" FROM imports.files
      WHERE import_id = $1 AND user_id = $2 AND ($3::bytea IS NULL OR session_hash = $3)`,
    [importId, userId, isDemo ? tokenHash(token) : null],
  );
  return rows[0] ?? null;
}

/** The bytes of an import's file; null once it is imported. */
export async function loadBytes(database: Database, importId: string): Promise<Buffer | null> {
  const { rows } = await queryPrepared<{ bytes: Buffer | null }>(
    database,
    'SELECT bytes FROM imports.files WHERE import_id = $1',
    [importId],
  );
  return rows[0]?.bytes ?? null;
}

/** The plan of an import: its events follow the revision `after`. */
export type ImportPlan = { after: bigint; total: number };

/**
 * Stores the events of an import before the first of them is appended, so that it can be carried to its end whatever
 * happens to this process. Only the plan whose first event the log has is ever used: each attempt has another revision.
 * `leftOut` is JSON of `LeftOutRow[]`. Throws the problem import_not_found.
 */
export async function storePlan(
  pool: pg.Pool,
  importId: string,
  after: bigint,
  events: readonly LedgerEvent[],
  { inputHash, summary, leftOut }: { inputHash: string; summary: ImportSummary; leftOut: string },
): Promise<void> {
  const packed = await packEvents(events);
  await transaction(pool, async (client) => {
    const { rowCount } = await client.query('SELECT FROM imports.files WHERE import_id = $1 FOR KEY SHARE', [importId]);
    // A reset of the demo user has deleted it meanwhile.
    if (rowCount === 0) throw new ProblemError('import_not_found');
    await insertPlan(client, importId, after, { inputHash, total: events.length, summary, packed });
    await client.query('DELETE FROM imports.left_out WHERE import_id = $1', [importId]);
    await queryPrepared(
      client,
      `INSERT INTO imports.left_out (import_id, line, account, date, amount, title, note, tags, imported)
        SELECT $1, l.* FROM json_to_recordset($2) AS l
          (line integer, account text, date date, amount bigint, title text, note text, tags json,
            imported json)`,
      [importId, leftOut],
    );
  });
}

/** The plans of an import, without their events. */
export async function plansOf(database: Database, importId: string): Promise<ImportPlan[]> {
  const { rows } = await queryPrepared<{ after: number; total: number }>(
    database,
    'SELECT after_revision AS after, total FROM imports.plans WHERE import_id = $1 ORDER BY after_revision DESC',
    [importId],
  );
  return rows.map(({ after, total }) => ({ after: BigInt(after), total }));
}

/**
 * Marks an import all of whose events are in the log, by the choices with this hash. The file is no longer needed, nor
 * are its plans.
 */
export async function finishImport(database: Database, importId: string, inputHash: string, now: Date): Promise<void> {
  await queryPrepared(
    database,
    `WITH packed AS (UPDATE imports.plans SET events = '' WHERE import_id = $1)
      UPDATE imports.files SET bytes = NULL, imported_at = $3, input_hash = $2,
        summary = (SELECT summary FROM imports.plans WHERE import_id = $1 AND input_hash = $2
          ORDER BY after_revision DESC LIMIT 1)
      WHERE import_id = $1 AND imported_at IS NULL`,
    [importId, inputHash, now],
  );
}

/**
 * Deletes previews that have expired, and what is stored of imports that another process has carried to their end, or
 * that never began: a day later nobody sends them again. Does nothing before read models exist.
 */
export async function sweepImports(database: Database, now: Date): Promise<undefined> {
  if (!(await readModelsExist(database))) return undefined;
  const old = `imports.files f JOIN identity.users u USING (user_id) WHERE f.imported_at IS NULL AND f.previewed_at < $1
    AND NOT ${isUnfinished('u.ledger_id::text', 'f.import_id::text')}`;
  const isRecorded = isChangeSet('u.ledger_id::text', 'f.import_id::text');
  const before = new Date(now.getTime() - PREVIEW_MS);
  await database.query(
    `DELETE FROM imports.files WHERE import_id IN (SELECT f.import_id FROM ${old} AND NOT ${isRecorded})`,
    [before],
  );
  await database.query(
    `WITH done AS (UPDATE imports.files SET bytes = NULL, imported_at = $2
        WHERE import_id IN (SELECT f.import_id FROM ${old}) RETURNING import_id)
      UPDATE imports.plans p SET events = '' FROM done WHERE p.import_id = done.import_id`,
    [before, now],
  );
  return undefined;
}
