import type { Migration } from '#platform/migrations.ts';

/** The worker's lease and heartbeat. They are outside of the read models, which a replay replaces. */
export const migrations: readonly Migration[] = [
  {
    name: 'projections: the lease of the one worker',
    sql: `
      CREATE SCHEMA projection_worker;
      CREATE TABLE projection_worker.lease (
        one boolean PRIMARY KEY DEFAULT true CHECK (one),
        epoch bigint NOT NULL
      );
      INSERT INTO projection_worker.lease (epoch) VALUES (0);
    `,
  },
  {
    name: 'projections: the heartbeat of the one worker',
    sql: `
      CREATE TABLE projection_worker.heartbeat (
        one boolean PRIMARY KEY DEFAULT true CHECK (one),
        at timestamptz NOT NULL DEFAULT now()
      );
      INSERT INTO projection_worker.heartbeat DEFAULT VALUES;
    `,
  },
  {
    name: 'projections: the check of the lease',
    sql: `
      CREATE FUNCTION projection_worker.check_lease(mine bigint) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM FROM projection_worker.lease WHERE epoch = mine FOR SHARE;
        IF NOT FOUND THEN
          RAISE EXCEPTION 'Another projection worker has taken over from epoch %.', mine USING ERRCODE = 'DBLST';
        END IF;
      END $$;
    `,
  },
  {
    name: 'projections: when the one worker saw the event store',
    sql: 'ALTER TABLE projection_worker.heartbeat ADD COLUMN saw_log_at timestamptz NOT NULL DEFAULT now();',
  },
  {
    // Read models of the version before serve until a replay has replaced them, and are queried by their ledgers' ids.
    name: 'projections: rows by the id of their ledger',
    sql: `
      DO $$
      DECLARE found record;
      BEGIN
        FOR found IN SELECT table_schema, table_name FROM information_schema.columns
          WHERE table_schema IN ('projections', 'projections_next') AND column_name = 'user_id'
        LOOP
          EXECUTE format('ALTER TABLE %I.%I RENAME COLUMN user_id TO ledger_id', found.table_schema, found.table_name);
        END LOOP;
      END $$;
    `,
  },
  {
    name: 'projections: the row of a ledger in a table of its name',
    sql: `
      DO $$
      DECLARE found record;
      BEGIN
        FOR found IN SELECT table_schema FROM information_schema.tables
          WHERE table_schema IN ('projections', 'projections_next') AND table_name = 'accounts'
        LOOP
          EXECUTE format('ALTER TABLE %I.accounts RENAME TO ledgers', found.table_schema);
        END LOOP;
      END $$;
    `,
  },
  {
    name: 'projections: the versions of the read models in the order in which they came',
    sql: `
      CREATE TABLE projection_worker.versions (
        version text PRIMARY KEY,
        place bigint NOT NULL GENERATED ALWAYS AS IDENTITY
      );
      DO $$
      BEGIN
        IF to_regclass('projections.checkpoint') IS NOT NULL THEN
          INSERT INTO projection_worker.versions (version) SELECT version::text FROM projections.checkpoint;
        END IF;
      END $$;
    `,
  },
];
