import type { DecodedEvent } from '#ledger/events.ts';
import { stage } from '#platform/telemetry/stage.ts';
import type { LedgerViews } from '#projections/ledger-views.ts';
import { type LedgerView, loadLedgerView, viewWith } from '#projections/queries/ledger-view.ts';
import { type ExecutionServices, eventsAfter } from './execute.ts';

/** The longest time that a response waits for the read model (product 7.5). */
export const READ_MODEL_WAIT_MS = 2_000;

/** A response does not wait after a command with this many events. */
const LARGE_EVENTS = 1_000;

/** A ledger after a command, its revision, and how many of its events the read models lack. */
export type ViewAfter = { view: LedgerView; revision: bigint; ahead: number };

/** A response needs rows of the read models at the command's revision, or only the view. */
export type Needed = 'rows' | 'view';

/**
 * The result of a command: the revision after it, the events that it has appended, and the view if it is known already.
 */
type Recorded = { revision: bigint; events: readonly DecodedEvent[]; view: LedgerView | null };

/**
 * Gives the ledger at a revision or later: the view that is known already if no more is needed; else from the read
 * model if it gets there in time, or with the missing events folded in. Falls back to the appended events when the log
 * can't be read, because a recorded command must not fail.
 */
export async function viewAfter(
  services: ExecutionServices,
  ledgerId: string,
  recorded: Recorded,
  views: LedgerViews | null,
  needed: Needed,
): Promise<ViewAfter> {
  const { view, revision } = recorded;
  if (view && needed === 'view') return { view, revision, ahead: lackOf(services, ledgerId, revision) };
  return await stage('wait', () => awaitedView(services, ledgerId, recorded, views));
}

async function awaitedView(
  { database, log, waiters }: ExecutionServices,
  ledgerId: string,
  { revision, events: appended, view: known }: Recorded,
  views: LedgerViews | null,
): Promise<ViewAfter> {
  // Folding as many events takes longer than a client should wait; so does reading them back from the log.
  const isLarge = appended.length >= LARGE_EVENTS;
  const isReached = !isLarge && (await waiters.wait(ledgerId, revision, READ_MODEL_WAIT_MS));
  if (isReached && known) return { view: known, revision, ahead: 0 };
  const view = views ? await views.load(database, ledgerId) : await loadLedgerView(database, ledgerId);
  if (view.revision >= revision) return { view, revision: view.revision, ahead: 0 };
  const isEnough = (appended[0]?.revision ?? revision + 1n) <= view.revision + 1n;
  const missing =
    isLarge && isEnough
      ? appended.filter((recorded) => recorded.revision > view.revision)
      : await eventsAfter(log, ledgerId, view.revision).catch(() => appended);
  const follows = missing[0]?.revision === view.revision + 1n || missing[0]?.event.type === 'LedgerReset';
  const ahead = Number(revision - view.revision);
  return { view: follows ? viewWith(view, missing) : view, revision, ahead };
}

/** How many events up to a revision the read models lack, as far as this process has heard. */
function lackOf({ waiters }: ExecutionServices, ledgerId: string, revision: bigint): number {
  return Number(revision - waiters.reached(ledgerId));
}
