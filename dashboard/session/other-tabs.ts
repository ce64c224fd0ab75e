import { closeBooks } from '../store/close-books.ts';
import { rereadPreferences } from '../store/preferences.ts';
import { adoptKeptUser } from '../store/user.ts';
import { rereadSession } from './session.ts';

/** Follows what happens in another tab of the browser: they share the session and the preferences. */
export function followOtherTabs(): void {
  window.addEventListener('storage', () => {
    if (adoptKeptUser()) closeBooks();
    rereadSession();
    rereadPreferences();
  });
}
