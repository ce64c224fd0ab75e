import type { Migration } from '#platform/migrations.ts';

/** Users' views, deleted with the account. */
export const migrations: readonly Migration[] = [
  {
    name: 'search: views, which are queries with a name',
    sql: `
      CREATE SCHEMA search;
      CREATE TABLE search.views (
        view_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        user_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
        place bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
        name text NOT NULL,
        name_key text NOT NULL,
        query text NOT NULL,
        UNIQUE (user_id, name_key)
      );
    `,
  },
];
