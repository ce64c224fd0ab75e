import { type Html, html } from '../../html.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import { targetOfLink } from '../storage/links.ts';
import { count, link, readable, revisionText, streamLink, time } from './format.ts';
import { LIST_LIMITS, type Limits, type Payload, payloadOf } from './payload.ts';

/** Up to this size, the data of an event in a list are unfolded. */
const SHORT = { lines: 16, characters: 800 };

/** An event in a list: name, type, time, position, stream, and its data and metadata, folded if they are long. */
export function eventItem(event: RecordedEvent): Html {
  const { stream, revision, type } = event;
  return html`<li><article>
    <h2>${link({ stream, event: revision }, `${revisionText(revision)}@${readable(stream)}`)}
      <span class="type">${readable(type)}</span></h2>
    <p class="quiet">${time(event.created)} · position ${event.position.toString()} · stream ${streamLink(stream)}</p>
    ${payloads(event, LIST_LIMITS, isShort)}
  </article></li>`;
}

/** An event's data and metadata. */
export function payloads(event: RecordedEvent, limits: Limits, isOpen: (payload: Payload) => boolean): Html {
  const target = targetOfLink(event);
  const linkToTarget =
    target && target !== 'nowhere'
      ? html`<p>Links to ${link({ stream: target.stream, event: target.revision }, event.data.toString())}</p>`
      : null;
  return html`
    ${linkToTarget}
    ${folded('Data', event.data, statedFormat(event), limits, isOpen)}
    ${folded('Metadata', event.metadata, '', limits, isOpen)}`;
}

/** The format that the event's content type states. */
const statedFormat = ({ json }: RecordedEvent): string => (json ? 'json' : 'bytes');

function folded(
  label: string,
  bytes: Buffer,
  stated: string,
  limits: Limits,
  isOpen: (payload: Payload) => boolean,
): Html {
  if (bytes.length === 0) return html`<p class="quiet">${label}: none</p>`;
  const payload = payloadOf(bytes, limits);
  const kind = { json: 'JSON', text: 'text', bytes: 'bytes in hexadecimal' }[payload.kind];
  const notJson = stated === 'json' && payload.kind !== 'json' && !payload.isCut ? ', said to be JSON but none' : '';
  const notBinary = stated === 'bytes' && payload.kind === 'json' ? ', said to be binary' : '';
  const size = `${count(bytes.length)} ${bytes.length === 1 ? 'byte' : 'bytes'}`;
  return html`<details${isOpen(payload) ? html` open` : null}>
    <summary>${label}: ${size}, ${kind}${notJson}${notBinary}</summary>
    <pre class="${payload.kind}">
${payload.text}</pre>
    ${payload.isCut ? html`<p class="quiet">This is only the beginning.</p>` : null}
  </details>`;
}

const isShort = ({ text }: Payload): boolean =>
  text.length <= SHORT.characters && text.split('\n').length <= SHORT.lines;
