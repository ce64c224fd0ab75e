import { expect, type Page } from '@playwright/test';

/** Pays on the open checkout page, with a card that succeeds. */
export async function payByCard(page: Page): Promise<void> {
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expires (MM / YY)').fill('12 / 40');
  await page.getByLabel('Code (CVC)').fill('123');
  await page.getByRole('button', { name: /^Pay/ }).click();
}

/** Buys Premium from a screen with the button for it. Ends on the screen that confirms it. */
export async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Upgrade to premium' }).click();
  await payByCard(page);
  await expect(page.getByRole('heading', { name: 'Your payment was successful' })).toBeVisible();
}
