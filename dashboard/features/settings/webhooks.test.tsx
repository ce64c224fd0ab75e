import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { api, button, expectToasts, openAs } from '../../testing/open.tsx';
import { clara } from '../../testing/people.ts';

const WEBHOOK = {
  _id: '6f1c0b1e-2a4d-4a51-9d5e-0f7b3c2d1a91',
  url: 'https://hooks.example/daybook',
  what: ['change-set' as const],
  isOn: true,
};

test('a webhook is added for what is chosen, and its secret is shown once', async () => {
  api.answer('addWebhook', { webhookId: WEBHOOK._id, secret: 'whsec_c2VjcmV0' });
  const person = openAs(clara, '/settings#programs');
  await person.click(await button('Add a webhook'));
  await person.type(await screen.findByRole('textbox', { name: 'Address' }), 'hooks.example/daybook');
  await person.click(screen.getByRole('checkbox', { name: 'What is due, on its day' }));
  api.answer('getWebhooks', { webhooks: [WEBHOOK] });
  await person.click(await button('Add it'));
  expect(await screen.findByText('whsec_c2VjcmV0')).toBeVisible();
  expect(api.inputsOf('addWebhook')).toEqual([{ url: WEBHOOK.url, what: ['change-set'] }]);
  await person.click(await button('I have kept it'));
  const lines = within(await screen.findByRole('list', { name: 'Webhooks' })).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual(['hooks.example changesLogRemove']);
});

test('one that failed says so, shows its last messages, and is turned on', async () => {
  api.answer('getWebhooks', { webhooks: [{ ...WEBHOOK, isOn: false }] });
  api.answer('turnOnWebhook', {});
  const at = '2026-11-20T10:00:00.000Z';
  const delivery = { _id: WEBHOOK._id, at, type: 'change-set' as const, status: null, isDelivered: false, tries: 41 };
  api.answer('getWebhookLog', { deliveries: [delivery] });
  const person = openAs(clara, '/settings#programs');
  expect(await screen.findByText('Off: it failed for a day.')).toBeVisible();
  await person.click(await button('Log of hooks.example'));
  expect(await screen.findByText('no answer after 41 tries')).toBeVisible();
  await person.keyboard('{Escape}');
  await person.click(await button('Turn on hooks.example'));
  await expectToasts('Webhook turned on');
  expect(api.inputsOf('turnOnWebhook')).toEqual([{ webhookId: WEBHOOK._id }]);
});
