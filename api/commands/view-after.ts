import type { EventLog } from '../../event-log/event-log.ts';
import type { RecordedEvent } from '../../ledger/events.ts';
import type { Database } from '../../platform/postgres.ts';
import { type AccountView, loadAccountView, viewWith } from '../../projections/queries/account-view.ts';
import type { RevisionWaiters } from '../../projections/wait-for-revision.ts';
import { eventsAfter } from './execute.ts';

/** How long an answer waits for the read model, in milliseconds (product 7.5). */
export const READ_MODEL_WAIT_MS = 2_000;

/** What the screens show, and how many events of it the read model does not have yet. */
export type ViewAfter = { view: AccountView; ahead: number };

/**
 * Gives a user's books with everything up to a revision in them: as the read model has them once it has come so far,
 * else with the missing events applied to it. `appended` are the events just written, for when the log can't be read:
 * what was recorded is never answered with an error.
 */
export async function viewAfter(
  { database, log, waiters }: { database: Database; log: EventLog; waiters: RevisionWaiters },
  ledgerId: string,
  revision: bigint,
  appended: readonly RecordedEvent[],
): Promise<ViewAfter> {
  await waiters.wait(ledgerId, revision, READ_MODEL_WAIT_MS);
  const view = await loadAccountView(database, ledgerId);
  if (view.revision >= revision) return { view, ahead: 0 };
  const missing = await eventsAfter(log, ledgerId, view.revision).catch(() => appended);
  const follows = missing[0]?.revision === view.revision + 1n || missing[0]?.event.type === 'LedgerReset';
  return { view: follows ? viewWith(view, missing) : view, ahead: Number(revision - view.revision) };
}
