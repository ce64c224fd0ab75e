import { currentSession } from '../browser-state/session.ts';
import { cache, replace } from '../server/cache.ts';
import { forgetAll, refreshAll } from '../server/command-result.ts';
import { fetchUser, readStoredUser, userQuery } from '../server/user.ts';

/**
 * Applies the user of another tab of the browser. The user that the other tab has stored may be older than the user
 * here, so a change of the same user leads to a fetch. Returns a function that stops it.
 */
export function syncUserWithOtherTabs(): () => void {
  const { queryKey } = userQuery();
  function onStorage() {
    const user = cache.getQueryData(queryKey);
    const stored = readStoredUser();
    if (!stored || JSON.stringify(stored) === JSON.stringify(user)) return;
    if (stored._id !== user?._id) {
      forgetAll();
      replace(queryKey, stored);
    } else if (currentSession().status === 'loggedIn') void fetchUser();
    refreshAll();
  }
  onStorage();
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
