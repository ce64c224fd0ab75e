import sharp from 'sharp';
import { expect, test } from 'vitest';
import { cleanImage, type Image } from './image.ts';

/** A quarter of the side that receipts may have: what is checked are the proportions. */
const SIDE = 600;

async function cleaned(upload: Buffer, side = SIDE): Promise<Image> {
  const image = await cleanImage(upload, side);
  if (typeof image === 'string') throw new Error(image);
  return image;
}

/** A palette PNG of random pixels; the left third is transparent, half of the rest partly. */
async function paletteNoise(side: number, colours: number): Promise<Buffer> {
  const pixels = Buffer.alloc(side * side * 4);
  for (let index = 0; index < side * side; index += 1) {
    const colour = Math.floor(Math.random() * colours);
    const alpha = (index % side) * 3 < side ? 0 : colour % 2 ? 90 : 255;
    pixels.writeUInt32BE(
      (((colour * 16) << 24) | ((255 - colour * 16) << 16) | ((colour * 8) << 8) | alpha) >>> 0,
      index * 4,
    );
  }
  const raw = { width: side, height: side, channels: 4 as const };
  return await sharp(pixels, { raw }).png({ palette: true, colours, dither: 0 }).toBuffer();
}

test.each([
  ['larger than the maximum side', 750],
  ['within the maximum side', 450],
])('a palette png %s stays within twice its bytes and stays transparent', async (_, side) => {
  const upload = await paletteNoise(side, 16);
  const { bytes, contentType } = await cleaned(upload);
  expect(bytes.length).toBeLessThanOrEqual(2 * upload.length);
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([Math.min(side, SIDE), Math.min(side, SIDE)]);
  const alphaAt = (x: number, y: number) => data[(y * info.width + x) * 4 + 3];
  expect([alphaAt(10, 10), alphaAt(50, 250)]).toEqual([0, 0]);
  expect((await sharp(bytes).metadata()).format).toBe(contentType.slice('image/'.length));
});

test('a palette png within the maximum side keeps every pixel', async () => {
  const upload = await paletteNoise(450, 4);
  const { bytes } = await cleaned(upload);
  const pixels = (image: Buffer) => sharp(image).flatten({ background: 'white' }).removeAlpha().raw().toBuffer();
  expect((await pixels(bytes)).equals(await pixels(upload))).toBe(true);
  expect(bytes.length).toBeLessThanOrEqual(2 * upload.length);
});

test('a jpeg of the lowest quality stays within twice its bytes', async () => {
  const create = { width: SIDE, height: SIDE, channels: 3 as const, background: 'white' };
  const noise = sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 60 } } });
  for (const quality of [1, 5, 20]) {
    const upload = await noise.clone().jpeg({ quality }).toBuffer();
    const { bytes } = await cleaned(upload);
    expect(bytes.length).toBeLessThanOrEqual(2 * upload.length);
  }
});

test('a pattern that only png compresses well is scaled down until it fits', async () => {
  const side = 1500;
  const pixels = Buffer.alloc(side * side);
  for (let index = 0; index < pixels.length; index += 1)
    pixels[index] = ((index % 7) ^ (Math.floor(index / side) % 5)) & 1 ? 255 : 0;
  const raw = { width: side, height: side, channels: 1 as const };
  const upload = await sharp(pixels, { raw }).png({ palette: true, colours: 2 }).toBuffer();
  const max = 1450;
  const { bytes } = await cleaned(upload, max);
  expect(bytes.length).toBeLessThanOrEqual(2 * upload.length);
  expect((await sharp(bytes).metadata()).width).toBeLessThan(max);
});

test('a black-and-white scan keeps the maximum side', async () => {
  const side = 2400;
  const lines = Array.from(
    { length: 80 },
    (_, index) => `<text x="90" y="${110 + index * 40}">Line ${index}: rye 4.50, milk 1.19, total ${index * 37}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="2480" height="3508" font-size="36"><rect width="100%" height="100%" fill="white"/>${lines.join('')}</svg>`;
  const upload = await sharp(Buffer.from(svg)).greyscale().threshold(128).png({ palette: true, colours: 2 }).toBuffer();
  const { bytes } = await cleaned(upload, side);
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 1697, height: side });
  expect(bytes.length).toBeLessThanOrEqual(2 * upload.length);
  // The mean difference in brightness stays below 4 %.
  const grey = (image: Buffer) =>
    sharp(image).resize(1697, side, { fit: 'fill' }).removeAlpha().greyscale().raw().toBuffer();
  const [before, after] = [await grey(upload), await grey(bytes)];
  const difference =
    before.reduce((sum, value, index) => sum + Math.abs(value - (after[index] ?? 0)), 0) / before.length;
  expect(difference).toBeLessThan(10);
});

test('a photo stays a jpeg', async () => {
  const create = { width: 800, height: 600, channels: 3 as const, background: '#a33' };
  expect((await cleaned(await sharp({ create }).jpeg().toBuffer())).contentType).toBe('image/jpeg');
});
