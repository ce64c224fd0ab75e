import type { Migration } from '#platform/migrations.ts';

/**
 * Files that are being imported, deleted with the account. EXTERNAL storage: the events of a plan are compressed
 * already, and a file is read again with each answer about it, which should not wait for its compression.
 */
export const migrations: readonly Migration[] = [
  {
    name: 'imports: files, their plans, and what is remembered of them',
    sql: `
      CREATE SCHEMA imports;
      CREATE TABLE imports.files (
        import_id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
        file_name text NOT NULL,
        bytes bytea,
        options json NOT NULL,
        given json,
        previewed_at timestamptz NOT NULL,
        input_hash text,
        summary json,
        imported_at timestamptz
      );
      CREATE INDEX files_of_user ON imports.files (user_id, previewed_at);
      CREATE INDEX files_oldest_first ON imports.files (previewed_at) WHERE imported_at IS NULL;
      CREATE TABLE imports.plans (
        import_id uuid NOT NULL REFERENCES imports.files ON DELETE CASCADE,
        after_revision bigint NOT NULL,
        input_hash text NOT NULL,
        total integer NOT NULL,
        summary json NOT NULL,
        events bytea NOT NULL,
        PRIMARY KEY (import_id, after_revision, input_hash)
      );
      ALTER TABLE imports.plans ALTER COLUMN events SET STORAGE EXTERNAL;
      CREATE TABLE imports.left_out (
        import_id uuid NOT NULL REFERENCES imports.files ON DELETE CASCADE,
        line integer NOT NULL,
        account text NOT NULL,
        date date NOT NULL,
        amount bigint NOT NULL,
        title text NOT NULL,
        imported json NOT NULL,
        PRIMARY KEY (import_id, line)
      );
      CREATE INDEX left_out_of_change_set ON imports.left_out ((import_id::text), account, date);
      CREATE TABLE imports.remembered (
        user_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
        kind text NOT NULL,
        account text NOT NULL,
        goes_to text NOT NULL,
        mapping json,
        answers json NOT NULL,
        at timestamptz NOT NULL,
        PRIMARY KEY (user_id, kind, account, goes_to)
      );
    `,
  },
  {
    // The answers of the demo user's visitors about their files are not remembered any more.
    name: 'imports: the session of a preview',
    sql: `
      ALTER TABLE imports.files ADD COLUMN session_hash bytea;
      DELETE FROM imports.remembered WHERE user_id IN (SELECT user_id FROM identity.users WHERE is_demo);
    `,
  },
  {
    name: 'imports: the note and the tags of a row that was left out',
    sql: 'ALTER TABLE imports.left_out ADD COLUMN note text, ADD COLUMN tags json;',
  },
  {
    name: 'imports: files are stored without compression',
    sql: 'ALTER TABLE imports.files ALTER COLUMN bytes SET STORAGE EXTERNAL;',
  },
];
