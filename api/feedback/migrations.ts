import type { Migration } from '../../platform/migrations.ts';

/** What people think of Daybook; it goes with the account of whoever wrote it. */
export const migrations: readonly Migration[] = [
  {
    name: 'feedback: what people think',
    sql: `
      CREATE SCHEMA feedback;
      CREATE TABLE feedback.entries (
        feedback_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        user_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
        rating text NOT NULL,
        description text,
        given_at timestamptz NOT NULL
      );
      CREATE INDEX entries_of_user ON feedback.entries (user_id);
    `,
  },
];
