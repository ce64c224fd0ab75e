import type { CallData } from '#contract/calls.ts';
import { type Database, readConsistently } from '#platform/postgres.ts';
import { type JobServices, jobOf } from '../heavy/job.ts';
import { limitSearch, tooSlow } from '../search/search.ts';
import { type NetWorthQuestion, netWorthByAccount } from './balances.ts';
import { type FlowQuestion, moneyFlow } from './flow.ts';
import { plannedByMonth, recurringCosts } from './planned.ts';
import { type ReportAsked, type ReportQuestion, runReport } from './run.ts';
import { yearInReview } from './year.ts';

/** Runs a report. Each statement has the time of a search. Throws the problem query_too_slow, and like `runReport`. */
export async function ranReport(
  { database }: JobServices,
  { asked, question }: { asked: ReportAsked; question: ReportQuestion },
): Promise<CallData<'runReport'>> {
  return await searched(database, (client) => runReport(client, asked, question));
}

/** Works out a flow. Throws like `ranReport`. */
export async function flowed(
  { database }: JobServices,
  { asked, question }: { asked: ReportAsked; question: FlowQuestion },
): Promise<CallData<'getMoneyFlow'>> {
  return await searched(database, (client) => moneyFlow(client, asked, question));
}

/** Works out net worth by account. Throws like `netWorthByAccount`. */
export async function worth(
  { database }: JobServices,
  { asked, question }: { asked: ReportAsked; question: NetWorthQuestion },
): Promise<CallData<'getNetWorthReport'>> {
  return await readConsistently(database, (client) => netWorthByAccount(client, asked, question));
}

/** Works out the budgets of months. Throws like `plannedByMonth`. */
export async function planned(
  { database }: JobServices,
  { asked, question }: { asked: ReportAsked; question: Pick<ReportQuestion, 'range' | 'from' | 'to'> },
): Promise<CallData<'getBudgetReport'>> {
  return await readConsistently(database, (client) => plannedByMonth(client, asked, question));
}

/** Works out what schedules cost. Throws like `recurringCosts`. */
export async function recurring(
  { database }: JobServices,
  { asked }: { ledgerId: string; asked: ReportAsked },
): Promise<CallData<'getRecurringReport'>> {
  return await readConsistently(database, (client) => recurringCosts(client, asked));
}

/** Works out a year in review. Throws like `ranReport`. */
export async function reviewed(
  { database }: JobServices,
  { asked, question }: { asked: ReportAsked; question: Pick<ReportQuestion, 'range' | 'from' | 'to'> },
): Promise<CallData<'getYearReport'>> {
  return await searched(database, (client) => yearInReview(client, asked, question));
}

/** Reads in one snapshot; each statement has the time of a search. Throws the problem query_too_slow. */
async function searched<Value>(
  database: JobServices['database'],
  read: (client: Database) => Promise<Value>,
): Promise<Value> {
  return await tooSlow(() =>
    readConsistently(database, async (client) => {
      await limitSearch(client);
      return await read(client);
    }),
  );
}

export const YEAR_JOB = jobOf(reviewed, import.meta.url, 'read');
export const PLANNED_JOB = jobOf(planned, import.meta.url, 'read');
export const RECURRING_JOB = jobOf(recurring, import.meta.url, 'read');
export const FLOW_JOB = jobOf(flowed, import.meta.url, 'read');
export const WORTH_JOB = jobOf(worth, import.meta.url, 'read');
export const RUN_JOB = jobOf(ranReport, import.meta.url, 'read');
