import { syncSessionFromStorage } from '../session/session.ts';
import { clearUserData } from '../store/clear-user-data.ts';
import { syncPreferencesFromStorage } from '../store/preferences.ts';
import { syncUserFromStorage } from '../store/user.ts';

/** Copies changes of the session, the user and the preferences from other tabs of the browser. */
export function syncWithOtherTabs(): void {
  window.addEventListener('storage', () => {
    if (syncUserFromStorage()) clearUserData();
    syncSessionFromStorage();
    syncPreferencesFromStorage();
  });
}
