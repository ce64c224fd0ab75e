import { type Html, html } from '../../html.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import type { EventStore } from '../storage/event-store.ts';
import { count, readable, revisionText, streamLink, time } from './format.ts';
import type { View } from './layout.ts';
import { recentStreams } from './recent-streams.ts';

/** The first page: the streams that were changed and created last. */
export async function homeView(store: EventStore): Promise<View> {
  const { changed, created, examined } = await recentStreams(store);
  const scope = `Among the newest ${count(examined)} events.`;
  return {
    title: 'Streams',
    content: html`<h1>Streams</h1>
      ${examined === 0 ? html`<p>No event was written yet.</p>` : html`<p class="quiet">${scope}</p>`}
      <div class="pair">
        ${list('Recently changed', changed)}
        ${list('Recently created', created)}
      </div>`,
  };
}

function list(title: string, events: readonly RecordedEvent[]): Html {
  const id = title.toLowerCase().replaceAll(' ', '-');
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${events.length === 0 ? html`<p>None.</p>` : html`<ul class="streams">${events.map(item)}</ul>`}
  </section>`;
}

const item = ({ stream, revision, type, created }: RecordedEvent): Html =>
  html`<li>${streamLink(stream)}
    <p class="quiet">${revisionText(revision)} <span class="type">${readable(type)}</span> · ${time(created)}</p></li>`;
