import type { Goal } from '../../contract/goal.ts';
import type { User } from '../../contract/user.ts';
import { exactCents } from '../../ledger/model/money.ts';
import { loadAccountView } from '../../projections/queries/account-view.ts';
import { carryOut } from '../commands/command-call.ts';
import type { CommandServices } from '../commands/command-services.ts';
import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import { presentGoals } from '../present/goals.ts';

/** Answers all of /goals/*. */
export function goalRoutes(router: AppRouter, services: CommandServices): void {
  registerRoute(router, 'getGoals', async ({ session }) => ({
    goals: presentGoals((await loadAccountView(services.database, session.ledgerId)).state),
  }));

  registerRoute(router, 'createGoal', async (asked) => {
    let goalId = '';
    const user = await carryOut(
      services,
      'createGoal',
      asked,
      ({ title, finalAmount, category, description }, make) => {
        goalId = make.newId('goal');
        return { type: 'CreateGoal', goalId, title, finalAmount: exactCents(finalAmount), category, description };
      },
    );
    return withGoal(user, goalId);
  });

  registerRoute(router, 'updateGoal', async (asked) => {
    const user = await carryOut(services, 'updateGoal', asked, (input, { today }) => ({
      type: 'UpdateGoal',
      ...input,
      finalAmount: exactCents(input.finalAmount),
      today,
    }));
    return withGoal(user, asked.input.goalId);
  });

  registerRoute(router, 'addMoneyToGoal', async (asked) => {
    const user = await carryOut(services, 'addMoneyToGoal', asked, ({ goalId, currentAmount }, { today }) => ({
      type: 'AddMoneyToGoal',
      goalId,
      amount: exactCents(currentAmount),
      today,
    }));
    return withGoal(user, asked.input.goalId);
  });

  registerRoute(router, 'deleteGoal', (asked) =>
    carryOut(services, 'deleteGoal', asked, ({ goalId }) => ({ type: 'DeleteGoal', goalId })),
  );
}

/** The goal a command was about, beside its user. It may be gone when an old command comes again. */
function withGoal(user: User, goalId: string): User & { goal: Goal } {
  const goal = user.goals.find(({ _id }) => _id === goalId);
  if (!goal) throw new ProblemError('goal_not_found');
  return { ...user, goal };
}
