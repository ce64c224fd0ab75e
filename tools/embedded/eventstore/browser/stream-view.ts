import { type Html, html } from '../../html.ts';
import { describedBy, metastreamOf } from '../rules/names.ts';
import type { EventStore } from '../storage/event-store.ts';
import type { PageLocation } from './addresses.ts';
import { eventItem } from './event-item.ts';
import { readable, streamLink } from './format.ts';
import type { View } from './layout.ts';
import { type EventSequence, type Page, pageLinks, pageOf } from './paging.ts';
import { type StreamStatus, streamStatusOf } from './stream-status.ts';

/** The page of a stream: its status, and its readable events, newest first. */
export async function streamView(store: EventStore, location: PageLocation): Promise<View> {
  const { stream } = location;
  const status = await streamStatusOf(store, stream);
  const sequence = sequenceOf(store, stream, status);
  const page: Page =
    status.view.status === 'there' ? await pageOf(sequence, location) : { events: [], isNewest: true, isOldest: true };
  const links = (where: 'above' | 'below') => pageLinks(where, stream, page, sequence.numberOf);
  return {
    title: readable(stream),
    status: status.httpStatus,
    content: html`<h1><bdi class="name">${readable(stream)}</bdi></h1>
      ${status.notices.map((notice) => html`<p>${notice}</p>`)}
      <p class="quiet">${metadataLink(stream, status)}</p>
      ${links('above')}
      ${page.events.length === 0 ? emptyNotice(status) : html`<ol class="events">${page.events.map(eventItem)}</ol>`}
      ${links('below')}`,
  };
}

function sequenceOf({ table }: EventStore, stream: string, { view }: StreamStatus): EventSequence {
  const { first, since, last } = view;
  return {
    newest: last,
    backwards: (from, limit) => table.streamBackwards({ stream, from, first, since, limit }),
    forwards: (from, limit) => table.streamForwards({ stream, from, first, since, limit }),
    numberOf: ({ revision }) => revision,
  };
}

/** A link from a metadata stream to the stream it describes, or from a stream to its metadata stream. */
function metadataLink(stream: string, { metadata }: StreamStatus): Html {
  const described = describedBy(stream);
  if (described) return html`Metadata of ${streamLink(described)}`;
  return metadata ? html`Metadata: ${streamLink(metastreamOf(stream))}` : html`It has no metadata.`;
}

const emptyNotice = ({ view }: StreamStatus): Html =>
  view.status === 'there' ? html`<p>There is no event here.</p>` : html``;
