import { type Preference, usePreferences } from '../store/preferences.ts';

/** A screen that the navigation leads to. */
export type Screen = {
  name: string;
  path: string;
  /** Further addresses that belong to it. */
  holds?: readonly string[];
  /** What leaves it out of the sidebar and the mobile menu. */
  shownBy?: Preference;
  /** Whether the sidebar and the mobile menu leave it out. */
  notListed?: true;
  /** Whether the command palette leaves it out. */
  notInPalette?: true;
};

/** The screens there are, in the order in which they are listed. */
export const screens: readonly Screen[] = [
  { name: 'Overview', path: '/' },
  { name: 'Transactions', path: '/transactions', holds: ['/create-transaction'], shownBy: 'showTransactions' },
  { name: 'Goals', path: '/goals', shownBy: 'showGoals' },
  { name: 'Statistics', path: '/statistics', notInPalette: true },
  { name: 'Account', path: '/account' },
  { name: 'Settings', path: '/settings' },
  { name: 'History', path: '/history', notListed: true },
];

/** The screens that the sidebar and the mobile menu list. */
export function useListedScreens(): readonly Screen[] {
  const preferences = usePreferences();
  return screens.filter(({ notListed, shownBy }) => !notListed && (shownBy === undefined || preferences[shownBy]));
}

/** The screens that the command palette suggests (product 9.4). */
export const suggestedScreens: readonly Screen[] = screens.filter(({ notInPalette }) => !notInPalette);

/** The `aria-current` of a link to the screen on this address: `page` on the screen itself, `true` on one of its further addresses. */
export function currentMark({ path, holds = [] }: Screen, pathname: string): 'page' | 'true' | undefined {
  if (pathname === path) return 'page';
  const inside = holds.includes(pathname) || (path !== '/' && pathname.startsWith(`${path}/`));
  return inside ? 'true' : undefined;
}
