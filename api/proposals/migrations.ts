import type { Migration } from '#platform/migrations.ts';

/** Proposals of programs, deleted with the account. `limits` are of the program's token as it was then.
 * While a proposal is being accepted it is claimed. */
export const migrations: readonly Migration[] = [
  {
    name: 'proposals: proposals',
    sql: `
      CREATE SCHEMA proposals;
      CREATE TABLE proposals.proposals (
        proposal_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        user_id uuid NOT NULL REFERENCES identity.users ON DELETE CASCADE,
        author_id uuid,
        actor text,
        limits jsonb,
        day date NOT NULL,
        reason text NOT NULL,
        commands json NOT NULL,
        count int NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        status text NOT NULL DEFAULT 'open',
        accepted_with text,
        claimed_until timestamptz
      );
      CREATE INDEX proposals_of_user ON proposals.proposals (user_id, created_at);
    `,
  },
  { name: 'proposals: accounts of tokens', sql: 'ALTER TABLE proposals.proposals ADD COLUMN accounts text[]' },
];
