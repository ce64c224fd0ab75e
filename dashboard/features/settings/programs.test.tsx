import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { PROBLEMS } from '#contract/problems.ts';
import { api, button, field, openAs } from '../../testing/open.tsx';
import { clara, claraWithAccounts } from '../../testing/people.ts';

const SCRIPT = {
  _id: '6f1c0b1e-2a4d-4a51-9d5e-0f7b3c2d1a90',
  name: 'A script',
  scope: 'read',
  limits: null,
  accounts: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  expiresAt: '2027-11-20T12:00:00.000Z',
  lastUsedAt: null,
  lastAddress: null,
} as const;

test('a token is made under a name, shown once, and revoked after a question', async () => {
  api.refuse('createToken', 'token_name_taken');
  const hands = openAs(clara, '/settings');
  await hands.click(await button('Make a token'));
  await hands.type(await field('Name of the program'), 'A script{Enter}');
  await screen.findByText(PROBLEMS.token_name_taken.title);
  api.answer('createToken', { token: 'db_abc', tokenId: SCRIPT._id });
  api.answer('getTokens', { tokens: [SCRIPT] });
  await hands.selectOptions(await field('Ends'), 'Only when I revoke it');
  await hands.click(await button('Make it'));
  expect(await screen.findByText('db_abc')).toBeVisible();
  expect(api.inputsOf('createToken').at(-1)).toEqual({ name: 'A script', scope: 'read' });
  await hands.keyboard('{Escape}');
  await hands.click(await button('I have kept it'));
  await waitFor(() => expect(screen.queryByText('db_abc')).toBeNull());
  const list = await screen.findByRole('list', { name: 'Tokens' });
  expect(list).toHaveTextContent(/not used yet · ends November 20, 2027/);
  api.answer('revokeToken', {});
  api.answer('getTokens', { tokens: [] });
  await hands.click(within(list).getByRole('button', { name: 'Revoke A script' }));
  await hands.click(await button('Revoke it'));
  await screen.findByText('Token revoked: A script');
  expect(api.inputsOf('revokeToken')).toEqual([{ tokenId: SCRIPT._id }]);
});

test('a token is made for some accounts, of which one at least is chosen', async () => {
  const [, savings] = claraWithAccounts.accounts;
  const hands = openAs(claraWithAccounts, '/settings');
  await hands.click(await button('Make a token'));
  await hands.type(await field('Name of the program'), 'The phone');
  await hands.selectOptions(await field('Sees'), 'Some accounts alone');
  await hands.click(await button('Make it'));
  await screen.findByText(messages.accountsRequired);
  await hands.click(await screen.findByRole('checkbox', { name: 'Savings' }));
  expect(screen.queryByText(messages.accountsRequired)).toBeNull();
  api.answer('createToken', { token: 'db_abc', tokenId: SCRIPT._id });
  api.answer('getTokens', { tokens: [{ ...SCRIPT, accounts: [savings?._id ?? ''] }] });
  await hands.click(await button('Make it'));
  await screen.findByText('db_abc');
  expect(api.inputsOf('createToken')).toMatchObject([{ name: 'The phone', accounts: [savings?._id] }]);
  await hands.click(await button('I have kept it'));
  expect(await screen.findByRole('list', { name: 'Tokens' })).toHaveTextContent(/sees Savings alone/);
});
