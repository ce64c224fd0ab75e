import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { api, button, field, openAsVisitor } from '../../testing/open.tsx';
import { clara } from '../../testing/people.ts';

/** Logs in as somebody with a code generator. */
async function askedForCode() {
  api.answer('login', { secondFactor: { methods: ['totp', 'recoveryCode'], ticket: 'a ticket' } });
  const hands = openAsVisitor('/login');
  await hands.type(await field('Email'), clara.email);
  await hands.type(await field('Password'), 'paper');
  await hands.click(await button('Login'));
  await screen.findByRole('heading', { name: 'One more step' });
  return hands;
}

test('a login with a second factor asks for it, and a wrong code is selected', async () => {
  const hands = await askedForCode();
  api.refuse('secondFactor', 'incorrect_code');
  await waitFor(async () => expect(await field('Code')).toHaveFocus());
  await hands.keyboard('123456{Enter}');
  await screen.findByText('This code is not right, or was used already');
  expect(localStorage.getItem('userStatus')).toBeNull();
  api.answer('secondFactor', clara);
  api.answer('getCurrentUser', clara);
  api.answer('recentTransactions', { transactions: [] });
  await hands.keyboard('654321{Enter}');
  await screen.findByRole('heading', { name: 'Overview' });
  expect(api.inputsOf('secondFactor')).toEqual([
    { ticket: 'a ticket', totp: '123456' },
    { ticket: 'a ticket', totp: '654321' },
  ]);
});

test('a recovery code stands in for it; a ticket that has ended leads back to the login', async () => {
  const hands = await askedForCode();
  api.refuse('secondFactor', 'ticket_expired');
  await hands.click(await button('Use a recovery code'));
  await waitFor(async () => expect(await field('Recovery code')).toHaveFocus());
  await hands.keyboard('abcd efgh{Enter}');
  await screen.findByRole('heading', { name: 'Login' });
  await screen.findByText('This took too long; please log in again');
  expect(api.inputsOf('secondFactor')).toEqual([{ ticket: 'a ticket', recoveryCode: 'abcd efgh' }]);
});
