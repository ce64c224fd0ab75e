import { messages } from '../../contract/messages.ts';
import { exactCents } from '../../ledger/model/money.ts';
import { carryOut } from '../commands/command-call.ts';
import type { CommandServices } from '../commands/command-services.ts';
import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';

/** Answers the calls on a user's own account that are commands: deposit, balance and monthly figures. */
export function userRoutes(router: AppRouter, services: CommandServices): void {
  registerRoute(router, 'initialDeposit', (asked) =>
    carryOut(services, 'initialDeposit', asked, ({ depositAmount }) => ({
      type: 'MakeInitialDeposit',
      amount: exactCents(depositAmount),
    })),
  );

  registerRoute(router, 'updateAccountBalance', (asked) =>
    carryOut(services, 'updateAccountBalance', asked, ({ newAmount }) => ({
      type: 'AdjustBalance',
      to: exactCents(newAmount),
    })),
  );

  registerRoute(router, 'addIncomeAndExpense', async (asked) => {
    const { email } = asked.input;
    if (email && email !== asked.session.email) throw new ProblemError('invalid', { email: messages.notYourEmail });
    return await carryOut(services, 'addIncomeAndExpense', asked, ({ income, expense }) => ({
      type: 'SetMonthlyFigures',
      income: exactCents(income),
      expense: exactCents(expense),
    }));
  });
}
