import { loadAccountView, viewWith } from '../../projections/queries/account-view.ts';
import type { CommandServices } from '../commands/command-services.ts';
import { eventsAfter } from '../commands/execute.ts';
import type { ViewAfter } from '../commands/view-after.ts';

/**
 * Gives a user's books as the log has them now: Stripe is asked about what was really recorded, even if the read model
 * is late. Throws LogUnavailable.
 */
export async function latestView(
  { database, log }: Pick<CommandServices, 'database' | 'log'>,
  ledgerId: string,
): Promise<ViewAfter> {
  const view = await loadAccountView(database, ledgerId);
  const missing = await eventsAfter(log, ledgerId, view.revision);
  return { view: viewWith(view, missing), ahead: missing.length };
}
