import { loadAccountView, viewWith } from '../../projections/queries/account-view.ts';
import { eventsAfter } from '../commands/execute.ts';
import type { ViewAfter } from '../commands/view-after.ts';
import type { Services } from '../services.ts';

/**
 * Gives a user's books as the log has them now: Stripe is asked about what was really recorded, even if the read model
 * is late. Throws LogUnavailable.
 */
export async function latestView({ database, log }: Services, ledgerId: string): Promise<ViewAfter> {
  const view = await loadAccountView(database, ledgerId);
  const missing = await eventsAfter(log, ledgerId, view.revision);
  return { view: viewWith(view, missing), ahead: missing.length };
}
