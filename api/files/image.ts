import sharp, { type Sharp } from 'sharp';
import { IMAGE_MEGAPIXELS_MAX } from '../../contract/limits.ts';
import { Semaphore } from '../../platform/semaphore.ts';
import { type Format, formatOf } from './format.ts';

/** An image as it is stored and served: made by us from the pixels of what came in. */
export type Image = { bytes: Buffer; contentType: `image/${Format | 'webp'}` };

const PIXELS_MAX = IMAGE_MEGAPIXELS_MAX * 1_000_000;
const JPEG_QUALITY = 82;
/** How many times larger than what came in an image may be stored. */
const GROWTH_MAX = 2;
/** Below this nothing is gained by making an image smaller. */
const STORED_BYTES_LEAST = 4 * 1024;
/** By how many times the colours of a palette may grow: two colours of a scan become greys when it is made smaller. */
const PALETTE_GROWTHS = [4, 1];
/** How an image is encoded that its own format makes too large, from good to just legible. */
const WEBP_QUALITIES = [80, 60, 40];
/** By what its sides are then made smaller, until it fits. */
const SHRINK = 0.7;

// The largest image takes some 200 MB while it is decoded: two at a time, each on one thread, leave the process
// memory for requests, and keep threads for passwords.
sharp.concurrency(1);
sharp.cache(false);
const semaphore = new Semaphore(2);

/**
 * Takes the bytes of an upload and gives the image in them, upright, without metadata, no larger than `side` pixels
 * either way, and no more than twice its bytes (or 4 KiB): as what it was, a palette as a palette, else as WebP, which keeps
 * transparency. What only pretends to be a jpeg or png, is animated, cut short or damaged is no image; what has more pixels by its
 * header than IMAGE_MEGAPIXELS_MAX allows is too large, and is not decoded.
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
      return await encoded(image, format, colours, Math.max(GROWTH_MAX * upload.length, STORED_BYTES_LEAST));
    } catch {
      return 'not_an_image';
    }
  });
}

/**
 * Encodes an image in so many bytes at most: the first way that fits, of those that lose more and more of it. `colours` is
 * the size of its palette, if it has one.
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
    width = Math.max(1, Math.floor(width * SHRINK));
    bytes = await lossy(image().resize(width), quality);
  }
  return { bytes, contentType };
}

/** The effort is the least: twice as fast, and hardly larger. */
async function lossy(image: Sharp, quality: number): Promise<Buffer> {
  return await image.webp({ quality, alphaQuality: quality, effort: 0 }).toBuffer();
}
