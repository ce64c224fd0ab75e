import { syncPreferencesFromStorage } from '../browser-state/preferences.ts';
import { syncSessionFromStorage } from '../browser-state/session.ts';

/** Copies changes of the session and the preferences from other tabs of the browser. */
export function syncWithOtherTabs(): void {
  window.addEventListener('storage', () => {
    syncSessionFromStorage();
    syncPreferencesFromStorage();
  });
}
