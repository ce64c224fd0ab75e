import { FORECAST_DAYS } from '#contract/limits.ts';
import { messages } from '#contract/messages.ts';
import { shifted } from '#ledger/model/days.ts';
import type { CommandServices } from '../commands/command-services.ts';
import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import { cutOf } from '../http/session.ts';
import { todayInZone } from '../http/time-zone.ts';
import { pointOf } from '../known/moment.ts';
import { runByOccurrences } from '../schedules/read.ts';
import { lastForeseen } from './last-foreseen.ts';
import { FORECAST_JOB } from './read.ts';

/** Registers the call of forecasts (product 13.7). */
export function forecastRoutes(router: AppRouter, services: CommandServices): void {
  const { now } = services;

  registerRoute(router, 'getForecast', async ({ ctx, session, input }) => {
    const { ledgerId } = session;
    const { account = null, known } = input;
    const point = await pointOf(services, ledgerId, known);
    const day = todayInZone(ctx, point?.at ? new Date(point.at) : now());
    const until = input.until ?? shifted(day, FORECAST_DAYS);
    if (until < day) throw new ProblemError('invalid', { until: messages.forecastOfPast });
    if (until > lastForeseen(day)) throw new ProblemError('invalid', { until: messages.forecastTooFar });
    const request = {
      ledgerId,
      account,
      cut: cutOf(session),
      today: day,
      until,
      isUsual: input.spending === 'usual',
      known,
    };
    return await runByOccurrences(services, FORECAST_JOB, request, until);
  });
}
