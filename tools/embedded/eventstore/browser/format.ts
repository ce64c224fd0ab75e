import { type Html, html } from '../../html.ts';
import { MAX_REVISION } from '../rules/names.ts';
import { addressOf, type PageLocation } from './addresses.ts';

const NAME_CHARACTERS_MAX = 200;
const CONTROL_CHARACTERS = /\p{Cc}/gu;
const CONTROL_PICTURES = 0x2400;

/** A name for display: control characters become visible symbols (U+2400 and up), a very long name is shortened. */
export function readable(name: string): string {
  const shown = name.length > NAME_CHARACTERS_MAX ? `${name.slice(0, NAME_CHARACTERS_MAX)}…` : name;
  return shown.replace(CONTROL_CHARACTERS, (character) => {
    const code = character.charCodeAt(0);
    if (code < 32) return String.fromCharCode(CONTROL_PICTURES + code);
    return code === 127 ? '\u2421' : '\ufffd';
  });
}

/** A link to a page, or the text alone where the page has no address. */
export function link(location: PageLocation, text: string | Html): Html {
  const address = addressOf(location);
  return address === null ? html`<bdi>${text}</bdi>` : html`<a href="${address}"><bdi>${text}</bdi></a>`;
}

/** A link to a stream by its name. */
export const streamLink = (stream: string): Html =>
  link({ stream }, html`<span class="name">${readable(stream)}</span>`);

/** A `<time>` from 100 ns since 1970, with millisecond precision. */
export function time(created: bigint): Html {
  const iso = new Date(Number(created / 10_000n)).toISOString();
  return html`<time datetime="${iso}">${iso.replace('T', ' ').replace('Z', ' UTC')}</time>`;
}

/** A number of events or bytes, with separators. */
export const count = (number: bigint | number): string => number.toLocaleString('en-US');

/** The revision of an event as text: a tombstone has the largest Int64, which is shown as `tombstone`. */
export const revisionText = (revision: bigint): string => (revision === MAX_REVISION ? 'tombstone' : `${revision}`);
