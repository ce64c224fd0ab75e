import type { Migration } from '#platform/migrations.ts';

/** Users' feedback, deleted with the account. */
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
