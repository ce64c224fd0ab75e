import { BASE_PATH, CALENDAR_PATH } from '#contract/addresses.ts';
import type { CommandName } from '#contract/calls.ts';
import type { Known } from '#contract/fields.ts';
import { OCCURRENCES_MAX } from '#contract/limits.ts';
import type { Schedule } from '#contract/schedule-calls.ts';
import type { User } from '#contract/user.ts';
import type { ScheduleCommand } from '#ledger/schedules/commands.ts';
import { occurrencesOf } from '#ledger/schedules/days.ts';
import { scheduledOf } from '#projections/queries/schedules.ts';
import { type CommandContext, type CommandRequest, handleCommand } from '../commands/command-call.ts';
import type { CommandServices } from '../commands/command-services.ts';
import { latest } from '../commands/execute.ts';
import { runBySize } from '../heavy/run-by-size.ts';
import type { AppRouter, Context } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { type RouteInput, registerRoute } from '../http/register-route.ts';
import { cutOf } from '../http/session.ts';
import { todayInZone } from '../http/time-zone.ts';
import { pointOf } from '../known/moment.ts';
import { presentSchedule } from '../present/schedules.ts';
import { makeCalendarToken, revokeCalendarToken } from './calendar-tokens.ts';
import { scheduleBuilders } from './commands.ts';
import { lastUpcoming, marksOfSchedules, runByOccurrences, SCHEDULES_JOB, UPCOMING_JOB } from './read.ts';
import { SUGGESTIONS_JOB } from './suggestions.ts';

/**
 * Registers the calls of schedules and of their occurrences (product 13). `publicOrigin` is the origin in addresses.
 */
export function scheduleRoutes(router: AppRouter, services: CommandServices, publicOrigin: string): void {
  const { database, log, now } = services;

  registerRoute(router, 'getOccurrences', async ({ input: { rule, from, to } }) => ({
    days: occurrencesOf(rule, { from, to }, OCCURRENCES_MAX),
  }));

  registerRoute(router, 'addSchedule', (request) => answer('addSchedule', request, scheduleBuilders.addSchedule));

  registerRoute(router, 'changeSchedule', (request) =>
    answer('changeSchedule', request, scheduleBuilders.changeSchedule),
  );

  registerRoute(router, 'removeSchedule', (request) =>
    answer('removeSchedule', request, scheduleBuilders.removeSchedule),
  );

  registerRoute(router, 'skipOccurrence', (request) =>
    answer('skipOccurrence', request, scheduleBuilders.skipOccurrence),
  );

  registerRoute(router, 'postOccurrence', (request) =>
    answer('postOccurrence', request, scheduleBuilders.postOccurrence),
  );

  registerRoute(router, 'matchOccurrence', (request) =>
    answer('matchOccurrence', request, scheduleBuilders.matchOccurrence),
  );

  registerRoute(router, 'unmatchOccurrence', (request) =>
    answer('unmatchOccurrence', request, scheduleBuilders.unmatchOccurrence),
  );

  registerRoute(router, 'getSchedules', async ({ ctx, session, input: { known } }) => {
    if (cutOf(session)) return { schedules: [] };
    const { ledgerId } = session;
    const today = await dayOf(ctx, ledgerId, known);
    return await runByOccurrences(services, SCHEDULES_JOB, { ledgerId, today, known }, today);
  });

  registerRoute(router, 'getUpcoming', async ({ ctx, session, input }) => {
    if (cutOf(session)) return { occurrences: [] };
    const { ledgerId } = session;
    const { known, from = null, to = null } = input;
    const today = await dayOf(ctx, ledgerId, known);
    const request = { ledgerId, today, known, from, to };
    return await runByOccurrences(services, UPCOMING_JOB, request, lastUpcoming(request));
  });

  registerRoute(router, 'getScheduleSuggestions', ({ ctx, session }) =>
    runBySize(services, session, SUGGESTIONS_JOB, { ledgerId: session.ledgerId, today: todayInZone(ctx, now()) }),
  );

  registerRoute(router, 'makeCalendarToken', async ({ session, input: { amounts = false } }) => {
    const { userId, isDemo } = session;
    if (isDemo) throw new ProblemError('not_for_demo');
    const token = await makeCalendarToken(database, { userId, hasAmounts: amounts, now: now() });
    return { token, url: `${publicOrigin}${BASE_PATH}${CALENDAR_PATH}?token=${token}` };
  });

  registerRoute(router, 'revokeCalendarToken', async ({ session: { userId } }) => {
    await revokeCalendarToken(database, userId);
    return {};
  });

  /** The caller's day, or the day of the moment that is named. */
  async function dayOf(ctx: Context, ledgerId: string, known: Known | undefined): Promise<string> {
    const point = await pointOf(services, ledgerId, known);
    return todayInZone(ctx, point?.at ? new Date(point.at) : now());
  }

  /** Carries out a command and answers the user with the schedule, or null if it is removed. */
  async function answer<Name extends CommandName>(
    name: Name,
    request: CommandRequest<Name>,
    commandOf: (input: RouteInput<Name>, context: CommandContext) => ScheduleCommand,
  ): Promise<User & { schedule: Schedule | null }> {
    const { ctx, session } = request;
    const { ledgerId } = session;
    let scheduleId = '';
    const user = await handleCommand(services, name, request, (input, context) => {
      const command = commandOf(input, context);
      ({ scheduleId } = command);
      return command;
    });
    const { state } = await latest(database, log, { ledgerId, commandId: '' }, { schedules: true });
    const schedule = state.schedules.get(scheduleId);
    if (!schedule) return { ...user, schedule: null };
    const marks = marksOfSchedules(await scheduledOf(database, ledgerId, null, scheduleId), scheduleId);
    const shown = { state, today: todayInZone(ctx, now()) };
    return { ...user, schedule: presentSchedule(ledgerId, scheduleId, schedule, marks, shown) };
  }
}
