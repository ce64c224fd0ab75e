import { handleCommand } from '../commands/command-call.ts';
import type { CommandServices } from '../commands/command-services.ts';
import type { AppRouter } from '../http/context.ts';
import { registerRoute } from '../http/register-route.ts';
import { momentOf, stateAt } from '../known/moment.ts';
import { presentAccounts } from '../present/accounts.ts';
import { accountBuilders } from './commands.ts';

/** Registers /accounts/*. */
export function accountRoutes(router: AppRouter, services: CommandServices): void {
  registerRoute(router, 'getAccounts', async ({ session, input: { known } }) => {
    const { ledgerId } = session;
    const state = await stateAt(services, session, await momentOf(services, ledgerId, known));
    return { accounts: presentAccounts({ ledgerId, state }) };
  });

  registerRoute(router, 'openAccount', (request) =>
    handleCommand(services, 'openAccount', request, accountBuilders.openAccount),
  );

  registerRoute(router, 'renameAccount', (request) =>
    handleCommand(services, 'renameAccount', request, accountBuilders.renameAccount),
  );

  registerRoute(router, 'closeAccount', (request) =>
    handleCommand(services, 'closeAccount', request, accountBuilders.closeAccount),
  );

  registerRoute(router, 'reopenAccount', (request) =>
    handleCommand(services, 'reopenAccount', request, accountBuilders.reopenAccount),
  );

  registerRoute(router, 'setBudgeted', (request) =>
    handleCommand(services, 'setBudgeted', request, accountBuilders.setBudgeted),
  );
}
