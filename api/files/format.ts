export type Format = 'jpeg' | 'png';

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** What kind of image these bytes begin as, whatever they were called; null where it is none that is taken (product 2.6). */
export function formatOf(bytes: Buffer): Format | null {
  if (startsWith(bytes, JPEG)) return 'jpeg';
  return startsWith(bytes, PNG) && !isAnimated(bytes) ? 'png' : null;
}

function startsWith(bytes: Buffer, beginning: Buffer): boolean {
  return bytes.subarray(0, beginning.length).equals(beginning);
}

/** Whether a PNG announces frames, by a chunk `acTL` before its picture: a decoder that doesn't know would show one of many. */
function isAnimated(png: Buffer): boolean {
  let at = PNG.length;
  while (at + 8 <= png.length) {
    const type = png.toString('latin1', at + 4, at + 8);
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
    at += 12 + png.readUInt32BE(at); // Length, type and checksum stand around the data.
  }
  return false;
}
