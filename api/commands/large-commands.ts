import { PAGE_ROWS_MAX } from '#contract/limits.ts';
import type { Unfinished } from '#ledger/model/state.ts';
import type { Conflict } from '#ledger/undo/undo-decision.ts';
import type { Database } from '#platform/postgres.ts';
import { historySize } from '#projections/queries/history.ts';
import { RevisionWaiters } from '#projections/wait-for-revision.ts';
import { SMALL_EVENTS_MAX } from '../disk/disk-space.ts';
import { type JobServices, jobOf } from '../heavy/job.ts';
import { type Done, doneAfter } from './done.ts';
import { type CommandIntent, type ExecutionServices, execute, finish } from './execute.ts';
import { RecentEvents } from './recent-events.ts';

/** Whether the events that an undo reads are enough to delay the requests of others. */
export async function looksFarBack(database: Database, ledgerId: string, changeSetId: string): Promise<boolean> {
  return (await historySize(database, ledgerId, changeSetId)) > SMALL_EVENTS_MAX;
}

/** Executes an intent like `execute`, and gives the ledger after it; the events stay in the thread. */
export async function executeLarge(jobServices: JobServices, intent: CommandIntent): Promise<Done> {
  const services = withWaiters(jobServices);
  const outcome = await execute(services, intent, new RecentEvents());
  const done = withoutEvents(await doneAfter(services, intent.ledgerId, outcome));
  if (outcome.kind !== 'rejected' || outcome.reason !== 'undo_conflicts') return done;
  return { ...done, outcome: { ...outcome, details: (outcome.details as Conflict[]).slice(0, PAGE_ROWS_MAX) } };
}

/** The result of a thread: the events stay in it. */
export function withoutEvents(done: Done): Done {
  const { outcome } = done;
  return outcome.kind === 'recorded' ? { ...done, outcome: { ...outcome, events: [] } } : done;
}

/** Appends the remaining events of a change-set, like `finish`. */
export async function finishLarge(
  jobServices: JobServices,
  { ledgerId, unfinished }: { ledgerId: string; unfinished: Unfinished },
): Promise<void> {
  await finish(withWaiters(jobServices), ledgerId, unfinished, new RecentEvents());
}

export const LARGE_COMMAND_JOB = jobOf(executeLarge, import.meta.url, 'command');
export const REST_OF_COMMAND_JOB = jobOf(finishLarge, import.meta.url, 'command');

/** The services of a thread, which hears of no commits: the read models are asked four times a second. */
export function withWaiters({ database, log, disk }: JobServices): JobServices & ExecutionServices {
  return { database, log, disk, waiters: new RevisionWaiters(database) };
}
