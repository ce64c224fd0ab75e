import { type Html, html } from '../../html.ts';
import { MAX_REVISION } from '../rules/names.ts';
import { addressOf, type Place } from './addresses.ts';

const LONGEST_NAME = 200;
const CONTROLS = /\p{Cc}/gu;
const PICTURES = 0x2400;

/** A name as it can be read: control characters become pictures of themselves, and a very long one is shortened. */
export function readable(name: string): string {
  const shown = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
  return shown.replace(CONTROLS, (sign) => {
    const code = sign.charCodeAt(0);
    if (code < 32) return String.fromCharCode(PICTURES + code);
    return code === 127 ? '\u2421' : '\ufffd';
  });
}

/** A link to a place, or the words alone where no address leads there. */
export function link(place: Place, words: string | Html): Html {
  const address = addressOf(place);
  return address === null ? html`<bdi>${words}</bdi>` : html`<a href="${address}"><bdi>${words}</bdi></a>`;
}

/** A link to a stream by its name. */
export const streamLink = (stream: string): Html =>
  link({ stream }, html`<span class="name">${readable(stream)}</span>`);

/** A time in 100 ns since 1970, to the millisecond. */
export function time(created: bigint): Html {
  const iso = new Date(Number(created / 10_000n)).toISOString();
  return html`<time datetime="${iso}">${iso.replace('T', ' ').replace('Z', ' UTC')}</time>`;
}

/** A number of events or bytes. */
export const count = (number: bigint | number): string => number.toLocaleString('en-US');

/** The revision of an event, as it is said; that of a tombstone is a number nobody counts to. */
export const revisionWords = (revision: bigint): string => (revision === MAX_REVISION ? 'tombstone' : `${revision}`);
