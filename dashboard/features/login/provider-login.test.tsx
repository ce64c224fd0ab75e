import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PROBLEMS } from '#contract/problems.ts';
import { noteProviderVisit } from '../../browser-state/provider-visit.ts';
import { api, button, openAs, openAsVisitor } from '../../testing/open.tsx';
import { clara } from '../../testing/people.ts';

const WAYS = { password: true, passkey: false, oidc: { name: 'The house' } };

test('the login shows the ways that there are alone', async () => {
  api.answer('getWaysIn', { ...WAYS, password: false });
  api.refuse('startOidc', 'unavailable');
  const hands = openAsVisitor('/login');
  await hands.click(await button('Log in with The house'));
  await screen.findByText(PROBLEMS.unavailable.title);
  await waitFor(() => expect(screen.queryByLabelText('Password')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Demo login' })).toBeNull();
});

test('a tab that comes back from the provider is logged in, another one is not', async () => {
  api.answer('recentTransactions', { transactions: [] });
  api.answer('getCurrentUser', clara);
  noteProviderVisit('login');
  openAsVisitor('/');
  await screen.findByRole('heading', { name: 'Overview' });
  expect(sessionStorage.getItem('providerVisit')).toBeNull();
});

test('a visitor who went nowhere is not asked about', async () => {
  openAsVisitor('/');
  await screen.findByRole('heading', { name: 'Login' });
  expect(api.inputsOf('getCurrentUser')).toEqual([]);
});

test.each([
  ['oidc_email_taken', `${PROBLEMS.oidc_email_taken.title}.`],
  ['toString', 'Unable to log in.'],
])('a way back with the problem %s says so', async (code, words) => {
  noteProviderVisit('login');
  openAsVisitor(`/login?problem=${code}`);
  expect(await screen.findByText(words, { selector: '[role=alert]' })).toBeVisible();
});

test('the account says whether the provider was linked', async () => {
  noteProviderVisit('link');
  openAs(clara, '/account');
  await screen.findByText('Single sign-on linked');
});

test('the account says why the provider was not linked', async () => {
  openAs(clara, '/account?problem=oidc_linked');
  await screen.findByText(PROBLEMS.oidc_linked.title);
});
