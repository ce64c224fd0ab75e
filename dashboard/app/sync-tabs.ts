import { syncPreferencesFromStorage } from '../browser-state/preferences.ts';
import { syncSessionFromStorage } from '../browser-state/session.ts';
import { clearUserData } from '../server/clear-user-data.ts';
import { syncUserFromStorage } from '../server/user.ts';

/** Copies changes of the session, the user and the preferences from other tabs of the browser. */
export function syncWithOtherTabs(): void {
  window.addEventListener('storage', () => {
    if (syncUserFromStorage()) clearUserData();
    syncSessionFromStorage();
    syncPreferencesFromStorage();
  });
}
