import type { EventStore } from '../storage/event-store.ts';
import { addressOf, BadAddress, locationIn } from './addresses.ts';
import { allView } from './all-view.ts';
import { eventView } from './event-view.ts';
import { homeView } from './home-view.ts';
import { notice, type View } from './layout.ts';
import { streamView } from './stream-view.ts';

/** The page at a path and query; or the address to redirect to, where the page has another one. */
export async function viewAt(
  store: EventStore,
  path: string,
  query: URLSearchParams,
): Promise<View | { redirect: string }> {
  if (path === '/') return await homeView(store);
  try {
    const location = locationIn(path, query);
    if (!location) return path === '/streams/' ? { redirect: '/' } : notice('Not found', 'There is no such page.', 404);
    const address = path === '/streams/' ? addressOf(location) : null;
    if (address !== null && !address.startsWith('/streams/?')) return { redirect: address };
    if (location.stream === '$all') return await allView(store, location);
    if (location.event !== undefined) return await eventView(store, location.stream, location.event);
    return await streamView(store, location);
  } catch (error) {
    if (error instanceof BadAddress) return notice('Bad address', error.message, 400);
    throw error;
  }
}
