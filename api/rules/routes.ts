import type { Rule } from '#contract/rule-calls.ts';
import type { User } from '#contract/user.ts';
import type { Unfinished } from '#ledger/model/state.ts';
import { inSlices } from '#platform/time-slices.ts';
import { rulesOfLedger, ruleUsesOf } from '#projections/queries/rules.ts';
import { waitUntilCaughtUp } from '../commands/caught-up.ts';
import { commandIdOf, handleCommand, setHeaders } from '../commands/command-call.ts';
import type { CommandServices } from '../commands/command-services.ts';
import { type Done, doneAfter } from '../commands/done.ts';
import { type CommandOutcome, latest } from '../commands/execute.ts';
import { executedOf } from '../commands/execute-and-load.ts';
import { inputHash } from '../commands/input-hash.ts';
import { REST_OF_COMMAND_JOB } from '../commands/large-commands.ts';
import type { RecentEvents } from '../commands/recent-events.ts';
import { SMALL_EVENTS_MAX } from '../disk/disk-space.ts';
import type { Job } from '../heavy/job.ts';
import { runBySize } from '../heavy/run-by-size.ts';
import type { AppRouter, Context } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import { calendarOf, makerOf, type Session } from '../http/session.ts';
import { todayInZone } from '../http/time-zone.ts';
import { momentOf, stateAt } from '../known/moment.ts';
import type { RequestLimits } from '../limits/limits.ts';
import { presentRule } from '../present/rules.ts';
import { presentUser } from '../present/user.ts';
import { askedRules } from './asked.ts';
import { ruleBuilders } from './commands.ts';
import { ruleNames } from './names.ts';
import { RULES_PREVIEW_JOB } from './preview.ts';
import { doRun, LARGE_RUN_JOB } from './run.ts';
import { LARGE_TAKE_BACK_JOB, takeBack } from './take-back.ts';
import { thenOf, whenOf } from './written-conditions.ts';

/** Attempts before a run that another command overtakes each time gives up. */
const ATTEMPTS_MAX = 5;

