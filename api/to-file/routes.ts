import type { CommandServices } from '../commands/command-services.ts';
import { runBySize } from '../heavy/run-by-size.ts';
import type { AppRouter } from '../http/context.ts';
import { registerRoute } from '../http/register-route.ts';
import { TO_FILE_JOB } from './to-file.ts';

/** Registers the call of the queue of what has no category. */
export function toFileRoutes(router: AppRouter, services: CommandServices): void {
  registerRoute(router, 'getToFile', ({ session }) =>
    runBySize(services, session, TO_FILE_JOB, { ledgerId: session.ledgerId, usesWordList: session.usesWordList }),
  );
}
