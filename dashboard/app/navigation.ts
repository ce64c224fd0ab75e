import { type Preference, usePreferences } from '../browser-state/preferences.ts';
import { VERIFIES } from '../browser-state/verifies.ts';

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
  { name: 'Budget', path: '/budget' },
  { name: 'Upcoming', path: '/upcoming' },
  { name: 'Accounts', path: '/accounts' },
  { name: 'Goals', path: '/goals', preference: 'showGoals' },
  { name: 'Statistics', path: '/statistics' },
  { name: 'History', path: '/history' },
  { name: 'Account', path: '/account' },
  { name: 'Settings', path: '/settings' },
];

/** The commands of the palette beside the screens; `state` is the navigation's. */
export const commands: readonly { name: string; path: string; state?: object }[] = [
  { name: 'New expense', path: '/create-transaction?type=Expense' },
  { name: 'New income', path: '/create-transaction?type=Income' },
  { name: 'New transfer', path: '/create-transaction?type=Transfer' },
  { name: 'Import', path: '/transactions/import' },
  { name: 'To file', path: '/transactions/to-file' },
  { name: 'Categories', path: '/account/categories' },
  { name: 'Rules', path: '/account/rules' },
  { name: 'What changed', path: '/history/what-changed' },
  { name: 'Verify', path: '/history', state: VERIFIES },
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
