import { currentSession } from '../browser-state/session.ts';
import { cached, replace } from '../server/resource.ts';
import { forgetAll, refreshAll } from '../server/resources.ts';
import { fetchUser, readStoredUser, userResource } from '../server/user.ts';

/**
 * Applies the user of another tab of the browser. What that tab has stored may be older than what is here, so a change of
 * the same user leads to a fetch. Returns a function that ends it.
 */
export function syncUserWithOtherTabs(): () => void {
  function onStorage() {
    const user = cached(userResource);
    const stored = readStoredUser();
    if (!stored || JSON.stringify(stored) === JSON.stringify(user)) return;
    if (stored._id !== user?._id) {
      forgetAll();
      replace(userResource, stored);
    } else if (currentSession().status === 'loggedIn') void fetchUser();
    refreshAll();
  }
  onStorage();
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
