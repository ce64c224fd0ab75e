import type { Budget } from '#contract/budget-calls.ts';
import type { CommandName } from '#contract/calls.ts';
import type { User } from '#contract/user.ts';
import type { BudgetCommand } from '#ledger/budget/commands.ts';
import { copied } from '#ledger/budget/copy.ts';
import { filled } from '#ledger/budget/targets.ts';
import { TO_BUDGET } from '#ledger/model/constants.ts';
import { amountOf, type Cents, exactCents } from '#ledger/model/money.ts';
import { accountsBeside } from '#ledger/model/state.ts';
import { budgetThen } from '#projections/queries/budget.ts';
import { firstDayOf } from '#projections/queries/month-so-far.ts';
import { type CommandRequest, carryOut } from '../commands/command-call.ts';
import type { CommandServices } from '../commands/command-services.ts';
import type { AppRouter, Context } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import { todayInZone } from '../http/time-zone.ts';
import { momentOf } from '../known/moment.ts';
import { budgetName, categoriesInOrder, presentBudget, targetOf } from '../present/budget.ts';
import { presentUser } from '../present/user.ts';
import { carryOutOnBudget } from './carry-out.ts';
import { changesOfBudget } from './changes.ts';
import { namedCategory } from './named-category.ts';
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
    const { month, plans } = request.input;
    const first = month ?? plans[0]?.month ?? presentMonth(request.ctx);
    return await answer('planBudget', request, first, {
      type: 'PlanBudget',
      plans: plans.map((plan) => ({ ...plan, month: plan.month ?? first, amount: exactCents(plan.amount) })),
    });
  });

  registerRoute(router, 'setCarry', async (request) => {
    const { category, carry, from: month } = request.input;
    return await answer('setCarry', request, month, { type: 'SetCarry', category, carry, month });
  });

  registerRoute(router, 'setTarget', async (request) => {
    const { category, target } = request.input;
    const month = presentMonth(request.ctx);
    return await answer('setTarget', request, month, {
      type: 'SetTarget',
      category,
      target: target && targetOf(target),
    });
  });

  registerRoute(router, 'moveBudget', async (request) => {
    const { month, from, to, amount, force = false } = request.input;
    return await answerFromBudget('moveBudget', request, month, (read) => ({
      type: 'MoveBudget',
      month,
      leaves: sideOf(from),
      enters: sideOf(to),
      amount: exactCents(amount),
      there: force ? null : thereOn(read, from, request.input),
    }));
  });

  registerRoute(router, 'coverBudget', async (request) => {
    const { month, category, from } = request.input;
    return await answerFromBudget('coverBudget', request, month, (read) => ({
      type: 'MoveBudget',
      month,
      leaves: sideOf(from),
      enters: category,
      amount: Math.max(0, -thereOn(read, category, request.input)) as Cents,
      there: thereOn(read, from, request.input),
    }));
  });

  registerRoute(router, 'copyBudget', async (request) => {
    const { from, to, what } = request.input;
    const since = await firstDayOf(database, request.session.ledgerId, null);
    const held = { since, today: todayInZone(request.ctx, now()) };
    return await answerFromBudget(
      'copyBudget',
      request,
      from,
      ({ books, budget }) => planOf(to, copied(books, budget, to, what, held)),
      to,
    );
  });

  registerRoute(router, 'fillBudget', async (request) => {
    const { month, categories } = request.input;
    const fill = ({ books, budget }: ReadBudget) => {
      const wanted =
        categories && new Set(categories.map((named) => namedCategory(named, books.categories, request.input)));
      const ids = categoriesInOrder(books).filter((id) => !wanted || wanted.has(id));
      return filled(books, budget, ids);
    };
    const { user, read } = await carryOutAndRead('fillBudget', request, month, (before) =>
      planOf(month, fill(before).plans),
    );
    const lacking = fill(read).lacking.map(({ categoryId, amount }) => ({
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
    command: BudgetCommand,
  ): Promise<Answer> {
    const view = await carryOut(services, name, request, () => command);
    const { ctx, session } = request;
    const { books, budget } = await readBudget(database, session.ledgerId, month, presentMonth(ctx));
    return { ...presentUser(services, session, view), budget: presentBudget(books, budget) };
  }

  /**
   * Makes a command of the budget of `month`, carries it out, and answers with the budget of `shownMonth` (both ISO
   * months).
   */
  async function answerFromBudget<Name extends CommandName>(
    name: Name,
    request: CommandRequest<Name>,
    month: string,
    commandOf: (read: ReadBudget) => BudgetCommand,
    shownMonth = month,
  ): Promise<Answer> {
    const { user, read } = await carryOutAndRead(name, request, month, commandOf, shownMonth);
    return { ...user, budget: presentBudget(read.books, read.budget) };
  }

  async function carryOutAndRead<Name extends CommandName>(
    name: Name,
    request: CommandRequest<Name>,
    month: string,
    commandOf: (read: ReadBudget) => BudgetCommand,
    shownMonth = month,
  ): Promise<{ user: User; read: ReadBudget }> {
    const { ctx, session } = request;
    const present = presentMonth(ctx);
    const { view } = await carryOutOnBudget(services, name, request, { month, present, commandOf });
    const read = await readBudget(database, session.ledgerId, shownMonth, present);
    return { user: presentUser(services, session, view), read };
  }
}

const sideOf = (named: string) => (named === TO_BUDGET ? null : named);

const planOf = (month: string, plans: readonly { categoryId: string; amount: number }[]): BudgetCommand => ({
  type: 'PlanBudget',
  plans: plans.map(({ categoryId: category, amount }) => ({ category, month, amount: amount as Cents })),
});

/** The amount on a side of a move, in cents: 0 in a child that draws on its parent. Throws like `namedCategory`. */
function thereOn({ books, budget }: ReadBudget, named: string, input: object): Cents {
  if (named === TO_BUDGET) return budget.toBudget as Cents;
  return (budget.categories.get(namedCategory(named, books.categories, input))?.available ?? 0) as Cents;
}
