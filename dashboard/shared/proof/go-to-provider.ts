import { noteProviderVisit, type ProviderVisit } from '../../browser-state/provider-visit.ts';
import { call } from '../../server/client.ts';
import type { CallOutcome } from '../../server/problem.ts';

/** Leads the tab to the identity provider. Gives a problem where that is refused. */
export async function goToProvider(purpose: ProviderVisit): Promise<CallOutcome<{ url: string }>> {
  const begun = await call('startOidc');
  if (!begun.ok) return begun;
  noteProviderVisit(purpose);
  window.location.assign(begun.data.url);
  return begun;
}
