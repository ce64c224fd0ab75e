import { html } from '../../html.ts';
import type { EventStore } from '../storage/event-store.ts';
import type { Place } from './addresses.ts';
import { entry } from './entry.ts';
import type { View } from './layout.ts';
import { type Line, pageLinks, pageOf } from './paging.ts';

/** All events in the order they were written, newest first. */
export async function allView({ table, head }: EventStore, place: Place): Promise<View> {
  const line: Line = {
    newest: head(),
    down: (from, limit) => table.allBackwards(from, limit),
    up: (from, limit) => table.allForwards(from, limit),
    at: ({ position }) => position,
  };
  const page = await pageOf(line, place);
  const links = (where: 'above' | 'below') => pageLinks(where, place.stream, page, line.at);
  return {
    title: '$all',
    content: html`<h1>$all</h1>
      <p class="quiet">Every event of every stream, metadata and what was truncated or deleted included, newest first.</p>
      ${links('above')}
      ${page.events.length === 0 ? html`<p>There is no event here.</p>` : html`<ol class="events">${page.events.map(entry)}</ol>`}
      ${links('below')}`,
  };
}
