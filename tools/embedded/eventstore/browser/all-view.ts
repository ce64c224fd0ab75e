import { html } from '../../html.ts';
import type { EventStore } from '../storage/event-store.ts';
import type { PageLocation } from './addresses.ts';
import { eventItem } from './event-item.ts';
import type { View } from './layout.ts';
import { type EventSequence, pageLinks, pageOf } from './paging.ts';

/** The page of `$all`: events of all streams, newest first. */
export async function allView({ table, head }: EventStore, location: PageLocation): Promise<View> {
  const sequence: EventSequence = {
    newest: head(),
    backwards: (from, limit) => table.allBackwards(from, limit),
    forwards: (from, limit) => table.allForwards(from, limit),
    numberOf: ({ position }) => position,
  };
  const page = await pageOf(sequence, location);
  const links = (where: 'above' | 'below') => pageLinks(where, location.stream, page, sequence.numberOf);
  const contents = 'Every event of every stream, metadata and what was truncated or deleted included, newest first.';
  const list =
    page.events.length === 0
      ? html`<p>There is no event here.</p>`
      : html`<ol class="events">${page.events.map(eventItem)}</ol>`;
  return {
    title: '$all',
    content: html`<h1>$all</h1>
      <p class="quiet">${contents}</p>
      ${links('above')}
      ${list}
      ${links('below')}`,
  };
}
