import { rereadSession } from '../session/session.ts';
import { forgetUserData } from '../store/forget-user-data.ts';
import { rereadPreferences } from '../store/preferences.ts';
import { adoptKeptUser } from '../store/user.ts';

/** Follows what happens in another tab of the browser: they share the session and the preferences. */
export function followOtherTabs(): void {
  window.addEventListener('storage', () => {
    if (adoptKeptUser()) forgetUserData();
    rereadSession();
    rereadPreferences();
  });
}
