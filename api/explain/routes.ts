import { TIME_ZONE } from '#contract/addresses.ts';
import type { Figure } from '#contract/figure.ts';
import type { CommandServices } from '../commands/command-services.ts';
import { runBySize } from '../heavy/run-by-size.ts';
import type { AppRouter, Context } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import { calendarOf, cutOf, type Session } from '../http/session.ts';
import { todayInZone } from '../http/time-zone.ts';
import { knownView, stateAt } from '../known/moment.ts';
import { runByOccurrences } from '../schedules/read.ts';
import { explainedCategory } from './explain.ts';
import { CHANGED_JOB, CHANGED_SINCE_JOB, EXPLAINED_JOB } from './jobs.ts';
import { noteVisit } from './visits.ts';

/** The figures that consist of more than the entries of some accounts. */
const WHOLE_KINDS: readonly Figure['kind'][] = [
  'monthly income',
  'monthly expense',
  'percentage of month',
  'budget',
  'forecast',
  'report',
];

/** More events of a ledger are looked at in a thread where a budget's changes are asked for. */
const BUDGET_EVENTS_MAX = 50;

/** Registers the calls of /ledger that explain figures. */
export function explainRoutes(router: AppRouter, services: CommandServices): void {
  const { database, now } = services;

  registerRoute(router, 'explain', async ({ ctx, session, input }) => {
    const { ledgerId } = session;
    const { before, known } = input;
    await checkCategory(ctx, session, input.figure);
    const cut = cutOf(session);
    if (cut && WHOLE_KINDS.includes(input.figure.kind)) throw new ProblemError('token_accounts');
    const figure = {
      ...input,
      before,
      known,
      ledgerId,
      cut,
      now: now(),
      zone: ctx.get(TIME_ZONE),
      calendar: calendarOf(session),
    };
    if (input.figure.kind === 'forecast')
      return await runByOccurrences(services, EXPLAINED_JOB, figure, input.figure.day);
    const { kind } = input.figure;
    const isOfDays = known === undefined && (kind === 'balance' || kind === 'account');
    return isOfDays
      ? await EXPLAINED_JOB.work(services, figure)
      : await runBySize(services, session, EXPLAINED_JOB, figure);
  });

  registerRoute(router, 'whatChanged', async ({ ctx, session, input }) => {
    const { ledgerId, currency } = session;
    await checkCategory(ctx, session, input.figure);
    const figure = {
      ...input,
      ledgerId,
      cut: cutOf(session),
      currency,
      now: now(),
      zone: ctx.get(TIME_ZONE),
      calendar: calendarOf(session),
    };
    // Of a budget each event is one more month to work out.
    const eventsMax = input.figure.kind === 'budget' ? BUDGET_EVENTS_MAX : undefined;
    return await runBySize(services, session, CHANGED_JOB, figure, eventsMax);
  });

  registerRoute(router, 'sinceLastVisit', async ({ ctx, session }) => {
    const { userId, ledgerId } = session;
    const { revision, state } = await knownView(services, session, undefined);
    const seen = await noteVisit(database, userId, revision, now());
    if (!seen || seen.revision < state.since || seen.revision >= revision) return { since: null };
    const month = `${todayInZone(ctx, new Date(seen.at)).slice(0, 7)}-01`;
    return await runBySize(services, session, CHANGED_SINCE_JOB, { ledgerId, seen, month });
  });

  /**
   * Refuses the figure of an own category to who has no Premium. Throws the problem premium_required, and invalid where
   * there is no such category.
   */
  async function checkCategory(ctx: Context, session: Session, figure: Figure): Promise<void> {
    if (figure.kind !== 'category' || ctx.state.hasPremium) return;
    explainedCategory(await stateAt(services, session, null), figure);
    throw new ProblemError('premium_required');
  }
}
