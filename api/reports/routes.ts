import { TIME_ZONE } from '#contract/addresses.ts';
import type { Known } from '#contract/fields.ts';
import { messages } from '#contract/messages.ts';
import { rowLimit, type SavedReport } from '#contract/report-calls.ts';
import { accountKey } from '#ledger/ids.ts';
import { DEFAULT_WEEK_START } from '#ledger/model/constants.ts';
import { shifted } from '#ledger/model/days.ts';
import type { ReportCalendar } from '#ledger/reports/calendar.ts';
import { lastRecurring } from '#ledger/reports/recurring.ts';
import type { CommandServices } from '../commands/command-services.ts';
import { runBySize } from '../heavy/run-by-size.ts';
import type { AppRouter, Context } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute, SENT } from '../http/register-route.ts';
import { calendarOf, type Session } from '../http/session.ts';
import { startOfDay, todayInZone } from '../http/time-zone.ts';
import { stateAt } from '../known/moment.ts';
import { runByOccurrences } from '../schedules/read.ts';
import { queryIn } from '../search/read.ts';
import { FLOW_JOB, PLANNED_JOB, RECURRING_JOB, RUN_JOB, WORTH_JOB, YEAR_JOB } from './jobs.ts';
import { reportCsv } from './report-csv.ts';
import { type ReportAsked, reportColumns } from './run.ts';
import { orderReports, removeReport, reportsOf, saveReport } from './saved-reports.ts';

const DEFAULT_MONTH_START = 1;
const DEFAULT_YEAR_START = '01-01';

/** Registers the calls of /reports (product 14.2). */
export function reportRoutes(router: AppRouter, services: CommandServices): void {
  const { database, now } = services;

  registerRoute(router, 'runReport', async ({ ctx, session, input }) => {
    const { as, limit, ...rest } = input;
    const [asked, question] = askedBy(ctx, session, rest, now());
    const whole = { ...question, limit: rowLimit(limit) };
    const report = await runBySize(services, session, RUN_JOB, { asked, question: whole });
    if (as === 'json') return report;
    const { from, to } = report.asked;
    ctx.set({
      'Cache-Control': 'no-store',
      'Content-Disposition': `attachment; filename="report-${from}-${to}.csv"`,
      'Content-Type': 'text/csv; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
    });
    ctx.body = reportCsv(report);
    return SENT;
  });

  registerRoute(router, 'getMoneyFlow', async ({ ctx, session, input }) => {
    const [asked, question] = askedBy(ctx, session, input, now());
    return await runBySize(services, session, FLOW_JOB, { asked, question });
  });

  registerRoute(router, 'getNetWorthReport', async ({ ctx, session, input }) => {
    const [asked, question] = askedBy(ctx, session, input, now());
    return await runBySize(services, session, WORTH_JOB, { asked, question });
  });

  registerRoute(router, 'getBudgetReport', async ({ ctx, session, input }) => {
    const [asked, question] = askedBy(ctx, session, input, now());
    return await runBySize(services, session, PLANNED_JOB, { asked, question });
  });

  registerRoute(router, 'getRecurringReport', async ({ ctx, session, input }) => {
    const [asked] = askedBy(ctx, session, input, now());
    const { ledgerId } = session;
    const until = lastRecurring(todayInZone(ctx, now()));
    return await runByOccurrences(services, RECURRING_JOB, { ledgerId, asked }, until);
  });

  registerRoute(router, 'getYearReport', async ({ ctx, session, input }) => {
    const [asked, question] = askedBy(ctx, session, input, now());
    return await runBySize(services, session, YEAR_JOB, { asked, question });
  });

  registerRoute(router, 'getReports', async ({ session: { userId } }) => ({
    reports: await reportsOf(database, userId),
  }));

  registerRoute(router, 'saveReport', async ({ ctx, session, input: { name, picture, query } }) => {
    const { userId, ledgerId } = session;
    const { accounts, categories } = await stateAt(services, session, null);
    const keys = query.accounts?.map((id) => accountKey(ledgerId, id)) ?? [];
    if (keys.some((key) => !accounts.has(key))) throw new ProblemError('account_not_found');
    const own = { today: todayInZone(ctx, now()), calendar: calendarOf(session) };
    if (query.q.trim() !== '') queryIn('q', query.q, { accounts, categories }, own);
    const { from, to, over } = query;
    if (from !== undefined && to !== undefined)
      reportColumns({ from, to }, over, { calendar: periodsOf(session, query), today: own.today });
    const report = await saveReport(database, userId, { name, picture, query: givenQuery(ctx) });
    return { report, reports: await reportsOf(database, userId) };
  });

  registerRoute(router, 'removeReport', async ({ session: { userId }, input: { reportId } }) => {
    await removeReport(database, userId, reportId);
    return { reports: await reportsOf(database, userId) };
  });

  registerRoute(router, 'orderReports', async ({ session: { userId }, input: { reportIds } }) => {
    await orderReports(database, userId, reportIds);
    return { reports: await reportsOf(database, userId) };
  });
}

/** The periods that a call names, else the user's, else the usual ones. */
type Periods = { [Each in keyof ReportCalendar]?: ReportCalendar[Each] | undefined };

/**
 * The user, the time and the periods of a call, and the rest of its input: the question. Throws the problem invalid
 * for a moment of a day to come.
 */
function askedBy<Input extends Periods & { known?: Known | undefined }>(
  ctx: Context,
  session: Session,
  { known, weekStart, monthStart, yearStart, ...question }: Input,
  now: Date,
): [ReportAsked, Omit<Input, keyof Periods | 'known'>] {
  const { ledgerId } = session;
  const periods = periodsOf(session, { weekStart, monthStart, yearStart });
  const tomorrow = startOfDay(ctx, shifted(todayInZone(ctx, now), 1));
  if (known && 'instant' in known && Date.parse(known.instant) >= tomorrow.getTime())
    throw new ProblemError('invalid', { known: messages.dayToCome });
  return [{ ledgerId, now, zone: ctx.get(TIME_ZONE), calendar: calendarOf(session), periods, known }, question];
}

function periodsOf(session: Session, { weekStart, monthStart, yearStart }: Periods): ReportCalendar {
  return {
    weekStart: weekStart ?? session.weekStart ?? DEFAULT_WEEK_START,
    monthStart: monthStart ?? session.monthStart ?? DEFAULT_MONTH_START,
    yearStart: yearStart ?? session.yearStart ?? DEFAULT_YEAR_START,
  };
}

/** The query of a report as it was given, so that a range stays a word; what is empty is left out. */
function givenQuery(ctx: Context): SavedReport['query'] {
  const { query } = (ctx.request as { body?: { query?: object } }).body ?? {};
  return Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== null && value !== ''));
}
