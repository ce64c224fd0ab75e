import { type Preference, usePreferences } from '../store/preferences.ts';

/** A room of the application that can be gone to from everywhere. */
export type Room = {
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

/** The rooms there are, in the order in which they are listed. */
export const rooms: readonly Room[] = [
  { name: 'Overview', path: '/' },
  { name: 'Transactions', path: '/transactions', holds: ['/create-transaction'], shownBy: 'showTransactions' },
  { name: 'Goals', path: '/goals', shownBy: 'showGoals' },
  { name: 'Statistics', path: '/statistics', notInPalette: true },
  { name: 'Account', path: '/account' },
  { name: 'Settings', path: '/settings' },
  { name: 'History', path: '/history', notListed: true },
];

/** The rooms that the sidebar and the mobile menu list. */
export function useShownRooms(): readonly Room[] {
  const preferences = usePreferences();
  return rooms.filter(({ notListed, shownBy }) => !notListed && (shownBy === undefined || preferences[shownBy]));
}

/** The screens that the command palette suggests (product 9.4). */
export const suggestedRooms: readonly Room[] = rooms.filter(({ notInPalette }) => !notInPalette);

/** How a link to the room is marked on this address: `page` when one is there, `true` when further inside. */
export function currentMark({ path, holds = [] }: Room, pathname: string): 'page' | 'true' | undefined {
  if (pathname === path) return 'page';
  const inside = holds.includes(pathname) || (path !== '/' && pathname.startsWith(`${path}/`));
  return inside ? 'true' : undefined;
}
