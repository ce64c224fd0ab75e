import { create } from 'zustand';
import { readStored, writeStored } from './local-storage.ts';

/** Preferences that show or hide a screen in the sidebar and the mobile menu. The names are local-storage keys. */
export type Preference = 'showGoals' | 'showTransactions';
export type Preferences = Readonly<Record<Preference, boolean>>;

const usePreferenceStore = create<Preferences>(() => readPreferences());

/** A missing key means shown. */
function readPreferences(): Preferences {
  return {
    showGoals: readStored('showGoals') !== 'false',
    showTransactions: readStored('showTransactions') !== 'false',
  };
}

/** Returns the preferences. */
export function usePreferences(): Preferences {
  return usePreferenceStore();
}

/** Sets a preference and stores it in this browser. */
export function setPreference(preference: Preference, shown: boolean): void {
  writeStored(preference, String(shown));
  usePreferenceStore.setState({ [preference]: shown });
}

/** Applies changes of another tab. */
export function syncPreferencesFromStorage(): void {
  usePreferenceStore.setState(readPreferences());
}
