import { expectDrawn, NOTES, picture } from './files.ts';
import { newUser, register, send } from './person.ts';
import { expect, test } from './story.ts';

test('a receipt, after a file that is a png only by its name, is previewed, sent, and shown on the detail', async ({
  page,
}) => {
  await newUser(page);
  await send(page, '/users/initial-deposit', { depositAmount: 100 });
  await page.goto('/create-transaction');
  await page.getByLabel('Title').fill('Rye bread and butter');
  await page.getByLabel('Amount').fill('11.20');
  await page.getByLabel('Receipt').setInputFiles({ ...NOTES, mimeType: 'image/png' });
  await page.getByRole('button', { name: 'Save expense' }).click();
  await expect(page.getByLabel('Receipt')).toHaveAccessibleDescription('Only jpeg and png files are allowed');
  await expect(page.getByLabel('Title')).toHaveValue('Rye bread and butter');
  await page.getByRole('button', { name: 'Remove file' }).click();

  const asked = page.waitForEvent('filechooser');
  // The file input covers these words, so the click is on it.
  await page.getByText('Choose file').click({ force: true });
  await (await asked).setFiles(await picture(page, 'teal'));
  await expectDrawn(page, 'Preview of the receipt');
  await expect(page.getByText('slip.png')).toBeVisible();

  const sent = page.waitForRequest('**/api/v1/transaction/create-expense');
  await page.getByRole('button', { name: 'Save expense' }).click();
  expect((await sent).headers()['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  await expect(page.getByText('Expense saved successfully!')).toBeVisible();
  await page.getByRole('row', { name: /Rye bread/ }).click();
  await expectDrawn(page, 'Receipt for Rye bread and butter');

  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Receipt for Rye bread and butter (opens in a new tab)' }).click(),
  ]);
  await expect(opened).toHaveURL(/\/api\/v1\/files\//);
});

test('a receipt is not in the browser any more once its owner has logged out', async ({ page }) => {
  await register(page);
  await page.evaluate(() => localStorage.setItem('vite-ui-theme', 'light'));
  await page.goto('/create-transaction');
  await page.getByRole('tab', { name: 'Income' }).click();
  await page.getByLabel('Title').fill('Violin lesson, given');
  await page.getByLabel('Amount').fill('60');
  await page.getByLabel('Receipt').setInputFiles(await picture(page, 'teal'));
  await page.getByRole('button', { name: 'Save income' }).click();
  await page.getByRole('row', { name: /Violin lesson/ }).click();
  await expectDrawn(page, 'Receipt for Violin lesson, given');
  const image = page.getByRole('img', { name: 'Receipt for Violin lesson, given' });
  const address = (await image.getAttribute('src')) ?? '';
  const isKept = () =>
    page.evaluate(
      (url) =>
        fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).then(
          ({ ok }) => ok,
          () => false,
        ),
      address,
    );
  expect(await isKept()).toBe(true);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
  expect(await isKept()).toBe(false);
  // The theme, which is nothing personal, stays.
  expect(await page.evaluate(() => localStorage.getItem('vite-ui-theme'))).toBe('light');
});

test('the receipt stays through a lost answer, and is saved once', async ({ page }) => {
  await newUser(page);
  const keys: (string | undefined)[] = [];
  await page.route('**/api/v1/transaction/create-expense', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return await route.continue();
    await route.fetch();
    await route.abort();
  });
  await page.goto('/create-transaction');
  await page.getByLabel('Title').fill('Tram, ten rides');
  await page.getByLabel('Amount').fill('24');
  await page.getByLabel('Wallet').selectOption('Bank');
  await page.getByLabel('Receipt').setInputFiles(await picture(page, 'teal'));
  await page.getByRole('button', { name: 'Save expense' }).click();
  await expect(page.getByText('Failed to save expense. Please try again.')).toBeVisible();
  await expectDrawn(page, 'Preview of the receipt');
  await page.getByRole('button', { name: 'Save expense' }).click();
  await expect(page.getByText('Expense saved successfully!')).toBeVisible();
  await expect(page.getByRole('row', { name: /Tram, ten rides/ })).toHaveCount(1);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
});
