import type { Migration } from '#platform/migrations.ts';

/**
 * When schedules are looked at that are posted by themselves, the zone in which a user's days begin, and who may read
 * the calendar of a user.
 */
export const migrations: readonly Migration[] = [
  {
    name: 'schedules: when they are looked at next',
    sql: `
      CREATE SCHEMA schedules;
      CREATE TABLE schedules.looked_at (
        schedule_id text PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
        -- What the schedule said then, and the zone: where one is another, it is looked at again.
        said text NOT NULL,
        looked_at timestamptz NOT NULL,
        next_at timestamptz NOT NULL
      );
      ALTER TABLE identity.users ADD COLUMN time_zone text;
    `,
  },
  {
    name: 'schedules: the tokens of calendars',
    sql: `
      CREATE TABLE schedules.calendar_tokens (
        user_id uuid PRIMARY KEY REFERENCES identity.users ON DELETE CASCADE,
        -- SHA-256: the token itself is kept nowhere.
        token_hash bytea NOT NULL UNIQUE,
        has_amounts boolean NOT NULL,
        made_at timestamptz NOT NULL
      );
    `,
  },
  {
    name: 'schedules: two users may have one of the same id, as after an import',
    sql: `
      ALTER TABLE schedules.looked_at DROP CONSTRAINT looked_at_pkey, ADD PRIMARY KEY (user_id, schedule_id);
    `,
  },
  {
    name: 'schedules: which process posts what is due',
    sql: `
      CREATE TABLE schedules.lease (
        only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
        holder uuid NOT NULL,
        -- By the clock of Postgres: who does not renew it in time, such as a frozen process, has lost it.
        held_until timestamptz NOT NULL
      );
    `,
  },
];
