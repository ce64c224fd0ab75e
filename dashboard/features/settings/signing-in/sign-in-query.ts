import { queryOptions } from '@tanstack/react-query';
import { cache, fetchData } from '../../../server/cache.ts';

/** The ways in of the user. */
export const signInQuery = queryOptions({ queryKey: ['sign-in'], queryFn: async () => await fetchData('getSignIn') });

/** Asks for the ways in, the sessions and the security log again. */
export async function reloadSignIn(): Promise<void> {
  await Promise.all([
    cache.invalidateQueries({ queryKey: signInQuery.queryKey }),
    cache.invalidateQueries({ queryKey: ['sessions'] }),
    cache.invalidateQueries({ queryKey: ['security-log'] }),
  ]);
}
