import type { Migration } from '#platform/migrations.ts';

/** Users' reports, deleted with the account. `query` has the parameters of run. */
export const migrations: readonly Migration[] = [
  {
    name: 'reports: questions with a name and a picture',
    sql: `
      CREATE SCHEMA reports;
      CREATE TABLE reports.saved (
        report_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        user_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
        place integer NOT NULL,
        name text NOT NULL,
        name_key text NOT NULL,
        picture text NOT NULL,
        query jsonb NOT NULL,
        UNIQUE (user_id, name_key)
      );
    `,
  },
];
