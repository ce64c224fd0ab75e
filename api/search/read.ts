import type { LedgerState } from '#ledger/history.ts';
import type { Calendar } from '#ledger/model/constants.ts';
import { namesIn } from '#ledger/search/names.ts';
import type { Query } from '#ledger/search/query.ts';
import { readQuery } from '#ledger/search/read-query.ts';
import { ProblemError } from '../http/problem-error.ts';

type Named = Pick<LedgerState, 'accounts' | 'categories'>;

/** Today in the caller's zone (ISO date), and how the caller writes days. */
export type OwnDays = { today: string; calendar: Calendar };

/**
 * Reads a query that came in `field`. Throws the problem invalid, with the
 * first wrong character (product 5.15).
 */
export function queryIn(field: string, text: string, named: Named, { today, calendar }: OwnDays): Query {
  const read = readQuery(text, namesIn(named, today, calendar));
  if ('problem' in read) {
    throw new ProblemError('invalid', { [field]: read.problem.message }, { at: read.problem.at });
  }
  return read.query;
}
