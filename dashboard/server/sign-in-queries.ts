import { queryOptions } from '@tanstack/react-query';
import { cache, fetchData } from './cache.ts';

/** The ways in of the user. */
export const signInQuery = queryOptions({ queryKey: ['sign-in'], queryFn: async () => await fetchData('getSignIn') });

/** The ways by which somebody can log in here. */
export const waysInQuery = queryOptions({
  queryKey: ['ways-in'],
  queryFn: async () => await fetchData('getWaysIn'),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Asks for the ways in, the sessions and the security log again. */
export async function reloadSignIn(): Promise<void> {
  await Promise.all([
    cache.invalidateQueries({ queryKey: signInQuery.queryKey }),
    cache.invalidateQueries({ queryKey: ['sessions'] }),
    cache.invalidateQueries({ queryKey: ['security-log'] }),
  ]);
}
