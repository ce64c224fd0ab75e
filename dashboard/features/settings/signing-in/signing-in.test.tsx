import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DEMO_EMAIL } from '#contract/demo.ts';
import { cache } from '../../../server/cache.ts';
import { api, button, field, openAs } from '../../../testing/open.tsx';
import { clara } from '../../../testing/people.ts';

const CODES = Array.from({ length: 10 }, (_, index) => `abcd-efgh-jkmn-ppp${index}`);
const SIGN_IN = { hasPassword: true, totp: null, recoveryCodesLeft: 0, passkeys: [], oidc: null };
const TOTP = { ...SIGN_IN, totp: { since: '2026-11-30T12:00:00.000Z' }, recoveryCodesLeft: 10 };
const STARTED = { secret: 'ABCDEFGH', uri: 'otpauth://totp/Daybook:x?secret=ABCDEFGH', qr: 'data:image/gif;base64,' };

test('a code generator is set up after a proof, and its recovery codes are shown once', async () => {
  api.refuse('startTotp', 'proof_required');
  const hands = openAs(clara, '/settings');
  await hands.click(await button('Set up a code generator'));
  const proof = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  expect(within(proof).getByLabelText('Password')).toHaveFocus();
  api.refuse('prove', 'invalid', { password: 'Incorrect password' });
  await hands.keyboard('ink{Enter}');
  await within(proof).findByText('Incorrect password');
  api.answer('prove', { proofUntil: '2026-11-30T12:10:00.000Z' });
  api.answer('startTotp', STARTED);
  await hands.click(within(proof).getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('ABCD EFGH')).toBeVisible();
  api.answer('confirmTotp', { recoveryCodes: CODES });
  api.answer('getSignIn', TOTP);
  await hands.type(await field('Code'), '123456{Enter}');
  const list = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(10);
  await hands.keyboard('{Escape}');
  expect(list).toBeVisible();
  await hands.click(await button('I have kept them'));
  await screen.findByText(/^10 codes are left/);
  expect(screen.queryByText(CODES[0] ?? '')).toBeNull();
});

test('a proof that is left changes nothing, and says nothing', async () => {
  api.answer('getSignIn', TOTP);
  api.refuse('removeTotp', 'proof_required');
  const hands = openAs(clara, '/settings');
  await hands.click(await button('Remove'));
  await screen.findByRole('dialog', { name: 'Remove the code generator?' });
  expect(api.inputsOf('removeTotp')).toEqual([]);
  await hands.click(await button('Remove it'));
  await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  await hands.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.inputsOf('removeTotp')).toHaveLength(1);
  expect(screen.queryByText('Unable to remove the code generator')).toBeNull();
});

test('the demo user reads that it can have none', async () => {
  openAs({ ...clara, email: DEMO_EMAIL }, '/settings');
  await screen.findByText(/^The password of the demo user is public/);
  expect(screen.queryByRole('button', { name: 'Set up a code generator' })).toBeNull();
});

test('a single sign-on is linked, and removed after a question', async () => {
  api.answer('getWaysIn', { password: true, passkey: true, oidc: { name: 'The house' } });
  api.refuse('startOidc', 'unavailable');
  const hands = openAs(clara, '/settings');
  await hands.click(await button('Link The house'));
  await screen.findByText('Unable to link it');
  api.answer('getSignIn', { ...SIGN_IN, oidc: { issuer: 'https://house.example/' } });
  api.answer('unlinkOidc', {});
  cleanup();
  cache.clear();
  const again = openAs(clara, '/settings');
  await again.click(await button('Remove'));
  await again.click(await button('Remove it'));
  await screen.findByText('Single sign-on removed');
});

test('who has no password sets one, and deletes the account, by a proof of the provider', async () => {
  api.answer('getWaysIn', { password: true, passkey: true, oidc: { name: 'The house' } });
  api.answer('getSignIn', { ...SIGN_IN, hasPassword: false, oidc: { issuer: 'https://house.example/' } });
  api.refuse('updatePassword', 'proof_required');
  const hands = openAs(clara, '/settings');
  await screen.findByRole('heading', { name: 'Set a Password' });
  await hands.type(await field('New password'), 'a new pen{Enter}');
  const proof = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  await within(proof).findByText(/^You log in by single sign-on/);
  await hands.keyboard('{Escape}');
  api.answer('updatePassword', {});
  await hands.click(await button('Set Password'));
  await screen.findByText('Password set');
  expect(api.inputsOf('updatePassword').at(-1)).toEqual({ newPassword: 'a new pen' });
  api.answer('deleteAccount', {});
  await hands.click(await button('Delete Account'));
  const dialog = await screen.findByRole('dialog', { name: 'Delete Account' });
  expect(within(dialog).queryByLabelText('Password')).toBeNull();
  await hands.click(within(dialog).getByRole('button', { name: 'Delete Account' }));
  await screen.findByText('Account deleted');
});

test('the security log has ten events at first, each with its place', async () => {
  const event = {
    at: '2026-11-30T12:00:00.000Z',
    kind: 'login',
    address: '192.0.2.7',
    agent: null,
    name: null,
  } as const;
  const events = Array.from({ length: 12 }, (_, index) => ({ ...event, _id: `${index}` }));
  api.answer('getSecurityLog', {
    events: [{ ...event, _id: 'first', kind: 'passkey-added', name: 'Phone' }, ...events],
  });
  const hands = openAs(clara, '/settings');
  const log = within(await screen.findByRole('region', { name: 'What happened to your account' }));
  expect(await log.findByText('A passkey was added: Phone')).toBeVisible();
  expect(log.getAllByText(/192\.0\.2\.7/)).toHaveLength(10);
  await hands.click(log.getByRole('button', { name: 'Show more' }));
  expect(log.getAllByRole('listitem')).toHaveLength(13);
  expect(log.getAllByRole('listitem')[10]).toHaveFocus();
});
