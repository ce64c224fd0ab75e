import type { Answers, Mapping } from '#imports/parsed.ts';
import { isStorable } from '#ledger/model/storable.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';

/**
 * The mapping and the answers of files of a kind, and the account that theirs went to: `everyday` or an id (product
 * 11.2).
 */
export type Remembered = {
  /** The file's kind, or its format where it has none, and the account's key in the file. */
  kind: string;
  account: string;
  goesTo: string;
  mapping: Mapping | null;
  answers: Answers;
};

/** Longest key of an account that is remembered. */
const ACCOUNT_KEY_MAX = 300;

/** Loads the remembered settings of a user's files, the newest first. */
export async function loadRemembered(database: Database, userId: string, kind: string): Promise<Remembered[]> {
  const { rows } = await queryPrepared<Remembered>(
    database,
    `SELECT kind, account, goes_to AS "goesTo", mapping, answers FROM imports.remembered
      WHERE user_id = $1 AND kind = $2 ORDER BY at DESC`,
    [userId, kind],
  );
  return rows;
}

/** Loads the keys of accounts in all files of a user, of any kind, each with the account that its rows went to. */
export async function loadKnownKeys(
  database: Database,
  userId: string,
): Promise<Pick<Remembered, 'account' | 'goesTo'>[]> {
  const { rows } = await queryPrepared<Pick<Remembered, 'account' | 'goesTo'>>(
    database,
    `SELECT DISTINCT account, goes_to AS "goesTo" FROM imports.remembered WHERE user_id = $1`,
    [userId],
  );
  return rows;
}

/** Remembers how the user said that a file is read; what isn't said stays as it was known of its kind and account. */
export async function rememberLayout(
  database: Database,
  userId: string,
  now: Date,
  remembered: readonly Remembered[],
): Promise<void> {
  for (const { kind, account, goesTo, mapping, answers } of remembered) {
    // Postgres can't index longer ones.
    if (account.length > ACCOUNT_KEY_MAX || !isStorable(account)) continue;
    await queryPrepared(
      database,
      `INSERT INTO imports.remembered AS r (user_id, kind, account, goes_to, mapping, answers, at)
        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (user_id, kind, account, goes_to)
        DO UPDATE SET mapping = coalesce(excluded.mapping, r.mapping),
          answers = (r.answers::jsonb || excluded.answers::jsonb)::json, at = excluded.at`,
      [userId, kind, account, goesTo, mapping && JSON.stringify(mapping), JSON.stringify(answers), now],
    );
  }
}
