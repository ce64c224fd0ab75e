import type { AccountState } from '#ledger/model/state.ts';
import type { Query } from '#search/query.ts';
import { readQuery } from '#search/read-query.ts';
import { ProblemError } from '../http/problem-error.ts';

/**
 * Reads a query that came in `field`; `today` is an ISO date in the caller's zone. Throws the problem invalid, with the
 * first wrong character (product 5.15).
 */
export function queryIn(
  field: string,
  text: string,
  accounts: ReadonlyMap<string, AccountState>,
  today: string,
): Query {
  const named = [...accounts].map(([accountId, { name }]) => ({ accountId, name }));
  const read = readQuery(text, { today, accounts: named });
  if ('problem' in read) {
    throw new ProblemError('invalid', { [field]: read.problem.message }, { at: read.problem.at });
  }
  return read.query;
}
