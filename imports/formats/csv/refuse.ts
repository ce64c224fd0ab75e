import { UnreadableFile } from '../../parsed.ts';

const LOOKED_CHARS = 20_000;

/** Throws UnreadableFile where a file can't be a table of text; its message names the real format. */
export function refuseOtherFiles(bytes: Uint8Array, text: string): void {
  if (text.trim() === '') throw new UnreadableFile('This file is empty.');
  const start = String.fromCharCode(...bytes.subarray(0, 8));
  if (start.startsWith('%PDF'))
    throw new UnreadableFile('This is a PDF. Ask the bank for a file in CSV, OFX or CAMT.053.');
  if (start.startsWith('PK\u0003\u0004') || start.startsWith('\u00d0\u00cf\u0011\u00e0')) {
    throw new UnreadableFile("This is a compressed file of a kind that Daybook doesn't read. Unpack it first.");
  }
  const head = text.slice(0, LOOKED_CHARS);
  if (/^\s*<(?:!doctype|html|\?xml|[a-z:]+[\s>])/i.test(head)) {
    throw new UnreadableFile('This is a page of HTML or XML, and no table of entries.');
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression counts control characters on purpose.
  const odd = head.match(/[\u0001-\u0008\u000e-\u001b\u007f\ufffd]/g)?.length ?? 0;
  if (odd > head.length / 50) throw new UnreadableFile('This is no text, and so no table of entries.');
}
