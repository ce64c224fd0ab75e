import { loadLedgerView, viewWith } from '#projections/queries/ledger-view.ts';
import type { CommandServices } from '../commands/command-services.ts';
import { eventsAfter } from '../commands/execute.ts';
import type { Executed } from '../commands/execute-and-load.ts';

/**
 * Gives the ledger at the log's latest revision, even when the read model lags: requests to Stripe must be based on
 * what is recorded. Throws LogUnavailable.
 */
export async function latestView(
  { database, log }: Pick<CommandServices, 'database' | 'log'>,
  ledgerId: string,
): Promise<Executed> {
  const view = await loadLedgerView(database, ledgerId);
  const missing = await eventsAfter(log, ledgerId, view.revision);
  const revision = missing.at(-1)?.revision ?? view.revision;
  return { view: viewWith(view, missing), revision, ahead: missing.length, changeSetId: null };
}
