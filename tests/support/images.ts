import { crc32 } from 'node:zlib';
import sharp from 'sharp';

/** An image in one colour, `width` by `height` pixels, as bytes of a jpeg or png. */
export async function plainImage(width: number, height: number, format: 'jpeg' | 'png' = 'jpeg'): Promise<Buffer> {
  const image = sharp({ create: { width, height, channels: 3, background: '#a33' } });
  return await image.toFormat(format).toBuffer();
}

/**
 * A photo as a phone held upright takes it: 40 pixels wide and 20 high in the file, the left half red and the right
 * half blue, with an EXIF orientation that turns it clockwise and the GPS position.
 */
export async function phonePhoto(): Promise<Buffer> {
  const right = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'blue' } })
    .png()
    .toBuffer();
  return await sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
    .composite([{ input: right, left: 20, top: 0 }])
    .withExif({ IFD0: { Copyright: 'Clara Whitfield' }, IFD3: { GPSLatitude: '48/1 51/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100 })
    .toBuffer();
}

/** An image of noise, which doesn't compress, so that its file is large. */
export async function noise(side: number, format: 'jpeg' | 'png' = 'jpeg'): Promise<Buffer> {
  const create = { width: side, height: side, channels: 3 as const, background: 'white' };
  const image = sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 60 } } });
  return await image.toFormat(format).toBuffer();
}

/** A png with one more chunk right after its header. */
export function withChunk(png: Buffer, type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  const afterHeader = 33; // The signature and IHDR.
  return Buffer.concat([png.subarray(0, afterHeader), length, body, checksum, png.subarray(afterHeader)]);
}
