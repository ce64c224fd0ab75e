import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { addresses, BASE_PATH, TIME_ZONE } from '#contract/addresses.ts';
import type { CallInput } from '#contract/calls.ts';
import type { ReportRange } from '#ledger/reports/words.ts';
import { atMoment, type CachedMoment, fetchData, keyAt } from './cache.ts';
import { REPORTS_KEY } from './queries.ts';

/** The parameters of a report, without the moment and the format. */
export type ReportInput = Omit<CallInput<'runReport'>, 'known' | 'as'>;

/** A report (product 14.2). The last answer stays while another question is asked. */
export function reportQuery(input: ReportInput, known: CachedMoment = null) {
  return queryOptions({
    queryKey: keyAt(known, REPORTS_KEY, JSON.stringify(input)),
    queryFn: () => fetchData('runReport', { ...input, ...atMoment(known) }),
    placeholderData: keepPreviousData,
  });
}

/** A year in review (product 14.6). */
export function yearQuery(range: 'this-year' | 'last-year', known: CachedMoment = null) {
  return queryOptions({
    queryKey: keyAt(known, REPORTS_KEY, 'year', range),
    queryFn: () => fetchData('getYearReport', { range, ...atMoment(known) }),
  });
}

/** The plans and the spending of months (product 14.4). */
export function planQuery(range: ReportRange, known: CachedMoment = null) {
  return queryOptions({
    queryKey: keyAt(known, REPORTS_KEY, 'plan', range),
    queryFn: () => fetchData('getBudgetReport', { range, ...atMoment(known) }),
  });
}

/** The parameters of net worth, without the moment. */
export type NetWorthInput = Omit<CallInput<'getNetWorthReport'>, 'known'>;

/** The amounts that accounts have and owe at the ends of periods (product 14.3). */
export function worthQuery(input: NetWorthInput, known: CachedMoment = null) {
  return queryOptions({
    queryKey: keyAt(known, REPORTS_KEY, 'worth', JSON.stringify(input)),
    queryFn: () => fetchData('getNetWorthReport', { ...input, ...atMoment(known) }),
  });
}

/** The costs of schedules in a year (product 14.5). */
export function recurringQuery(known: CachedMoment = null) {
  return queryOptions({
    queryKey: keyAt(known, REPORTS_KEY, 'recurring'),
    queryFn: () => fetchData('getRecurringReport', atMoment(known)),
  });
}

/** The reports that the user keeps. */
export const savedReportsQuery = queryOptions({
  queryKey: ['saved reports'],
  queryFn: async () => (await fetchData('getReports')).reports,
});

/** A report as a file of CSV; null if it could not be had. */
export async function fetchReportCsv(input: ReportInput, known: CachedMoment): Promise<Blob | null> {
  const parameters = Object.entries({ ...input, ...atMoment(known), as: 'csv' });
  const query = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]));
  const headers = { [TIME_ZONE]: Intl.DateTimeFormat().resolvedOptions().timeZone };
  const response = await fetch(`${BASE_PATH}${addresses.runReport.path}?${query}`, { headers });
  return response.ok ? await response.blob() : null;
}
