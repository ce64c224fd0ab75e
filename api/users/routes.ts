import { messages } from '#contract/messages.ts';
import { exactCents } from '#ledger/model/money.ts';
import { unlessEveryday } from '#ledger/model/state.ts';
import { handleCommand } from '../commands/command-call.ts';
import type { CommandServices } from '../commands/command-services.ts';
import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';

/** Registers the commands on the user's account: deposit, balance and monthly figures. */
export function userRoutes(router: AppRouter, services: CommandServices): void {
  registerRoute(router, 'initialDeposit', (request) =>
    handleCommand(services, 'initialDeposit', request, ({ depositAmount, accountId }, { account }) => ({
      type: 'MakeInitialDeposit',
      amount: exactCents(depositAmount),
      accountId: unlessEveryday(account(accountId)),
    })),
  );

  registerRoute(router, 'updateAccountBalance', (request) =>
    handleCommand(services, 'updateAccountBalance', request, ({ newAmount, accountId }, { account }) => ({
      type: 'AdjustBalance',
      to: exactCents(newAmount),
      accountId: unlessEveryday(account(accountId)),
    })),
  );

  registerRoute(router, 'addIncomeAndExpense', async (request) => {
    const { email } = request.input;
    if (email && email !== request.session.email) throw new ProblemError('invalid', { email: messages.notYourEmail });
    return await handleCommand(services, 'addIncomeAndExpense', request, ({ income, expense }) => ({
      type: 'SetMonthlyFigures',
      income: exactCents(income),
      expense: exactCents(expense),
    }));
  });
}
