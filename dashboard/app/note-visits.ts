import { currentKnown } from '../browser-state/known.ts';
import { call } from '../server/client.ts';

/**
 * Notes the visit whenever the page is hidden, so that what the user did until then counts as seen (product 5.11).
 * Returns a function that stops it.
 */
export function noteVisitsThatEnd(): () => void {
  const note = () => {
    if (document.visibilityState === 'hidden' && currentKnown() === null) void call('sinceLastVisit');
  };
  document.addEventListener('visibilitychange', note);
  return () => document.removeEventListener('visibilitychange', note);
}
