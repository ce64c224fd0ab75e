import sharp from 'sharp';
import { Turns } from '../../platform/turns.ts';
import { type Format, formatOf } from './format.ts';

/** An image as it is stored and served: made by us from the pixels of what came in. */
export type Image = { bytes: Buffer; contentType: `image/${Format}` };

/** The most pixels that are decoded (product 2.1). */
const MOST_PIXELS = 40_000_000;
const JPEG_QUALITY = 82;

// An image of 40 megapixels takes some 200 MB while it is decoded: two at a time, each on one thread, leave the process
// room to breathe, and keep threads for passwords.
sharp.concurrency(1);
sharp.cache(false);
const turns = new Turns(2);

/**
 * Takes the bytes of an upload and gives the image in them, upright, without metadata, and no larger than `side` pixels
 * either way. What only pretends to be a jpeg or png, is animated, cut short or damaged is no image; what has more
 * than 40 megapixels by its header is too large, and is not decoded.
 */
export async function cleanImage(upload: Buffer, side: number): Promise<Image | 'not_an_image' | 'too_large'> {
  const format = formatOf(upload);
  if (!format) return 'not_an_image';
  return await turns.take(async () => {
    try {
      const { width, height } = await sharp(upload, { limitInputPixels: false }).metadata();
      if (width * height > MOST_PIXELS) return 'too_large';
      const upright = sharp(upload, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
        .autoOrient()
        .resize(side, side, { fit: 'inside', withoutEnlargement: true });
      const encoded = format === 'jpeg' ? upright.jpeg({ quality: JPEG_QUALITY }) : upright.png();
      return { bytes: await encoded.toBuffer(), contentType: `image/${format}` };
    } catch {
      return 'not_an_image';
    }
  });
}
