import type { Category } from '#contract/category-calls.ts';
import type { User } from '#contract/user.ts';
import { categoryCounts } from '#projections/queries/category-counts.ts';
import type { LedgerView } from '#projections/queries/ledger-view.ts';
import { carryOutBulk } from '../bulk/carry-out.ts';
import type { BulkToDo } from '../bulk/do-bulk.ts';
import { waitUntilCaughtUp } from '../commands/caught-up.ts';
import { type Builder, carryOut, commandIdOf, handleCommand, setHeaders } from '../commands/command-call.ts';
import type { CommandServices } from '../commands/command-services.ts';
import { executedOf } from '../commands/execute-and-load.ts';
import { inputHash } from '../commands/input-hash.ts';
import { rejectionProblem } from '../commands/rejection.ts';
import { SMALL_EVENTS_MAX } from '../disk/disk-space.ts';
import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import { calendarOf, cutOf, makerOf, type Session } from '../http/session.ts';
import { todayInZone } from '../http/time-zone.ts';
import { asOf, momentOf, stateAt } from '../known/moment.ts';
import type { RequestLimits } from '../limits/limits.ts';
import { presentCategories, presentOne } from '../present/categories.ts';
import { presentUser } from '../present/user.ts';
import { categoryBuilders } from './commands.ts';

type Answer = User & { category: Omit<Category, 'count'> };

/** Registers the calls of categories (product 4.19). */
export function categoryRoutes(router: AppRouter, services: CommandServices & { limits: RequestLimits }): void {
  const { database, limits, now } = services;

  registerRoute(router, 'getCategories', async ({ session, input: { known } }) => {
    const { ledgerId } = session;
    const moment = await momentOf(services, ledgerId, known);
    const { categories } = await stateAt(services, session, moment);
    const counts = await categoryCounts(database, ledgerId, asOf(moment), cutOf(session));
    return { categories: presentCategories(categories, counts) };
  });

  registerRoute(router, 'addCategory', async (request) => {
    let categoryId = '';
    const view = await carryOut(services, 'addCategory', request, (input, context) => {
      const command = categoryBuilders.addCategory(input, context);
      categoryId = command.newCategoryId;
      return command;
    });
    return answerOf(request.session, view, categoryId);
  });

  for (const name of ['renameCategory', 'moveCategory', 'archiveCategory', 'restoreCategory'] as const) {
    registerRoute(router, name, async (request) => {
      const view = await carryOut(services, name, request, categoryBuilders[name] as Builder<typeof name>);
      return answerOf(request.session, view, request.input.categoryId);
    });
  }

  registerRoute(router, 'orderCategories', (request) =>
    handleCommand(services, 'orderCategories', request, categoryBuilders.orderCategories),
  );

  registerRoute(router, 'mergeCategories', async ({ ctx, session, input }) => {
    const { ledgerId, userId } = session;
    const { from: mergedId, into } = input;
    const today = todayInZone(ctx, now());
    const todo: BulkToDo = {
      ledgerId,
      userId,
      commandId: commandIdOf(ctx),
      inputHash: inputHash('mergeCategories', input),
      recordedAt: now().toISOString(),
      ...makerOf(session, today),
      today,
      calendar: calendarOf(session),
      ...{ select: {}, change: null, merge: { mergedId, into }, revision: undefined },
    };
    await waitUntilCaughtUp(services, ledgerId);
    const counts = session.head.seen === null ? await categoryCounts(database, ledgerId, null) : new Map();
    const isLarge = (counts.get(mergedId) ?? 0) > SMALL_EVENTS_MAX;
    if (isLarge) await limits.take(ctx, 'bulk', userId);
    const done = await carryOutBulk(services, todo, isLarge);
    const executed = executedOf(done, todo, (reason) => rejectionProblem(reason, input));
    setHeaders(ctx, executed);
    return answerOf(session, executed.view, into);
  });

  /** The user with a category. Throws category_not_found: a repeated old command may name one that is gone. */
  function answerOf(session: Session, view: LedgerView, categoryId: string): Answer {
    const category = view.state.categories.get(categoryId);
    if (!category) throw new ProblemError('category_not_found');
    return { ...presentUser(services, session, view), category: presentOne(categoryId, category) };
  }
}
