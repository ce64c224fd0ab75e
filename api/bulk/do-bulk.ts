import type { Unfinished } from '#ledger/model/state.ts';
import type { Snapshot } from '#projections/queries/snapshot.ts';
import type { Recording } from '../commands/append.ts';
import { type Done, doneAfter } from '../commands/done.ts';
import type { CommandOutcome, ExecutionServices } from '../commands/execute.ts';
import { withoutEvents, withWaiters } from '../commands/large-commands.ts';
import { RecentEvents } from '../commands/recent-events.ts';
import { type JobServices, jobOf } from '../heavy/job.ts';
import { doSelected } from './do-selected.ts';
import { type AskedBulk, commandOf, selectedByBulk } from './selection.ts';

/** A bulk of a user with its idempotency key. */
export type BulkToDo = AskedBulk & Recording & { userId: string };

/** Does a bulk (product 4.18). Throws what `selectedByBulk` and `doSelected` throw. */
export function doBulk(
  services: JobServices & ExecutionServices,
  todo: BulkToDo,
  recent: RecentEvents,
  finishRest?: (unfinished: Unfinished) => Promise<void>,
): Promise<CommandOutcome> {
  const { ledgerId, commandId, inputHash, recordedAt, actor, limits, userId } = todo;
  const recording = { ledgerId, commandId, inputHash, recordedAt, actor, limits, userId };
  const selecting = {
    needs: { budget: todo.merge !== undefined },
    none: commandOf(todo, []),
    select: (before: Snapshot) => selectedByBulk(services.database, todo, before),
  };
  return doSelected(services, recording, selecting, recent, finishRest);
}

/** Does a bulk of many entries like `doBulk`, and gives the ledger after it; the events stay in the thread. */
export async function doLargeBulk(jobServices: JobServices, todo: BulkToDo): Promise<Done> {
  const services = withWaiters(jobServices);
  const outcome = await doBulk(services, todo, new RecentEvents());
  return withoutEvents(await doneAfter(services, todo.ledgerId, outcome));
}

export const LARGE_BULK_JOB = jobOf(doLargeBulk, import.meta.url, 'command');
