import type { Migration } from '#platform/migrations.ts';

/** Plans of bulks, deleted when they are done, and with the account. EXTERNAL storage: they are compressed already. */
export const migrations: readonly Migration[] = [
  {
    name: 'bulk: plans',
    sql: `
      CREATE SCHEMA bulk;
      CREATE TABLE bulk.plans (
        ledger_id text NOT NULL,
        change_set_id text NOT NULL,
        after_revision bigint NOT NULL,
        input_hash text NOT NULL,
        user_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
        events bytea NOT NULL,
        PRIMARY KEY (ledger_id, change_set_id, after_revision, input_hash)
      );
      ALTER TABLE bulk.plans ALTER COLUMN events SET STORAGE EXTERNAL;
      CREATE INDEX plans_of_user ON bulk.plans (user_id);
    `,
  },
];
