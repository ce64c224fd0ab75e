import type { Migration } from '../../platform/migrations.ts';

/** How often what was tried: kept in the database, so that it survives a restart and counts across API processes. */
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
