export type Format = 'jpeg' | 'png';

const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** Detects the image format by its magic bytes; null for any other, and for an animated PNG (product 2.6). */
export function formatOf(bytes: Buffer): Format | null {
  if (startsWith(bytes, JPEG)) return 'jpeg';
  return startsWith(bytes, PNG) && !isAnimated(bytes) ? 'png' : null;
}

function startsWith(bytes: Buffer, prefix: Buffer): boolean {
  return bytes.subarray(0, prefix.length).equals(prefix);
}

/** Whether a PNG has an `acTL` chunk before its image data: the decoder would keep only one of its frames. */
function isAnimated(png: Buffer): boolean {
  let offset = PNG.length;
  while (offset + 8 <= png.length) {
    const type = png.toString('latin1', offset + 4, offset + 8);
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
    offset += 12 + png.readUInt32BE(offset); // 12 bytes of length, type and checksum.
  }
  return false;
}
