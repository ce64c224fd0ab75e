import { useLocation } from 'react-router-dom';
import { screenKeyOf, searchWith } from '../../browser-state/screen-key.ts';

/** The address of the list of transactions. */
export const LIST = '/transactions';

/**
 * Router state of a detail that was opened in the list of transactions: the key of the list's screen, and the list's
 * query.
 */
type FromList = { list?: { screen: string; search: string } };

/** Returns the router state of a detail that is opened on this screen. */
export function useFromList(): FromList {
  const location = useLocation();
  if (location.pathname !== LIST) return {};
  const search = searchWith(location.search, { known: null, explain: null });
  return { list: { screen: screenKeyOf(location), search } };
}

/**
 * Returns the address and the router state by which a detail leads back to the list of transactions. If the detail was
 * opened in the list, that is the same screen, with its scroll offset and its focused row.
 */
export function useBackToList(): { to: string; state?: { screen: string } } {
  const { list } = (useLocation().state as FromList | null) ?? {};
  if (!list) return { to: LIST };
  return { to: list.search === '' ? LIST : `${LIST}?${list.search}`, state: { screen: list.screen } };
}
