import { expect, type Page } from '@playwright/test';

/** A file for a file input. */
export type Chosen = { name: string; mimeType: string; buffer: Buffer };

/** A small png in one colour, drawn by the browser: another colour is another file. */
export async function picture(page: Page, colour: string, name = 'slip.png'): Promise<Chosen> {
  const base64 = await page.evaluate((colour) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 80 });
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser does not draw');
    context.fillStyle = colour;
    context.fillRect(0, 0, 60, 80);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  }, colour);
  return { name, mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') };
}

/** A text file. */
export const NOTES: Chosen = { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') };

/** Expects that an image with this text is on the page and has loaded. */
export async function expectDrawn(page: Page, alt: string): Promise<void> {
  const image = page.getByRole('img', { name: alt });
  await expect(image).toBeVisible();
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
}
