import { hexadecimal } from './hexadecimal.ts';
import { indented } from './indented.ts';

/** How bytes are shown, and whether all of them are. */
export type Payload = {
  readonly kind: 'json' | 'text' | 'bytes';
  readonly text: string;
  readonly isCut: boolean;
};

/** How much of an event is shown: in characters of text, and in bytes where there is no text. */
export type Limits = { readonly characters: number; readonly bytes: number };

/** Beside others, and on a page of its own. */
export const GLANCE: Limits = { characters: 4_000, bytes: 256 };
export const WHOLE: Limits = { characters: 2_000_000, bytes: 64 * 1024 };

/** Shows JSON as JSON, text as text, and everything else byte by byte. */
export function payloadOf(bytes: Buffer, limits: Limits): Payload {
  // What is far too large to be shown whole isn't parsed for the beginning of it.
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what tells bytes from text
const NO_TEXT = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/** UTF-8 of what people read; the last character may have been cut in two. */
function textOf(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
    return NO_TEXT.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
