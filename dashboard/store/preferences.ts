import { create } from 'zustand';
import { readStored, writeStored } from '../storage/local-storage.ts';

/** Rooms that the sidebar and the mobile menu can leave out, by the names under which that is kept. */
export type Preference = 'showGoals' | 'showTransactions';
export type Preferences = Readonly<Record<Preference, boolean>>;

const usePreferenceStore = create<Preferences>(() => read());

/** A room is shown unless it was left out. */
function read(): Preferences {
  return {
    showGoals: readStored('showGoals') !== 'false',
    showTransactions: readStored('showTransactions') !== 'false',
  };
}

/** Which of those screens are shown. */
export function usePreferences(): Preferences {
  return usePreferenceStore();
}

/** Shows a room or leaves it out, in this browser. */
export function setPreference(preference: Preference, shown: boolean): void {
  writeStored(preference, String(shown));
  usePreferenceStore.setState({ [preference]: shown });
}

/** Takes over what another tab wrote down. */
export function syncPreferencesFromStorage(): void {
  usePreferenceStore.setState(read());
}
