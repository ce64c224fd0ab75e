import type { EventStore } from '../storage/event-store.ts';
import { addressOf, BadAddress, placeIn } from './addresses.ts';
import { allView } from './all-view.ts';
import { eventView } from './event-view.ts';
import { homeView } from './home-view.ts';
import { notice, type View } from './layout.ts';
import { streamView } from './stream-view.ts';

/** The page at an address, or the address it really has. */
export async function viewAt(
  store: EventStore,
  path: string,
  query: URLSearchParams,
): Promise<View | { redirect: string }> {
  if (path === '/') return await homeView(store);
  try {
    const place = placeIn(path, query);
    if (!place) return path === '/streams/' ? { redirect: '/' } : notice('Not found', 'There is no such page.', 404);
    const address = path === '/streams/' ? addressOf(place) : null;
    if (address !== null && !address.startsWith('/streams/?')) return { redirect: address };
    if (place.stream === '$all') return await allView(store, place);
    if (place.event !== undefined) return await eventView(store, place.stream, place.event);
    return await streamView(store, place);
  } catch (error) {
    if (error instanceof BadAddress) return notice('Bad address', error.message, 400);
    throw error;
  }
}
