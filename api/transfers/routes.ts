import { handleCommand } from '../commands/command-call.ts';
import type { CommandServices } from '../commands/command-services.ts';
import type { AppRouter } from '../http/context.ts';
import { registerRoute } from '../http/register-route.ts';
import { transferBuilders } from './commands.ts';

/** Registers /transfer/*. */
export function transferRoutes(router: AppRouter, services: CommandServices): void {
  registerRoute(router, 'createTransfer', (request) =>
    handleCommand(services, 'createTransfer', request, transferBuilders.createTransfer),
  );

  registerRoute(router, 'updateTransfer', (request) =>
    handleCommand(services, 'updateTransfer', request, transferBuilders.updateTransfer),
  );

  registerRoute(router, 'deleteTransfer', (request) =>
    handleCommand(services, 'deleteTransfer', request, transferBuilders.deleteTransfer),
  );
}
