import { type Html, html } from '../../html.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import { targetOfLink } from '../storage/links.ts';
import { count, link, readable, revisionWords, streamLink, time } from './format.ts';
import { GLANCE, type Limits, type Payload, payloadOf } from './payload.ts';

/** What is unfolded at once, beside other events. */
const SHORT = { lines: 16, characters: 800 };

/** An event in a list: what it is, where it stands, and its data, folded if they are long. */
export function entry(event: RecordedEvent): Html {
  const { stream, revision, type } = event;
  return html`<li><article>
    <h2>${link({ stream, event: revision }, `${revisionWords(revision)}@${readable(stream)}`)}
      <span class="type">${readable(type)}</span></h2>
    <p class="quiet">${time(event.created)} · position ${event.position.toString()} · stream ${streamLink(stream)}</p>
    ${payloads(event, GLANCE, isShort)}
  </article></li>`;
}

/** An event's data and metadata. */
export function payloads(event: RecordedEvent, limits: Limits, isOpen: (payload: Payload) => boolean): Html {
  const target = targetOfLink(event);
  return html`
    ${target && target !== 'nowhere' ? html`<p>Links to ${link({ stream: target.stream, event: target.revision }, event.data.toString())}</p>` : null}
    ${folded('Data', event.data, isFlagged(event), limits, isOpen)}
    ${folded('Metadata', event.metadata, '', limits, isOpen)}`;
}

/** What the event says about its data, where that isn't what they look like. */
const isFlagged = ({ json }: RecordedEvent): string => (json ? 'json' : 'bytes');

function folded(
  label: string,
  bytes: Buffer,
  flag: string,
  limits: Limits,
  isOpen: (payload: Payload) => boolean,
): Html {
  if (bytes.length === 0) return html`<p class="quiet">${label}: none</p>`;
  const payload = payloadOf(bytes, limits);
  const kind = { json: 'JSON', text: 'text', bytes: 'bytes in hexadecimal' }[payload.kind];
  const odd = flag === 'json' && payload.kind !== 'json' && !payload.isCut ? ', said to be JSON but none' : '';
  const isBinary = flag === 'bytes' && payload.kind === 'json' ? ', said to be binary' : '';
  return html`<details${isOpen(payload) ? html` open` : null}>
    <summary>${label}: ${count(bytes.length)} ${bytes.length === 1 ? 'byte' : 'bytes'}, ${kind}${odd}${isBinary}</summary>
    <pre class="${payload.kind}">
${payload.text}</pre>
    ${payload.isCut ? html`<p class="quiet">This is only the beginning.</p>` : null}
  </details>`;
}

const isShort = ({ text }: Payload): boolean =>
  text.length <= SHORT.characters && text.split('\n').length <= SHORT.lines;
