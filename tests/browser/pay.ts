import { expect, type Page } from '@playwright/test';
import { send } from './person.ts';

/** Pays on the open checkout page, with a card that succeeds. */
export async function payByCard(page: Page): Promise<void> {
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expires (MM / YY)').fill('12 / 40');
  await page.getByLabel('Code (CVC)').fill('123');
  await page.getByRole('button', { name: /^Pay/ }).click();
}

/** Begins a checkout as the page's user, by a call. Gives the address of the checkout page. */
export async function checkout(page: Page): Promise<string> {
  return (await send<{ url: string }>(page, '/pay/create-checkout')).url;
}

/** Buys Premium on the checkout page. Ends on the screen that confirms it. */
export async function pay(page: Page): Promise<void> {
  await page.goto(await checkout(page));
  await payByCard(page);
  await expect(page.getByRole('heading', { name: 'Your payment was successful' })).toBeVisible();
}
