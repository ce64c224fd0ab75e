import type { LedgerState } from '#ledger/history.ts';
import type { WeekStart } from '#ledger/model/constants.ts';
import { namesIn } from '#search/names.ts';
import type { Query } from '#search/query.ts';
import { readQuery } from '#search/read-query.ts';
import { ProblemError } from '../http/problem-error.ts';

type Named = Pick<LedgerState, 'accounts' | 'categories'>;

/** Today in the caller's zone (ISO date), and the day on which the caller's weeks begin; null for Monday. */
export type OwnDays = { today: string; weekStart: WeekStart | null };

/**
 * Reads a query that came in `field`. Throws the problem invalid, with the
 * first wrong character (product 5.15).
 */
export function queryIn(field: string, text: string, named: Named, { today, weekStart }: OwnDays): Query {
  const read = readQuery(text, namesIn(named, today, weekStart ?? undefined));
  if ('problem' in read) {
    throw new ProblemError('invalid', { [field]: read.problem.message }, { at: read.problem.at });
  }
  return read.query;
}
