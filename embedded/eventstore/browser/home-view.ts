import { type Html, html } from '../../html.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import type { EventStore } from '../storage/event-store.ts';
import type { View } from './layout.ts';
import { recentStreams } from './recent-streams.ts';
import { count, readable, revisionWords, streamLink, time } from './words.ts';

/** The page to begin at: the streams that were changed and created last. */
export async function homeView(store: EventStore): Promise<View> {
  const { changed, created, looked } = await recentStreams(store);
  const scope = `Among the newest ${count(looked)} events.`;
  return {
    title: 'Streams',
    content: html`<h1>Streams</h1>
      ${looked === 0 ? html`<p>No event was written yet.</p>` : html`<p class="quiet">${scope}</p>`}
      <div class="pair">
        ${table('Recently changed', 'No stream was changed.', 'Newest', changed)}
        ${table('Recently created', 'No stream was created.', 'First', created)}
      </div>`,
  };
}

function table(title: string, none: string, which: string, events: readonly RecordedEvent[]): Html {
  const id = title.toLowerCase().replaceAll(' ', '-');
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${
      events.length === 0
        ? html`<p>${none}</p>`
        : html`<table>
      <thead><tr><th scope="col">Stream</th><th scope="col">${which} event</th><th scope="col">Time</th></tr></thead>
      <tbody>${events.map(
        ({ stream, revision, type, created }) => html`<tr>
          <td>${streamLink(stream)}</td>
          <td>${revisionWords(revision)} <span class="type">${readable(type)}</span></td>
          <td>${time(created)}</td></tr>`,
      )}</tbody>
    </table>`
    }
  </section>`;
}
