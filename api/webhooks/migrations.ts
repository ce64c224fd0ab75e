import type { Migration } from '#platform/migrations.ts';

/**
 * Webhooks and their messages, deleted with the account. `revision` is of the newest change-set that has a message, and
 * `day` the last day that was looked at; its occurrences that have one are kept. The secret is encrypted.
 */
export const migrations: readonly Migration[] = [
  {
    name: 'webhooks: webhooks and their messages',
    sql: `
      CREATE SCHEMA webhooks;
      CREATE TABLE webhooks.webhooks (
        webhook_id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
        url text NOT NULL,
        what text[] NOT NULL,
        secret bytea NOT NULL,
        is_on boolean NOT NULL DEFAULT true,
        created_at timestamptz NOT NULL,
        revision bigint NOT NULL,
        day date NOT NULL,
        leased_until timestamptz
      );
      CREATE INDEX webhooks_of_user ON webhooks.webhooks (user_id);
      CREATE TABLE webhooks.occurrences (
        webhook_id uuid NOT NULL REFERENCES webhooks.webhooks ON DELETE CASCADE,
        schedule_id text NOT NULL,
        nominal date NOT NULL,
        day date NOT NULL,
        PRIMARY KEY (webhook_id, schedule_id, nominal)
      );
      CREATE TABLE webhooks.messages (
        message_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        webhook_id uuid NOT NULL REFERENCES webhooks.webhooks ON DELETE CASCADE,
        place bigint GENERATED ALWAYS AS IDENTITY,
        type text NOT NULL,
        body text NOT NULL,
        tries int NOT NULL DEFAULT 0,
        first_at timestamptz,
        last_at timestamptz,
        next_at timestamptz,
        status int,
        is_delivered boolean NOT NULL DEFAULT false
      );
      CREATE INDEX messages_in_order ON webhooks.messages (webhook_id, place);
    `,
  },
];
