import { queryOptions } from '@tanstack/react-query';
import { atMoment, type CachedMoment, fetchData, keyAt } from './cache.ts';
import { SCHEDULES_KEY } from './queries.ts';

/** The schedules in the order in which they were added (product 13.2). */
export function schedulesQuery(known: CachedMoment = null) {
  return queryOptions({
    queryKey: keyAt(known, SCHEDULES_KEY),
    queryFn: async () => (await fetchData('getSchedules', atMoment(known))).schedules,
  });
}

/** The occurrences up to a day (ISO date), from the oldest missed one on (product 13.5). */
export function upcomingQuery(to: string, known: CachedMoment = null) {
  return queryOptions({
    queryKey: keyAt(known, SCHEDULES_KEY, 'upcoming', to),
    queryFn: async () => (await fetchData('getUpcoming', { to, ...atMoment(known) })).occurrences,
  });
}

/** The subject of a forecast: an account or all accounts, up to a day (ISO date), with usual spending or without. */
export type Forecasted = { account: string; until: string; hasSpending: boolean };

/** The balance on each day to come (product 13.7). */
export function forecastQuery({ account, until, hasSpending }: Forecasted, known: CachedMoment = null) {
  const input = { until, ...(account !== '' && { account }), ...(hasSpending && { spending: 'usual' as const }) };
  return queryOptions({
    queryKey: keyAt(known, SCHEDULES_KEY, 'forecast', until, account, hasSpending ? 'usual' : 'without'),
    queryFn: () => fetchData('getForecast', { ...input, ...atMoment(known) }),
  });
}

/** The suggested schedules (product 13.6). */
export const suggestionsQuery = queryOptions({
  queryKey: [SCHEDULES_KEY, 'suggestions'],
  queryFn: async () => (await fetchData('getScheduleSuggestions')).suggestions,
});

/** The entries that an occurrence may be: entries of its type on the days around it (ISO dates). */
export function entriesNearQuery(type: string, from: string, to: string) {
  return queryOptions({
    queryKey: [SCHEDULES_KEY, 'entries near', type, from, to],
    queryFn: async () =>
      (await fetchData('getEntries', { q: `type:${type.toLowerCase()} date:${from}..${to}`, limit: '50' })).entries,
  });
}
