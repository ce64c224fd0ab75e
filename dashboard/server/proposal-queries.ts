import { queryOptions } from '@tanstack/react-query';
import { fetchData } from './cache.ts';
import { PROPOSALS } from './queries.ts';

/** The proposals of programs, the newest first (product 5.18). */
export function proposalsQuery() {
  return queryOptions({
    queryKey: [PROPOSALS],
    queryFn: async () => (await fetchData('getProposals')).proposals,
  });
}

/** A proposal with what it would do to the books as they are. */
export function proposalQuery(id: string) {
  return queryOptions({ queryKey: [PROPOSALS, id], queryFn: () => fetchData('getProposal', { id }) });
}
