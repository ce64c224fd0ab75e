import type { Goal } from '#contract/goal.ts';
import type { User } from '#contract/user.ts';
import { handleCommand } from '../commands/command-call.ts';
import type { CommandServices } from '../commands/command-services.ts';
import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import { momentOf, stateAt } from '../known/moment.ts';
import { presentGoals } from '../present/goals.ts';
import { goalBuilders } from './commands.ts';

/** Registers /goals/*. */
export function goalRoutes(router: AppRouter, services: CommandServices): void {
  registerRoute(router, 'getGoals', async ({ session, input: { known } }) => ({
    goals: presentGoals(await stateAt(services, session, await momentOf(services, session.ledgerId, known))),
  }));

  registerRoute(router, 'createGoal', async (request) => {
    let goalId = '';
    const user = await handleCommand(services, 'createGoal', request, (input, context) => {
      const command = goalBuilders.createGoal(input, context);
      ({ goalId } = command);
      return command;
    });
    return withGoal(user, goalId);
  });

  registerRoute(router, 'updateGoal', async (request) =>
    withGoal(await handleCommand(services, 'updateGoal', request, goalBuilders.updateGoal), request.input.goalId),
  );

  registerRoute(router, 'addMoneyToGoal', async (request) =>
    withGoal(
      await handleCommand(services, 'addMoneyToGoal', request, goalBuilders.addMoneyToGoal),
      request.input.goalId,
    ),
  );

  registerRoute(router, 'takeBackFromGoal', async (request) =>
    withGoal(
      await handleCommand(services, 'takeBackFromGoal', request, goalBuilders.takeBackFromGoal),
      request.input.goalId,
    ),
  );

  registerRoute(router, 'deleteGoal', (request) =>
    handleCommand(services, 'deleteGoal', request, goalBuilders.deleteGoal),
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
