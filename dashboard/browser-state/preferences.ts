import { create } from 'zustand';
import { readStored, writeStored } from './local-storage.ts';

/** Preferences that show or hide a screen in the sidebar and the mobile menu. The names are local-storage keys. */
export type Preference = 'showGoals' | 'showTransactions';
/** With `letterKeys`, whether keys of a single letter do something (product 9.2). */
export type Preferences = Readonly<Record<Preference | 'letterKeys', boolean>>;

const usePreferenceStore = create<Preferences>(() => readPreferences());

/** A missing key means shown, or on. */
function readPreferences(): Preferences {
  return {
    showGoals: readStored('showGoals') !== 'false',
    showTransactions: readStored('showTransactions') !== 'false',
    letterKeys: readStored('letterKeys') !== 'false',
  };
}

/** Returns the preferences. */
export function usePreferences(): Preferences {
  return usePreferenceStore();
}

/** Whether keys of a single letter do something, outside of components. */
export const areLetterKeysOn = (): boolean => usePreferenceStore.getState().letterKeys;

/** Sets a preference and stores it in this browser. */
export function setPreference(preference: keyof Preferences, on: boolean): void {
  writeStored(preference, String(on));
  usePreferenceStore.setState({ [preference]: on });
}

/** Applies changes of another tab. */
export function syncPreferencesFromStorage(): void {
  usePreferenceStore.setState(readPreferences());
}
