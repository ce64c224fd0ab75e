import { waitUntilCaughtUp } from '../commands/caught-up.ts';
import type { CommandServices } from '../commands/command-services.ts';
import { type Done, doneAfter } from '../commands/done.ts';
import { REST_OF_COMMAND_JOB } from '../commands/large-commands.ts';
import { type BulkToDo, doBulk, LARGE_BULK_JOB } from './do-bulk.ts';

/** Attempts before a bulk that another command overtakes each time gives up. */
const ATTEMPTS_MAX = 5;

/** Does a bulk, in a thread where it is large, again where another command overtakes it. Throws like `doBulk`. */
export async function carryOutBulk(services: CommandServices, todo: BulkToDo, isLarge: boolean): Promise<Done> {
  const { heavy, commandMutex } = services;
  const { ledgerId } = todo;
  for (let attempt = 1; ; attempt += 1) {
    const attempted: Done = isLarge
      ? await commandMutex.run(ledgerId, () => heavy.run(ledgerId, LARGE_BULK_JOB, todo))
      : await doneSmall(services, todo);
    if (attempted.outcome.kind !== 'overtaken' || attempt === ATTEMPTS_MAX) return attempted;
    await waitUntilCaughtUp(services, ledgerId);
  }
}

async function doneSmall(services: CommandServices, todo: BulkToDo): Promise<Done> {
  const { commandMutex, heavy, views } = services;
  const { ledgerId } = todo;
  const outcome = await commandMutex.run(ledgerId, (recent) =>
    doBulk(services, todo, recent, (unfinished) => heavy.run(ledgerId, REST_OF_COMMAND_JOB, { ledgerId, unfinished })),
  );
  return await doneAfter(services, ledgerId, outcome, views);
}
