import { checkout, pay, payByCard } from './pay.ts';
import { newUser } from './person.ts';
import { expect, test } from './story.ts';

test('a user who has paid sees the confirmation, has Premium, and goes on from there', async ({ page }) => {
  await newUser(page);
  await pay(page);
  await expect(page).toHaveURL('/payment-success');
  await expect(page.getByRole('heading', { name: 'Your payment was successful' })).toBeVisible();
  await expect(page.getByText('You are a premium member now!')).toBeVisible();
  await expect(page).toHaveTitle('Payment success - Daybook');
  expect(await page.evaluate(() => localStorage.getItem('userData'))).toContain('"isPaidUser":true');
  await page.getByRole('link', { name: 'Continue to Statistics' }).click();
  await expect(page).toHaveURL('/statistics');
  await page.goBack();
  await page.getByRole('link', { name: 'Continue to Dashboard' }).click();
  await expect(page).toHaveURL('/');
});

test('a payment that was made is found at the next start, wherever that is', async ({ page }) => {
  await newUser(page);
  const url = await checkout(page);
  // The browser is closed before it returns to Daybook.
  await page.route('**/payment-success', (route) => route.abort());
  await page.goto(url);
  await payByCard(page);
  await page.goto('/settings');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('userData'))).toContain('"isPaidUser":true');
});

test('a payment that is not confirmed yet is shown as such, and can be checked again', async ({ page }) => {
  await newUser(page);
  await checkout(page);
  await page.clock.install();
  await page.goto('/payment-success');
  await expect(page.getByRole('heading', { name: 'Your payment is being confirmed' })).toBeVisible();
  await expect(page.getByText('You are a premium member now!')).toBeHidden();
  await expect(async () => {
    await page.clock.fastForward(10_000);
    await expect(page.getByRole('heading', { name: 'Your payment is not confirmed yet' })).toBeVisible({
      timeout: 500,
    });
  }).toPass();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Your payment is being confirmed' })).toBeVisible();
});

test('without a payment none is shown', async ({ page }) => {
  await newUser(page);
  await page.goto('/payment-success');
  await expect(page.getByRole('heading', { name: 'There is no payment to confirm' })).toBeVisible();
});
