import type { Migration } from '../../platform/migrations.ts';

/** What the worker keeps outside the read models: they can be thrown away, this stays. */
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
];
