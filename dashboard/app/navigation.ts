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

const OVERVIEW: Screen = { name: 'Overview', path: '/' };
const TRANSACTIONS: Screen = {
  name: 'Transactions',
  path: '/transactions',
  additionalPaths: ['/create-transaction'],
  preference: 'showTransactions',
};
const BUDGET: Screen = { name: 'Budget', path: '/budget' };

/** Screens under a small heading. */
export type ScreenGroup = { heading: string; screens: readonly Screen[] };

/** The screens of the navigation in their groups, in display order. */
const GROUPS: readonly ScreenGroup[] = [
  {
    heading: 'Money',
    screens: [
      OVERVIEW,
      TRANSACTIONS,
      BUDGET,
      { name: 'Upcoming', path: '/upcoming' },
      { name: 'Accounts', path: '/accounts' },
      { name: 'Goals', path: '/goals', preference: 'showGoals' },
      { name: 'Statistics', path: '/statistics' },
      { name: 'Reports', path: '/reports' },
    ],
  },
  {
    heading: 'Books',
    screens: [
      { name: 'Categories', path: '/categories' },
      { name: 'Rules', path: '/rules' },
      { name: 'Import', path: '/import' },
      { name: 'History', path: '/history' },
    ],
  },
];

/** The screens about the person, at the foot of the navigation. */
export const personalScreens: readonly Screen[] = [
  { name: 'Account', path: '/account' },
  { name: 'Settings', path: '/settings' },
];

/** All screens of the navigation, which the command palette lists (product 9.4). */
export const screens: readonly Screen[] = [...GROUPS.flatMap(({ screens }) => screens), ...personalScreens];

/** The commands of the palette beside the screens; `state` is the navigation's. */
export const commands: readonly { name: string; path: string; state?: object }[] = [
  { name: 'New expense', path: '/create-transaction?type=Expense' },
  { name: 'New income', path: '/create-transaction?type=Income' },
  { name: 'New transfer', path: '/create-transaction?type=Transfer' },
  { name: 'Import a file', path: '/import' },
  { name: 'New rule', path: '/rules/new' },
  { name: 'To file', path: '/transactions/to-file' },
  { name: 'Proposals', path: '/proposals' },
  { name: 'What changed', path: '/history/what-changed' },
  { name: 'Check my books', path: '/history', state: VERIFIES },
];

function useShown(): (screens: readonly Screen[]) => readonly Screen[] {
  const preferences = usePreferences();
  return (screens) => screens.filter(({ preference }) => preference === undefined || preferences[preference]);
}

/** Returns the groups of the sidebar and the mobile menu. */
export function useScreenGroups(): readonly ScreenGroup[] {
  const shown = useShown();
  return GROUPS.map(({ heading, screens }) => ({ heading, screens: shown(screens) }));
}

/** Returns the tabs of narrow viewports: those before the button of a new entry, and those after it. */
export function useTabScreens(): [left: readonly Screen[], right: readonly Screen[]] {
  const shown = useShown();
  return [shown([OVERVIEW, TRANSACTIONS]), shown([BUDGET])];
}

/**
 * Returns the `aria-current` of a link to a screen: `page` on its own path, `true` on a subpath or an additional path.
 */
export function ariaCurrent({ path, additionalPaths = [] }: Screen, pathname: string): 'page' | 'true' | undefined {
  if (pathname === path) return 'page';
  const inside = additionalPaths.includes(pathname) || (path !== '/' && pathname.startsWith(`${path}/`));
  return inside ? 'true' : undefined;
}
