import type { LedgerEvent } from '#ledger/events.ts';
import type { Unfinished } from '#ledger/model/state.ts';
import { loadSnapshot } from '#projections/queries/snapshot.ts';
import type { Recording } from '../commands/append.ts';
import { isCaughtUp } from '../commands/caught-up.ts';
import { type Done, doneAfter } from '../commands/done.ts';
import { type ExecutionServices, execute, type Outcome } from '../commands/execute.ts';
import { withoutEvents, withWaiters } from '../commands/large.ts';
import { forgetBulkPlans, insertBulkPlan } from '../commands/plans.ts';
import { RecentEvents } from '../commands/recent-events.ts';
import { type JobServices, jobOf } from '../heavy/job.ts';
import { type AskedBulk, commandOf, selectionOf } from './selection.ts';

/** A bulk of a user with its idempotency key. */
export type BulkToDo = AskedBulk & Recording & { userId: string };

/** The read models have what the last command of the ledger recorded within this time, unless no worker runs. */
const CAUGHT_UP_MS = 2_000;

/**
 * Does a bulk (product 4.18): selects the entries in the read models, decides on the ledger at their very revision, and
 * stores all events before the first of them is appended, so that it can be carried to its end. A change-set that was
 * left unfinished is finished first, by `finishRest`. The outcome is `overtaken` where another command was faster.
 * Throws what `selectionOf` throws, the problem disk_full, and LogUnavailable.
 */
export async function doBulk(
  services: JobServices & ExecutionServices,
  todo: BulkToDo,
  recent: RecentEvents,
  finishRest?: (unfinished: Unfinished) => Promise<void>,
): Promise<Outcome> {
  const { database, disk } = services;
  const { ledgerId, commandId, inputHash, recordedAt, userId } = todo;
  if (!(await isCaughtUp(services, ledgerId, CAUGHT_UP_MS))) return { kind: 'overtaken' };
  const before = await loadSnapshot(database, { ledgerId, commandId, needs: {} });
  // What was done before is not selected again, and what is unfinished is finished first.
  const isNew = before.seen === null && before.state.unfinished === null;
  const selection = isNew ? await selectionOf(database, todo, before) : { entries: [], snapshot: before };
  if (!selection) return { kind: 'overtaken' };
  const { entries, snapshot } = selection;
  const intent = {
    ...{ ledgerId, commandId, inputHash, recordedAt },
    command: commandOf(todo, entries),
    only: snapshot,
    beforeAppend: (after: bigint, events: readonly LedgerEvent[]) =>
      insertBulkPlan(database, userId, { ledgerId, changeSetId: commandId, after, inputHash }, events),
  };
  const outcome = await disk.writeEvents(entries.length, () => execute(services, intent, recent, null, finishRest));
  if (outcome.kind === 'recorded') await forgetBulkPlans(database, ledgerId, outcome.revision);
  return outcome;
}

/** Does a bulk of many entries like `doBulk`, and gives the ledger after it; the events stay in the thread. */
export async function doLargeBulk(jobServices: JobServices, todo: BulkToDo): Promise<Done> {
  const services = withWaiters(jobServices);
  const outcome = await doBulk(services, todo, new RecentEvents());
  return withoutEvents(await doneAfter(services, todo.ledgerId, outcome));
}

export const DO_LARGE_BULK = jobOf(doLargeBulk, import.meta.url, 'command');
