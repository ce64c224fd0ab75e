import { createHash } from 'node:crypto';
import type pg from 'pg';
import { BASE_PATH, CALENDAR_PATH } from '#contract/addresses.ts';
import { CALENDAR_OCCURRENCES_MAX } from '#contract/limits.ts';
import { moneyText } from '#contract/texts.ts';
import { monthsLater } from '#ledger/model/days.ts';
import { type CalendarOccurrence, calendarFile } from '#ledger/schedules/calendar-file.ts';
import { occurrencesByDay } from '#ledger/schedules/listed.ts';
import { scheduledOf } from '#projections/queries/schedules.ts';
import type { RevisionWaiters } from '#projections/wait-for-revision.ts';
import { READ_MODEL_WAIT_MS } from '../commands/view-after.ts';
import type { AppRouter, Context } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { todayIn } from '../http/time-zone.ts';
import type { RequestLimits } from '../limits/limits.ts';
import { findCalendar } from './calendar-tokens.ts';

const MONTHS_AHEAD = 12;

/**
 * Registers the calendar of what is coming, for whoever has its token (product 13.8). It belongs before sessions are
 * looked up: the token is all that it asks for, and a browser's session opens nothing here.
 */
export function calendarRoute(
  router: AppRouter,
  {
    database,
    waiters,
    limits,
    now,
  }: { database: pg.Pool; waiters: RevisionWaiters; limits: RequestLimits; now(): Date },
): void {
  router.get(BASE_PATH + CALENDAR_PATH, async (ctx: Context) => {
    const { token } = ctx.query;
    // Of a token that isn't there nothing is kept.
    await limits.takeOfAddress(ctx, 'calendar');
    const access = typeof token === 'string' ? await findCalendar(database, token) : null;
    if (!access) throw new ProblemError('not_found');
    await limits.takeOfUser(ctx, 'calendar', String(token));
    const { ledgerId, hasAmounts, currency, timeZone } = access;
    const moment = now();
    const today = todayIn(timeZone ?? 'UTC', moment);
    await waiters.wait(ledgerId, waiters.seen(ledgerId), READ_MODEL_WAIT_MS);
    const scheduled = await scheduledOf(database, ledgerId, null);
    const shown: CalendarOccurrence[] = [];
    for (const occurrence of occurrencesByDay(scheduled, {
      from: today,
      to: monthsLater(today, MONTHS_AHEAD),
      today,
    })) {
      if (shown.length >= CALENDAR_OCCURRENCES_MAX) break;
      const { scheduleId, nominal, day, title, low, high, status } = occurrence;
      if (status !== 'skipped') shown.push({ scheduleId, nominal, day, title, low, high });
    }
    // Weak: the file also says when it was made.
    const etag = `W/"${digestOf([shown, hasAmounts && currency])}"`;
    ctx.set({ 'Cache-Control': 'private, no-cache', ETag: etag });
    ctx.status = 200;
    ctx.type = 'text/calendar; charset=utf-8';
    if (ctx.get('If-None-Match').includes(etag)) {
      ctx.status = 304;
      return;
    }
    ctx.set('Content-Disposition', 'inline; filename="daybook.ics"');
    ctx.body = calendarFile(shown, {
      stamp: moment.toISOString(),
      amountText: hasAmounts ? (cents) => moneyText(cents, currency) : null,
    });
  });
}

const digestOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url');