/** Registers the calls of rules that file entries (product 4.20). */
export function ruleRoutes(router: AppRouter, services: CommandServices & { limits: RequestLimits }): void {
  const { database, heavy, commandMutex, views, limits, now } = services;

  registerRoute(router, 'getRules', async ({ ctx, session, input: { known } }) => {
    const { ledgerId } = session;
    const moment = await momentOf(services, ledgerId, known);
    const names = ruleNames(await stateAt(services, session, moment), todayInZone(ctx, now()), calendarOf(session));
    const asOf = moment?.revision ?? null;
    const [rules, uses] = await Promise.all([
      rulesOfLedger(database, ledgerId, asOf),
      ruleUsesOf(database, ledgerId, asOf),
    ]);
    const presented = rules.entries().map(([ruleId, rule]) => presentRule(ruleId, rule, uses.get(ruleId), names));
    return { rules: await inSlices(presented) };
  });

  registerRoute(router, 'addRule', async (request) => {
    let ruleId = '';
    const user = await handleCommand(services, 'addRule', request, async (input, context) => {
      const command = await ruleBuilders.addRule(input, context);
      ({ ruleId } = command);
      return command;
    });
    return await withRule(user, ruleId, request.ctx, request.session);
  });

  registerRoute(router, 'changeRule', async (request) => {
    const user = await handleCommand(services, 'changeRule', request, ruleBuilders.changeRule);
    return await withRule(user, request.input.ruleId, request.ctx, request.session);
  });

  registerRoute(router, 'removeRule', async (request) => {
    const { ctx, session, input } = request;
    if (!input.takeBack) return await handleCommand(services, 'removeRule', request, ruleBuilders.removeRule);
    const todo = { ...recordingOf(ctx, session, 'removeRule', input), ruleId: input.ruleId };
    return await done(ctx, session, todo, LARGE_TAKE_BACK_JOB, (recent, finishRest) =>
      takeBack(services, todo, recent, finishRest),
    );
  });

  registerRoute(router, 'orderRules', (request) =>
    handleCommand(services, 'orderRules', request, ruleBuilders.orderRules),
  );

  registerRoute(router, 'previewRules', async ({ ctx, session, input }) => {
    await waitUntilCaughtUp(services, session.ledgerId);
    const names = await namesNow(ctx, session);
    const { rule, limit, before } = input;
    const tried = rule && { when: whenOf(rule.when, names), then: thenOf(rule.then, names), stop: rule.stop ?? false };
    const trial = { ...askedRules(session, todayInZone(ctx, now()), input), rule: tried, limit, before };
    return await runBySize(services, session, RULES_PREVIEW_JOB, trial);
  });

  registerRoute(router, 'runRules', async ({ ctx, session, input }) => {
    const asked = askedRules(session, todayInZone(ctx, now()), input);
    const todo = { ...asked, ...recordingOf(ctx, session, 'runRules', input) };
    return await done(ctx, session, todo, LARGE_RUN_JOB, (recent, finishRest) =>
      doRun(services, todo, recent, finishRest),
    );
  });

  async function namesNow(ctx: Context, session: Session) {
    return ruleNames(await stateAt(services, session, null), todayInZone(ctx, now()), calendarOf(session));
  }

  /** The user with a rule as it is by now. */
  async function withRule(user: User, ruleId: string, ctx: Context, session: Session): Promise<User & { rule: Rule }> {
    const { ledgerId } = session;
    const [snapshot, uses, names] = await Promise.all([
      latest(database, services.log, { ledgerId, commandId: '' }, { rules: true }),
      ruleUsesOf(database, ledgerId, null),
      namesNow(ctx, session),
    ]);
    const rule = snapshot.state.rules.get(ruleId);
    if (!rule) throw new ProblemError('rule_not_found');
    return { ...user, rule: presentRule(ruleId, rule, uses.get(ruleId), names) };
  }

  function recordingOf(ctx: Context, session: Session, name: 'removeRule' | 'runRules', input: object) {
    const { ledgerId, userId } = session;
    const made = { recordedAt: now().toISOString(), ...makerOf(session, todayInZone(ctx, now())) };
    return { ledgerId, userId, commandId: commandIdOf(ctx), inputHash: inputHash(name, { ...input }), ...made };
  }

  type Small = (recent: RecentEvents, finishRest: (unfinished: Unfinished) => Promise<void>) => Promise<CommandOutcome>;

  /** Carries out a command about many entries: at once, or in a thread, and again where another one overtakes it. */
  async function done<Todo extends { ledgerId: string; commandId: string }>(
    ctx: Context,
    session: Session,
    todo: Todo,
    large: Job<Todo, Done>,
    small: Small,
  ): Promise<User> {
    const { ledgerId, userId, head } = session;
    await waitUntilCaughtUp(services, ledgerId);
    const isLarge = head.seen === null && head.transactionCount > SMALL_EVENTS_MAX;
    if (isLarge) await limits.take(ctx, 'bulk', userId);
    for (let attempt = 1; ; attempt += 1) {
      const attempted = isLarge
        ? await commandMutex.run(ledgerId, () => heavy.run(ledgerId, large, todo))
        : await doneSmall(ledgerId, small);
      if (attempted.outcome.kind !== 'overtaken' || attempt === ATTEMPTS_MAX) {
        const executed = executedOf(attempted, todo);
        setHeaders(ctx, executed);
        return presentUser(services, session, executed.view);
      }
      await waitUntilCaughtUp(services, ledgerId);
    }
  }

  async function doneSmall(ledgerId: string, small: Small): Promise<Done> {
    const outcome = await commandMutex.run(ledgerId, (recent) =>
      small(recent, (unfinished) => heavy.run(ledgerId, REST_OF_COMMAND_JOB, { ledgerId, unfinished })),
    );
    return await doneAfter(services, ledgerId, outcome, views);
  }
}
