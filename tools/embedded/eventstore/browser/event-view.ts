import { type Html, html } from '../../html.ts';
import { metastreamOf } from '../rules/names.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import type { EventStore } from '../storage/event-store.ts';
import type { StreamView } from '../storage/stream-views.ts';
import { payloads } from './event-item.ts';
import { link, readable, revisionText, streamLink, time } from './format.ts';
import { notice, type View } from './layout.ts';
import { EVENT_LIMITS } from './payload.ts';

/** The page of one event with all its fields, also where its stream doesn't show it any more. */
export async function eventView(store: EventStore, stream: string, revision: bigint): Promise<View> {
  const [[event], view] = await Promise.all([
    store.table.exactly([{ stream, revision }]),
    store.streamViews.find(stream),
  ]);
  const name = `${revisionText(revision)}@${readable(stream)}`;
  if (!event) return notice(name, 'There is no such event: it was never written, or it was scavenged.', 404);
  const hidden = isHidden(event, view)
    ? html`<p>Its stream does not show this event any more: it was truncated or deleted.</p>`
    : null;
  return {
    title: name,
    content: html`<h1><bdi class="name">${name}</bdi></h1>
      ${hidden}
      <dl>
        ${item('Stream', streamLink(stream))}
        ${item('Revision', html`${revision.toString()}`)}
        ${item('Type', html`<span class="type">${readable(event.type)}</span>`)}
        ${item('Time', time(event.created))}
        ${item('Position', link({ stream: '$all', before: event.position + 1n }, event.position.toString()))}
        ${item('Id', html`${event.id}`)}
        ${item('Content type', html`${event.json ? 'application/json' : 'application/octet-stream'}`)}
      </dl>
      ${await neighbours(store, event, view)}
      ${payloads(event, EVENT_LIMITS, () => true)}
      <p class="quiet">Metadata of its stream: ${streamLink(metastreamOf(stream))}</p>`,
  };
}

const item = (term: string, value: Html): Html => html`<div><dt>${term}</dt><dd>${value}</dd></div>`;

const isHidden = ({ revision, created }: RecordedEvent, { status, first, since }: StreamView): boolean =>
  status !== 'there' || revision < first || created < since;

/** Links to the next and the previous event that its stream shows. */
async function neighbours({ table }: EventStore, event: RecordedEvent, view: StreamView): Promise<Html> {
  if (view.status !== 'there') return html``;
  const { stream, revision } = event;
  const { first, since } = view;
  const [[newer], [older]] = await Promise.all([
    table.streamForwards({ stream, from: revision + 1n, first, since, limit: 1 }),
    table.streamBackwards({ stream, from: revision - 1n, first, since, limit: 1 }),
  ]);
  const navLink = (label: string, to: RecordedEvent | undefined) =>
    html`<li>${to ? link({ stream, event: to.revision }, label) : html`<span class="quiet">${label}</span>`}</li>`;
  const links = [navLink('Newer event', newer), navLink('Older event', older)];
  return html`<nav aria-label="Events"><ul class="nav-links">${links}</ul></nav>`;
}
