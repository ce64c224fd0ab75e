import { hexadecimal } from './hexadecimal.ts';
import { indented } from './indented.ts';

/** Bytes as text for display, with the format of the text and whether it was cut off. */
export type Payload = {
  readonly kind: 'json' | 'text' | 'bytes';
  readonly text: string;
  readonly isCut: boolean;
};

/** The limits to which an event is shown: in characters of text, or in bytes of a hex dump. */
export type Limits = { readonly characters: number; readonly bytes: number };

/** In a list, and on the event's own page. */
export const LIST_LIMITS: Limits = { characters: 4_000, bytes: 256 };
export const EVENT_LIMITS: Limits = { characters: 2_000_000, bytes: 64 * 1024 };

/** Shows JSON as indented JSON, text as text, and everything else as a hex dump. */
export function payloadOf(bytes: Buffer, limits: Limits): Payload {
  // Data far beyond the limit are not parsed as JSON: only their beginning is decoded.
  const text = textOf(bytes.subarray(0, limits.characters * 4));
  if (text === undefined) {
    const isCut = bytes.length > limits.bytes;
    return { kind: 'bytes', text: hexadecimal(bytes.subarray(0, limits.bytes)), isCut };
  }
  const isWhole = bytes.length <= limits.characters * 4;
  if (isWhole && isJson(text)) return { kind: 'json', ...indented(text, limits.characters) };
  return {
    kind: 'text',
    text: text.slice(0, limits.characters),
    isCut: !isWhole || text.length > limits.characters,
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters tell binary data from text
const BINARY = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/** The bytes as UTF-8 text, undefined for binary data. The last character may be incomplete. */
function textOf(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
    return BINARY.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
