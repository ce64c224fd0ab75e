import type { Migration } from '#platform/migrations.ts';

/** The rate limit counters. In the database, they survive restarts and are shared by all API processes. */
export const migrations: readonly Migration[] = [
  {
    name: 'limits: tries',
    sql: `
      CREATE SCHEMA limits;
      CREATE TABLE limits.tries (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint);
      CREATE INDEX tries_by_expiry ON limits.tries (expire);
    `,
  },
];
