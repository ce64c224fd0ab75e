import type { Budget } from '#contract/budget-calls.ts';
import type { CommandName } from '#contract/calls.ts';
import type { User } from '#contract/user.ts';
import { amountOf, type Cents } from '#ledger/model/money.ts';
import { accountsBeside } from '#ledger/model/state.ts';
import { budgetThen } from '#projections/queries/budget.ts';
import { firstDayOf } from '#projections/queries/month-so-far.ts';
import { type Builder, type CommandRequest, carryOut } from '../commands/command-call.ts';
import type { CommandServices } from '../commands/command-services.ts';
import type { AppRouter, Context } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { type RouteInput, registerRoute } from '../http/register-route.ts';
import { todayInZone } from '../http/time-zone.ts';
import { momentOf } from '../known/moment.ts';
import { budgetName, presentBudget } from '../present/budget.ts';
import { presentUser } from '../present/user.ts';
import { carryOutOnBudget } from './carry-out.ts';
import { changesOfBudget } from './changes.ts';
import { type BudgetCall, budgetBuilders, filledBy, monthLookedAt, monthOfPlans, planBuilders } from './commands.ts';
import { type ReadBudget, readBudget, withMonth } from './read.ts';

type Answer = User & { budget: Budget };

/** Registers the calls of budgets (product 12). */
export function budgetRoutes(router: AppRouter, services: CommandServices): void {
  const { database, now, views } = services;

  registerRoute(router, 'getBudget', async ({ ctx, session, input: { month, known } }) => {
    const { ledgerId } = session;
    const moment = await momentOf(services, ledgerId, known);
    const present = todayInZone(ctx, moment?.at ? new Date(moment.at) : now()).slice(0, 7);
    const wanted = month ?? present;
    const stored = moment
      ? await budgetThen(database, ledgerId, wanted, {
          ...moment,
          categories: moment.state.categories,
          beside: accountsBeside(moment.state.accounts),
        })
      : await views.budget(database, ledgerId, session.head);
    if (!stored) throw new ProblemError('unavailable');
    const { books, budget } = withMonth(stored, wanted, present);
    return presentBudget(books, budget);
  });

  registerRoute(router, 'planBudget', async (request) => {
    const month = monthOfPlans(request.input, { today: todayInZone(request.ctx, now()) });
    return await answer('planBudget', request, month, planBuilders.planBudget);
  });

  registerRoute(router, 'setCarry', (request) =>
    answer('setCarry', request, request.input.from, planBuilders.setCarry),
  );

  registerRoute(router, 'setTarget', (request) =>
    answer('setTarget', request, presentMonth(request.ctx), planBuilders.setTarget),
  );

  registerRoute(router, 'moveBudget', (request) => answerFromBudget('moveBudget', request, request.input.month));

  registerRoute(router, 'coverBudget', (request) => answerFromBudget('coverBudget', request, request.input.month));

  registerRoute(router, 'copyBudget', (request) => answerFromBudget('copyBudget', request, request.input.to));

  registerRoute(router, 'fillBudget', async (request) => {
    const { input } = request;
    const { user, read } = await carryOutAndRead('fillBudget', request, input.month);
    const lacking = filledBy(input, read).lacking.map(({ categoryId, amount }) => ({
      categoryId,
      name: budgetName(read.books, categoryId),
      amount: amountOf(amount as Cents),
    }));
    return { ...user, budget: presentBudget(read.books, read.budget), lacking };
  });

  registerRoute(router, 'getBudgetChanges', async ({ session, input }) => {
    return await changesOfBudget(services, session, input);
  });

  function presentMonth(ctx: Context): string {
    return todayInZone(ctx, now()).slice(0, 7);
  }

  /** Carries out a command that needs nothing but plans, and answers with the budget of a month. */
  async function answer<Name extends CommandName>(
    name: Name,
    request: CommandRequest<Name>,
    month: string,
    build: Builder<Name>,
  ): Promise<Answer> {
    const view = await carryOut(services, name, request, build);
    const { ctx, session } = request;
    const { books, budget } = await readBudget(database, session.ledgerId, month, presentMonth(ctx));
    return { ...presentUser(services, session, view), budget: presentBudget(books, budget) };
  }

  /** Carries out a command that depends on a budget, and answers with the budget of `shownMonth` (ISO month). */
  async function answerFromBudget<Name extends BudgetCall>(
    name: Name,
    request: CommandRequest<Name>,
    shownMonth: string,
  ): Promise<Answer> {
    const { user, read } = await carryOutAndRead(name, request, shownMonth);
    return { ...user, budget: presentBudget(read.books, read.budget) };
  }

  async function carryOutAndRead<Name extends BudgetCall>(
    name: Name,
    request: CommandRequest<Name>,
    shownMonth: string,
  ): Promise<{ user: User; read: ReadBudget }> {
    const { ctx, input, session } = request;
    const { ledgerId } = session;
    const present = presentMonth(ctx);
    const since = name === 'copyBudget' ? await firstDayOf(database, ledgerId, null, null) : null;
    const held = { since, today: todayInZone(ctx, now()) };
    const { view } = await carryOutOnBudget(services, name, request, {
      month: monthLookedAt(input as RouteInput<BudgetCall>),
      present,
      commandOf: (read) => budgetBuilders[name](input, read, held),
    });
    const read = await readBudget(database, ledgerId, shownMonth, present);
    return { user: presentUser(services, session, view), read };
  }
}
