import type { Migration } from '#platform/migrations.ts';

/** Users' images, deleted with the account. EXTERNAL storage: the bytes are already compressed. */
export const migrations: readonly Migration[] = [
  {
    name: 'files: receipts and avatars',
    sql: `
      CREATE SCHEMA files;
      CREATE TABLE files.images (
        file_id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
        content_type text NOT NULL,
        bytes bytea NOT NULL,
        digest text NOT NULL,
        stored_at timestamptz NOT NULL
      );
      ALTER TABLE files.images ALTER COLUMN bytes SET STORAGE EXTERNAL;
      CREATE INDEX images_of_user ON files.images (user_id);
      CREATE INDEX images_oldest_first ON files.images (stored_at);
    `,
  },
];
