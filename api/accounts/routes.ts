import { exactCents } from '#ledger/model/money.ts';
import { handleCommand } from '../commands/command-call.ts';
import type { CommandServices } from '../commands/command-services.ts';
import type { AppRouter } from '../http/context.ts';
import { registerRoute } from '../http/register-route.ts';
import { momentOf, stateAt } from '../known/moment.ts';
import { presentAccounts } from '../present/accounts.ts';

/** Registers /accounts/*. */
export function accountRoutes(router: AppRouter, services: CommandServices): void {
  registerRoute(router, 'getAccounts', async ({ session, input: { known } }) => {
    const { ledgerId } = session;
    const state = await stateAt(services, session, await momentOf(services, ledgerId, known));
    return { accounts: presentAccounts({ ledgerId, state }) };
  });

  registerRoute(router, 'openAccount', (request) =>
    handleCommand(services, 'openAccount', request, ({ openingBalance = 0, ...fields }, { newId }) => ({
      type: 'OpenAccount',
      newAccountId: newId('account'),
      ...fields,
      openingBalance: exactCents(openingBalance),
    })),
  );

  registerRoute(router, 'renameAccount', (request) =>
    handleCommand(services, 'renameAccount', request, ({ accountId, name }, { account }) => ({
      type: 'RenameAccount',
      accountId: account(accountId),
      name,
    })),
  );

  registerRoute(router, 'closeAccount', (request) =>
    handleCommand(services, 'closeAccount', request, ({ accountId }, { account }) => ({
      type: 'CloseAccount',
      accountId: account(accountId),
    })),
  );

  registerRoute(router, 'reopenAccount', (request) =>
    handleCommand(services, 'reopenAccount', request, ({ accountId }, { account }) => ({
      type: 'ReopenAccount',
      accountId: account(accountId),
    })),
  );

  registerRoute(router, 'setBudgeted', (request) =>
    handleCommand(services, 'setBudgeted', request, ({ accountId, isBudgeted }, { account }) => ({
      type: 'SetBudgeted',
      accountId: account(accountId),
      isBudgeted,
    })),
  );
}
