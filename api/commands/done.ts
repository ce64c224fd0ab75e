import type { LedgerViews } from '#projections/ledger-views.ts';
import type { CommandOutcome, ExecutionServices } from './execute.ts';
import { type Needed, type ViewAfter, viewAfter } from './view-after.ts';

/** The outcome of an intent, and the ledger after it, or null if it was not carried out. */
export type Done = { outcome: CommandOutcome; after: ViewAfter | null };

/** Loads the ledger after the outcome of an intent. */
export async function doneAfter(
  services: ExecutionServices,
  ledgerId: string,
  outcome: CommandOutcome,
  views: LedgerViews | null = null,
  needed: Needed = 'rows',
): Promise<Done> {
  if (!('revision' in outcome)) return { outcome, after: null };
  const { events, view } = { events: [], view: null, ...outcome };
  return {
    outcome,
    after: await viewAfter(services, ledgerId, { revision: outcome.revision, events, view }, views, needed),
  };
}
