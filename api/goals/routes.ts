import type { Goal } from '#contract/goal.ts';
import type { User } from '#contract/user.ts';
import { exactCents } from '#ledger/model/money.ts';
import { unlessEveryday } from '#ledger/model/state.ts';
import { handleCommand } from '../commands/command-call.ts';
import type { CommandServices } from '../commands/command-services.ts';
import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import { momentOf, stateAt } from '../known/moment.ts';
import { presentGoals } from '../present/goals.ts';

/** Registers /goals/*. */
export function goalRoutes(router: AppRouter, services: CommandServices): void {
  registerRoute(router, 'getGoals', async ({ session, input: { known } }) => ({
    goals: presentGoals(await stateAt(services, session, await momentOf(services, session.ledgerId, known))),
  }));

  registerRoute(router, 'createGoal', async (request) => {
    let goalId = '';
    const user = await handleCommand(services, 'createGoal', request, ({ finalAmount, ...fields }, { newId }) => {
      goalId = newId('goal');
      return { type: 'CreateGoal', goalId, ...fields, finalAmount: exactCents(finalAmount) };
    });
    return withGoal(user, goalId);
  });

  registerRoute(router, 'updateGoal', async (request) => {
    const user = await handleCommand(services, 'updateGoal', request, (input, { today }) => ({
      type: 'UpdateGoal',
      ...input,
      finalAmount: exactCents(input.finalAmount),
      today,
    }));
    return withGoal(user, request.input.goalId);
  });

  registerRoute(router, 'addMoneyToGoal', async (request) => {
    const user = await handleCommand(
      services,
      'addMoneyToGoal',
      request,
      ({ goalId, currentAmount, accountId }, { today, account }) => ({
        type: 'AddMoneyToGoal',
        goalId,
        amount: exactCents(currentAmount),
        accountId: unlessEveryday(account(accountId)),
        today,
      }),
    );
    return withGoal(user, request.input.goalId);
  });

  registerRoute(router, 'takeBackFromGoal', async (request) => {
    const user = await handleCommand(
      services,
      'takeBackFromGoal',
      request,
      ({ goalId, amount, accountId }, { today, account }) => ({
        type: 'TakeBackFromGoal',
        goalId,
        amount: exactCents(amount),
        accountId: unlessEveryday(account(accountId)),
        today,
      }),
    );
    return withGoal(user, request.input.goalId);
  });

  registerRoute(router, 'deleteGoal', (request) =>
    handleCommand(services, 'deleteGoal', request, ({ goalId, accountId }, { account }) => ({
      type: 'DeleteGoal',
      goalId,
      accountId: unlessEveryday(account(accountId)),
    })),
  );
}

/**
 * Adds the command's goal to the response. Throws the problem goal_not_found: a repeated old command may name a deleted
 * goal.
 */
function withGoal(user: User, goalId: string): User & { goal: Goal } {
  const goal = user.goals.find(({ _id }) => _id === goalId);
  if (!goal) throw new ProblemError('goal_not_found');
  return { ...user, goal };
}
