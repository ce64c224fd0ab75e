import { check, followDeviceTheme } from './axe.ts';
import { newUser, send } from './person.ts';
import { expect, test } from './story.ts';

test.slow();

test('an assistant gets a token, proposes, and the user takes a part of it, and undoes it', async ({
  page,
  request,
}) => {
  await followDeviceTheme(page);
  await newUser(page);
  await send(page, '/users/initial-deposit', { depositAmount: 500 });
  let token = '';

  await test.step('a token that proposes, with a limit', async () => {
    await page.goto('/settings#programs');
    await page.getByRole('button', { name: 'Make a token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make a token' });
    await dialog.getByLabel('Name of the program').fill('The assistant');
    await dialog.getByLabel('May do').selectOption('propose');
    await dialog.getByLabel('Each entry at most').fill('50');
    await check(page, 'making a token');
    await page.keyboard.press('Enter');
    const made = page.getByRole('dialog', { name: 'Your token' });
    token = (await made.getByText(/^db_/).textContent()) ?? '';
    await made.getByRole('button', { name: 'I have kept it' }).click();
    await expect(page.getByRole('list', { name: 'Tokens' })).toContainText('reads and proposes');
    await expect(page.getByRole('list', { name: 'Tokens' })).toContainText('up to $50.00 each');
  });

  await test.step('a webhook', async () => {
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
    await dialog.getByLabel('Address').fill('https://127.0.0.1/hook');
    await check(page, 'adding a webhook');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('This address is of this machine')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('a proposal by the agents’ protocol', async () => {
    const commands = ['coffee 4.20', 'tea 3'].map((text) => ({ call: '/ledger/enter', input: { text } }));
    const params = { name: 'propose_changes', arguments: { commands, reason: 'You told me of a coffee and a tea' } };
    const answer = await request.post('/mcp', {
      headers: { Authorization: `Bearer ${token}`, Accept: 'application/json, text/event-stream' },
      data: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    });
    expect((await answer.json()).result.structuredContent.figures).toContainEqual({
      figure: 'balance',
      now: '500.00',
      then: '492.80',
    });
  });

  await test.step('the part that is wanted is accepted by keyboard, and undone', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'You told me of a coffee and a tea' }).click();
    await expect(page.getByRole('list', { name: 'What it would do' })).toContainText('coffee');
    await check(page, 'a proposal');
    await page.getByRole('checkbox', { name: 'Take change 2' }).focus();
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Accept 1 of 2' })).toBeVisible();
    await page.keyboard.press('a');
    await expect(page.getByText('Nothing is proposed.')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Decided' })).toContainText('Accepted');
    await page.keyboard.press('Control+z');
    await expect(page.getByText(/^Undone/).first()).toBeVisible();
    await page.goto('/history');
    await expect(page.getByText('Undone: Proposal accepted: You told me of a coffee and a tea')).toBeVisible();
    await expect(page.getByText('The assistant').first()).toBeVisible();
  });
});
