import type { Migration } from '#platform/migrations.ts';

/** The state of the demo user's upkeep, shared by all API processes. */
export const migrations: readonly Migration[] = [
  {
    name: 'demo: upkeep',
    sql: `
      CREATE SCHEMA demo;
      CREATE TABLE demo.upkeep (
        user_id uuid PRIMARY KEY REFERENCES identity.users ON DELETE CASCADE,
        reset_at timestamptz NOT NULL,
        -- The ledger's revision when it was last looked at, and when it was first seen to be beyond the reset's or the one before.
        revision bigint NOT NULL,
        written_at timestamptz,
        -- When the profile was first seen to differ from the demo's own.
        profile_changed_at timestamptz
      );
    `,
  },
];
