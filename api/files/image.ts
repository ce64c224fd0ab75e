import sharp, { type Sharp } from 'sharp';
import { IMAGE_MEGAPIXELS_MAX } from '#contract/limits.ts';
import { Semaphore } from '#platform/semaphore.ts';
import { watchQueue } from '#platform/telemetry/queues.ts';
import { type Format, formatOf } from './format.ts';

/** An image as it is stored and served: re-encoded from the upload's pixels. */
export type Image = { bytes: Buffer; contentType: `image/${Format | 'webp'}` };

/** The ends of file names, by the type of an image. */
export const EXTENSIONS: Record<Image['contentType'], string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

const PIXELS_MAX = IMAGE_MEGAPIXELS_MAX * 1_000_000;
const JPEG_QUALITY = 82;
/** The stored image may have at most this many times the upload's bytes. */
const GROWTH_MAX = 2;
/** Every image may take up this much, whatever the upload's size. */
const STORED_BYTES_MIN = 4 * 1024;
/** Factors for the palette size: scaling a two-colour scan produces greys. */
const PALETTE_GROWTHS = [4, 1];
/** Qualities for an image whose original format gives too many bytes, from good to just legible. */
const WEBP_QUALITIES = [80, 60, 40];
/** Factor for the width, applied until the lowest quality fits. */
const SCALE_STEP = 0.7;

// Decoding the largest image takes about 200 MB. Two at a time, one thread each, leave memory for requests and libuv
// threads for password hashing.
sharp.concurrency(1);
sharp.cache(false);
const semaphore = watchQueue('images', new Semaphore(2));

/**
 * Re-encodes an upload: oriented, without metadata, at most `side` pixels on either side, and at most twice the
 * upload's bytes (or 4 KiB). Keeps the format, and a palette, when that fits, else gives WebP, which keeps
 * transparency. Gives 'not_an_image' for anything but a jpeg or png, and for animated, truncated or damaged files;
 * 'too_large' when the header declares more than IMAGE_MEGAPIXELS_MAX, without decoding it.
 */
export async function cleanImage(upload: Buffer, side: number): Promise<Image | 'not_an_image' | 'too_large'> {
  const format = formatOf(upload);
  if (!format) return 'not_an_image';
  return await semaphore.run(async () => {
    try {
      const {
        width,
        height,
        isPalette,
        bitsPerSample = 8,
      } = await sharp(upload, { limitInputPixels: false }).metadata();
      if (width * height > PIXELS_MAX) return 'too_large';
      const { data, info } = await sharp(upload, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
        .autoOrient()
        .resize(side, side, { fit: 'inside', withoutEnlargement: true })
        .raw()
        .toBuffer({ resolveWithObject: true });
      const image = () => sharp(data, { raw: info });
      const colours = isPalette ? 2 ** bitsPerSample : null;
      return await encoded(image, format, colours, Math.max(GROWTH_MAX * upload.length, STORED_BYTES_MIN));
    } catch {
      return 'not_an_image';
    }
  });
}

/**
 * Encodes an image in at most `bytesMax` bytes, by the first encoding that fits, ordered by loss. `colours` is its
 * palette size, or null.
 */
async function encoded(image: () => Sharp, format: Format, colours: number | null, bytesMax: number): Promise<Image> {
  const own = format === 'jpeg' ? image().jpeg({ quality: JPEG_QUALITY }) : image().png();
  let bytes: Buffer = await own.toBuffer();
  if (bytes.length <= bytesMax) return { bytes, contentType: `image/${format}` };
  const palettes = colours === null ? [] : PALETTE_GROWTHS.map((growth) => Math.min(256, growth * colours));
  for (const size of palettes) {
    const palette = { palette: true, colours: size, dither: 0 };
    bytes = await image().png(palette).toBuffer();
    if (bytes.length <= bytesMax) return { bytes, contentType: 'image/png' };
  }
  const contentType = 'image/webp';
  let quality = 0;
  for (quality of WEBP_QUALITIES) {
    bytes = await lossy(image(), quality);
    if (bytes.length <= bytesMax) return { bytes, contentType };
  }
  let { width } = await image().metadata();
  while (bytes.length > bytesMax) {
    width = Math.max(1, Math.floor(width * SCALE_STEP));
    bytes = await lossy(image().resize(width), quality);
  }
  return { bytes, contentType };
}

/** Effort 0 is twice as fast, and the result hardly larger. */
async function lossy(image: Sharp, quality: number): Promise<Buffer> {
  return await image.webp({ quality, alphaQuality: quality, effort: 0 }).toBuffer();
}
