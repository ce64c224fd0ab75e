import { syncPreferencesFromStorage } from '../browser-state/preferences.ts';
import { currentSession, syncSessionFromStorage } from '../browser-state/session.ts';
import { cached, replace } from '../server/resource.ts';
import { forgetAll, refreshAll } from '../server/resources.ts';
import { fetchUser, readStoredUser, userResource } from '../server/user.ts';

/** Copies changes of the session, the user and the preferences from other tabs of the browser. */
export function syncWithOtherTabs(): void {
  window.addEventListener('storage', () => {
    syncUserFromStorage();
    syncSessionFromStorage();
    syncPreferencesFromStorage();
  });
}

/** What another tab has stored may be older than what is here, so a change of the same user leads to a fetch. */
function syncUserFromStorage() {
  const user = cached(userResource);
  const stored = readStoredUser();
  if (!stored || JSON.stringify(stored) === JSON.stringify(user)) return;
  if (stored._id !== user?._id) {
    forgetAll();
    replace(userResource, stored);
  } else if (currentSession().status === 'loggedIn') void fetchUser();
  refreshAll();
}
