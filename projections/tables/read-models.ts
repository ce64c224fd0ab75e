import type { Database } from '../../platform/postgres.ts';

/** Where the read models that everybody reads stand. */
export const LIVE = 'projections';

/** Where a replay builds them anew, beside the live ones, and where it puts those aside. */
export const NEXT = 'projections_next';
export const OLD = 'projections_old';

/** The tables that tell what was recorded; not the checkpoint. */
export const TABLES = ['accounts', 'goals', 'transactions', 'statistics', 'commands', 'stalled'] as const;

/**
 * Creates the read models, empty, in a schema of their own. Users are kept as text: the log may hold a stream whose
 * name carries no UUID, and that must not stop the rest. Amounts are cents.
 */
export async function createReadModels(database: Database, schema: string): Promise<void> {
  await database.query(`
    CREATE SCHEMA ${schema};
    CREATE TABLE ${schema}.checkpoint (
      one boolean PRIMARY KEY DEFAULT true CHECK (one),
      log_id text NOT NULL,
      version text NOT NULL,
      position text
    );
    CREATE TABLE ${schema}.accounts (
      user_id text COLLATE "C" PRIMARY KEY,
      revision bigint NOT NULL,
      fold_version text NOT NULL,
      balance bigint NOT NULL,
      turnover bigint NOT NULL,
      income bigint,
      expense bigint,
      payment_status text NOT NULL,
      payment_session text,
      transaction_count integer NOT NULL
    );
    CREATE TABLE ${schema}.goals (
      user_id text COLLATE "C" NOT NULL,
      goal_id text COLLATE "C" NOT NULL,
      place integer NOT NULL,
      title text NOT NULL,
      final_amount bigint NOT NULL,
      current_amount bigint NOT NULL,
      category text,
      description text,
      reached_on date,
      PRIMARY KEY (user_id, goal_id)
    );
    CREATE TABLE ${schema}.transactions (
      user_id text COLLATE "C" NOT NULL,
      transaction_id text COLLATE "C" NOT NULL,
      revision bigint NOT NULL,
      type text NOT NULL,
      title text NOT NULL,
      amount bigint NOT NULL,
      category text,
      wallet text,
      date date NOT NULL,
      receipt_id text,
      recorded_at timestamptz NOT NULL,
      PRIMARY KEY (user_id, transaction_id)
    );
    CREATE INDEX transactions_newest_first ON ${schema}.transactions (user_id, date DESC, revision DESC);
    CREATE TABLE ${schema}.statistics (
      user_id text COLLATE "C" NOT NULL,
      period text NOT NULL,
      starts_on date NOT NULL,
      income bigint NOT NULL,
      expense bigint NOT NULL,
      PRIMARY KEY (user_id, period, starts_on)
    );
    CREATE TABLE ${schema}.commands (
      user_id text COLLATE "C" NOT NULL,
      command_id text COLLATE "C" NOT NULL,
      input_hash text NOT NULL,
      revision bigint NOT NULL,
      recorded_at timestamptz NOT NULL,
      PRIMARY KEY (user_id, command_id)
    );
    CREATE INDEX commands_oldest_first ON ${schema}.commands (recorded_at);
    CREATE TABLE ${schema}.stalled (
      user_id text COLLATE "C" PRIMARY KEY,
      revision bigint NOT NULL,
      event_id text NOT NULL,
      reason text NOT NULL,
      since timestamptz NOT NULL DEFAULT now()
    );
  `);
}
