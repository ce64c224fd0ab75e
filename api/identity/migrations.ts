import type { Migration } from '#platform/migrations.ts';

/** Personal data. It is never part of an event. */
export const migrations: readonly Migration[] = [
  {
    name: 'identity: users and their sessions',
    sql: `
      CREATE SCHEMA identity;
      CREATE TABLE identity.users (
        user_id uuid PRIMARY KEY,
        email text NOT NULL UNIQUE,
        password_hash text NOT NULL,
        full_name text NOT NULL,
        bio text,
        avatar_id uuid,
        currency text NOT NULL,
        date_of_birth date,
        registered_at timestamptz NOT NULL
      );
      CREATE TABLE identity.sessions (
        token_hash bytea PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
        begun_at timestamptz NOT NULL,
        seen_at timestamptz NOT NULL
      );
      CREATE INDEX sessions_of_user ON identity.sessions (user_id);
    `,
  },
  {
    name: 'identity: accounts on their way out, and the demo user',
    sql: `
      ALTER TABLE identity.users ADD COLUMN deleted_at timestamptz, ADD COLUMN is_demo boolean NOT NULL DEFAULT false;
      CREATE INDEX users_on_their_way_out ON identity.users (deleted_at) WHERE deleted_at IS NOT NULL;
    `,
  },
  {
    name: 'identity: sessions by when their users were last there',
    sql: 'CREATE INDEX sessions_by_last_visit ON identity.sessions (seen_at);',
  },
  {
    name: 'identity: the ledger of each user',
    sql: `
      ALTER TABLE identity.users ADD COLUMN ledger_id uuid;
      UPDATE identity.users SET ledger_id = user_id;
      ALTER TABLE identity.users ALTER COLUMN ledger_id SET NOT NULL;
      CREATE INDEX users_of_ledger ON identity.users (ledger_id);
    `,
  },
  {
    name: 'identity: what users have seen of their ledgers',
    sql: `
      CREATE TABLE identity.visits (
        user_id uuid PRIMARY KEY REFERENCES identity.users ON DELETE CASCADE,
        last_revision bigint NOT NULL,
        last_at timestamptz NOT NULL,
        seen_revision bigint,
        seen_at timestamptz
      );
    `,
  },
  {
    name: 'identity: how users write a day and a month',
    sql: 'ALTER TABLE identity.users ADD COLUMN date_order text;',
  },
  {
    name: 'identity: the day on which the weeks of users begin',
    sql: 'ALTER TABLE identity.users ADD COLUMN week_start smallint;',
  },
  {
    name: 'identity: whether the word list files entries of users',
    sql: 'ALTER TABLE identity.users ADD COLUMN uses_word_list boolean NOT NULL DEFAULT true;',
  },
  {
    name: 'identity: the id of each session, and where it began',
    sql: `
      ALTER TABLE identity.sessions ADD COLUMN session_id uuid NOT NULL DEFAULT gen_random_uuid(),
        ADD COLUMN address text, ADD COLUMN agent text;
    `,
  },
  {
    name: 'identity: second factors, passkeys, and proofs',
    sql: `
      ALTER TABLE identity.sessions ADD COLUMN proved_at timestamptz;
      CREATE TABLE identity.totp (
        user_id uuid PRIMARY KEY REFERENCES identity.users ON DELETE CASCADE,
        secret bytea,
        confirmed_at timestamptz,
        last_step bigint,
        started_secret bytea
      );
      CREATE TABLE identity.recovery_codes (
        user_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
        code_hash bytea NOT NULL,
        PRIMARY KEY (user_id, code_hash)
      );
      CREATE TABLE identity.passkeys (
        passkey_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        user_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
        credential_id text NOT NULL UNIQUE,
        public_key bytea NOT NULL,
        counter bigint NOT NULL,
        transports text[] NOT NULL,
        name text NOT NULL,
        created_at timestamptz NOT NULL,
        used_at timestamptz,
        used_from text
      );
      CREATE INDEX passkeys_of_user ON identity.passkeys (user_id);
      CREATE TABLE identity.tickets (
        ticket_hash bytea PRIMARY KEY,
        purpose text NOT NULL,
        user_id uuid REFERENCES identity.users ON DELETE CASCADE,
        session_hash bytea,
        challenge text,
        tries integer NOT NULL DEFAULT 0,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX tickets_of_user ON identity.tickets (user_id);
      CREATE INDEX tickets_by_end ON identity.tickets (expires_at);
    `,
  },
  {
    name: 'identity: the log of security events',
    sql: `
      CREATE TABLE identity.security_events (
        event_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
        at timestamptz NOT NULL,
        kind text NOT NULL,
        address text,
        agent text,
        name text
      );
      CREATE INDEX security_events_of_user ON identity.security_events (user_id, at DESC, event_id DESC);
    `,
  },
  {
    name: 'identity: single sign-on',
    sql: `
      CREATE TABLE identity.oidc_identities (
        user_id uuid PRIMARY KEY REFERENCES identity.users ON DELETE CASCADE,
        issuer text NOT NULL,
        subject text NOT NULL,
        linked_at timestamptz NOT NULL,
        UNIQUE (issuer, subject)
      );
    `,
  },
  {
    name: 'identity: tokens of programs',
    sql: `
      CREATE TABLE identity.tokens (
        token_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        user_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
        token_hash bytea NOT NULL UNIQUE,
        name text NOT NULL,
        scope text NOT NULL,
        expires_at timestamptz,
        created_at timestamptz NOT NULL,
        used_at timestamptz,
        used_from text,
        UNIQUE (user_id, name)
      );
    `,
  },
  { name: 'identity: limits of tokens', sql: 'ALTER TABLE identity.tokens ADD COLUMN limits jsonb' },
  { name: 'identity: accounts of tokens', sql: 'ALTER TABLE identity.tokens ADD COLUMN accounts text[]' },
  {
    name: 'identity: first days of months and years',
    sql: 'ALTER TABLE identity.users ADD COLUMN month_start smallint, ADD COLUMN year_start text',
  },
];
