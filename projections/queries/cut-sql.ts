import type { Cut } from '#ledger/model/cut.ts';
import { raw, type Sql, sql } from '#platform/sql.ts';

const ALL = raw('');

/** SQL: the further condition that an entry `t` is of the accounts of a cut; a transfer is of two. */
export function seenIn(cut: Cut): Sql {
  if (cut === null) return ALL;
  const keys = sql`${[...cut]}::text[]`;
  return sql` AND (t.account_id = ANY(${keys}) OR t.to_account = ANY(${keys}))`;
}

/** SQL: the further condition that a transaction `t` is of an account of a cut. */
export function ownIn(cut: Cut): Sql {
  return cut === null ? ALL : sql` AND t.account_id = ANY(${[...cut]}::text[])`;
}
