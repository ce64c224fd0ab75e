import { type Html, html } from '../../html.ts';
import { describedBy, metastreamOf } from '../rules/names.ts';
import type { EventStore } from '../storage/event-store.ts';
import type { Place } from './addresses.ts';
import { entry } from './entry.ts';
import { readable, streamLink } from './format.ts';
import type { View } from './layout.ts';
import { type Line, type Page, pageLinks, pageOf } from './paging.ts';
import { type Standing, standingOf } from './standing.ts';

/** What can be read of a stream, newest first, and how it stands. */
export async function streamView(store: EventStore, place: Place): Promise<View> {
  const { stream } = place;
  const standing = await standingOf(store, stream);
  const line = lineOf(store, stream, standing);
  const page: Page =
    standing.sight.found === 'there' ? await pageOf(line, place) : { events: [], isNewest: true, isOldest: true };
  const links = (where: 'above' | 'below') => pageLinks(where, stream, page, line.at);
  return {
    title: readable(stream),
    status: standing.status,
    content: html`<h1><bdi class="name">${readable(stream)}</bdi></h1>
      ${standing.words.map((words) => html`<p>${words}</p>`)}
      <p class="quiet">${relatives(stream, standing)}</p>
      ${links('above')}
      ${page.events.length === 0 ? none(standing) : html`<ol class="events">${page.events.map(entry)}</ol>`}
      ${links('below')}`,
  };
}

function lineOf({ table }: EventStore, stream: string, { sight }: Standing): Line {
  const { first, since, last } = sight;
  return {
    newest: last,
    down: (from, limit) => table.streamBackwards({ stream, from, first, since, limit }),
    up: (from, limit) => table.streamForwards({ stream, from, first, since, limit }),
    at: ({ revision }) => revision,
  };
}

/** The stream that this one describes, and the one that describes this one. */
function relatives(stream: string, { metadata }: Standing): Html {
  const described = describedBy(stream);
  if (described) return html`Metadata of ${streamLink(described)}`;
  return metadata ? html`Metadata: ${streamLink(metastreamOf(stream))}` : html`It has no metadata.`;
}

const none = ({ sight }: Standing): Html => (sight.found === 'there' ? html`<p>There is no event here.</p>` : html``);
