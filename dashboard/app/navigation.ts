import { type Preference, usePreferences } from '../browser-state/preferences.ts';

/** An entry of the navigation. */
export type Screen = {
  name: string;
  path: string;
  /** Further paths for which the entry is marked as current. */
  additionalPaths?: readonly string[];
  /** The preference that shows or hides the entry in the sidebar and the mobile menu. */
  preference?: Preference;
};

/** Entries of the navigation, in display order. The command palette lists them all (product 9.4). */
export const screens: readonly Screen[] = [
  { name: 'Overview', path: '/' },
  {
    name: 'Transactions',
    path: '/transactions',
    additionalPaths: ['/create-transaction'],
    preference: 'showTransactions',
  },
  { name: 'Goals', path: '/goals', preference: 'showGoals' },
  { name: 'Statistics', path: '/statistics' },
  { name: 'History', path: '/history' },
  { name: 'Account', path: '/account' },
  { name: 'Settings', path: '/settings' },
];

/** Returns the entries of the sidebar and the mobile menu. */
export function useSidebarScreens(): readonly Screen[] {
  const preferences = usePreferences();
  return screens.filter(({ preference }) => preference === undefined || preferences[preference]);
}

/**
 * Returns the `aria-current` of a link to a screen: `page` on its own path, `true` on a subpath or an additional path.
 */
export function ariaCurrent({ path, additionalPaths = [] }: Screen, pathname: string): 'page' | 'true' | undefined {
  if (pathname === path) return 'page';
  const inside = additionalPaths.includes(pathname) || (path !== '/' && pathname.startsWith(`${path}/`));
  return inside ? 'true' : undefined;
}
