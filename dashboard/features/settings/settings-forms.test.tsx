import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PASSWORD_MAX } from '#contract/limits.ts';
import { messages } from '#contract/messages.ts';
import { PROBLEMS } from '#contract/problems.ts';
import { cache } from '../../server/cache.ts';
import { userQuery } from '../../server/user.ts';
import { expectMessage, expectValues, fill, specForm } from '../../testing/form-spec.tsx';
import { api, button, expectToasts, field, openAs } from '../../testing/open.tsx';
import { clara } from '../../testing/people.ts';

async function openSettings() {
  const user = openAs(clara, '/settings');
  await field('Old password');
  return user;
}

const passwords = { 'Old password': 'paper and ink', 'New password': 'a new pen' };

specForm({
  name: 'password',
  open: openSettings,
  submit: 'Update Password',
  call: 'updatePassword',
  atFirst: { 'Old password': messages.passwordRequired, 'New password': messages.passwordRequired },
  refused: [
    [{ 'New password': passwords['Old password'] }, 'New password', messages.passwordUnchanged],
    [{ 'New password': '   ' }, 'New password', messages.passwordRequired],
    [{ 'Old password': 'p'.repeat(PASSWORD_MAX + 1) }, 'Old password', messages.passwordTooLong],
  ],
  values: passwords,
  sends: { oldPassword: 'paper and ink', newPassword: 'a new pen' },
  answer: {},
  sending: 'Updating password',
  saved: 'Updated password',
  // The title of every failure (product 8.2).
  failed: messages.oldPasswordIncorrect,
});

test('a wrong old password is reported and selected, and the new one stays', async () => {
  api.refuse('updatePassword', 'invalid', { oldPassword: messages.oldPasswordIncorrect });
  const user = await openSettings();
  await fill(user, passwords);
  await user.click(await button('Update Password'));
  await screen.findByText(messages.oldPasswordIncorrect);
  const old = (await field('Old password')) as HTMLInputElement;
  expect(old).toHaveFocus();
  expect([old.selectionStart, old.selectionEnd]).toEqual([0, old.value.length]);
  expect(old).not.toHaveAccessibleDescription();
  await expectValues(passwords);
  // The title has said it all.
  expect(document.querySelector('[data-sonner-toast] [data-description]')).toBeNull();
  await expectToasts(messages.oldPasswordIncorrect);
});

test.each(['not_for_demo', 'too_many_requests'] as const)('a password refused as %s says why', async (code) => {
  api.refuse('updatePassword', code);
  const user = await openSettings();
  await fill(user, passwords);
  await user.click(await button('Update Password'));
  await screen.findByText(messages.oldPasswordIncorrect);
  await screen.findByText(PROBLEMS[code].title);
  await expectValues(passwords);
});

test('after the password is changed its form is empty', async () => {
  api.answer('updatePassword', {});
  const user = await openSettings();
  await fill(user, passwords);
  await user.click(await button('Update Password'));
  await screen.findByText('Updated password');
  await expectValues({ 'Old password': '', 'New password': '' });
});

specForm({
  name: 'currency',
  open: openSettings,
  submit: 'Save',
  call: 'updateCurrency',
  atFirst: { Currency: messages.currencyRequired },
  refused: [
    [{ Currency: '' }, 'Currency', messages.currencyRequired],
    [{ Currency: '$' }, 'Currency', messages.nothingChanged],
  ],
  values: { Currency: '€' },
  sends: { newCurrency: '€' },
  answer: { ...clara, currency: '€' },
  sending: 'Saving',
  saved: 'Saved',
  failed: 'Error when fetching',
  serverError: { field: 'newCurrency', label: 'Currency', toast: true },
});

test('the currencies have their names, and the one that is saved is no change any more', async () => {
  api.answer('updateCurrency', { ...clara, currency: 'A$' });
  const user = await openSettings();
  const options = within(await field('Currency')).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Choose a currency',
    '$ USD',
    '€ EUR',
    '¥ JPY',
    '₹ INR',
    'A$ AUD',
    'C$ CAD',
  ]);
  expect(screen.getByText(/^Your amounts stand in \$ USD\./)).toBeVisible();
  await fill(user, { Currency: 'A$' });
  await user.click(await button('Save'));
  await screen.findByText('Saved');
  await waitFor(() => expect(screen.getByText(/^Your amounts stand in A\$ AUD\./)).toBeVisible());
  await user.click(await button('Save'));
  await expectMessage('Currency', messages.nothingChanged);
  expect(api.inputsOf('updateCurrency')).toEqual([{ newCurrency: 'A$' }]);
});

test('the sessions are listed, and others are logged out', async () => {
  const at = '2026-11-20T09:30:00.000Z';
  const own = { _id: 'e0000000-0000-4000-8000-000000000001', current: true, createdAt: at, lastUsedAt: at };
  const phone = { ...own, _id: 'e0000000-0000-4000-8000-000000000002', current: false, address: '203.0.113.7' };
  const sessions = [
    { ...own, address: null, agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' },
    { ...phone, agent: 'curl/8.14.1' },
  ];
  api.answer('getSessions', { sessions });
  api.answer('endSession', {});
  api.answer('endOtherSessions', {});
  const user = await openSettings();
  expect(await screen.findByText(/Firefox on Linux/)).toHaveTextContent('Firefox on Linux this browser');
  expect(screen.getByText(/203.0.113.7 · last used/)).toBeVisible();
  await user.click(await button('Log out curl'));
  await screen.findByText('The session has ended');
  expect(api.inputsOf('endSession')).toEqual([{ sessionId: phone._id }]);
  api.answer('getSessions', { sessions: sessions.slice(0, 1) });
  await user.click(await button('Log out everywhere else'));
  await screen.findByText('The other sessions have ended');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Log out curl' })).toBeNull());
});

test('months and years of reports begin on the days that are chosen', async () => {
  api.answer('updateCalendar', { ...clara, monthStart: 25, yearStart: '04-01' });
  const hands = openAs(clara, '/settings');
  await hands.selectOptions(await field('Months begin on day'), '25');
  await waitFor(() => expect(api.inputsOf('updateCalendar')).toEqual([{ monthStart: 25 }]));
  await hands.selectOptions(await field('Years begin in'), 'April');
  await waitFor(() => expect(api.inputsOf('updateCalendar').at(-1)).toEqual({ yearStart: '04-01' }));
  await hands.selectOptions(await field('on day'), '6');
  await waitFor(() => expect(api.inputsOf('updateCalendar').at(-1)).toEqual({ yearStart: '04-06' }));
});

test('weeks begin on the day that is chosen', async () => {
  api.answer('updateCalendar', { ...clara, weekStart: 7 });
  const user = await openSettings();
  expect(screen.getByLabelText('Monday')).toBeChecked();
  await user.click(screen.getByLabelText('Sunday'));
  await screen.findByText('Saved');
  expect(screen.getByLabelText('Sunday')).toBeChecked();
  expect(api.inputsOf('updateCalendar')).toEqual([{ weekStart: 7 }]);
});

test('the word list is left out where that is chosen', async () => {
  api.answer('updateWordList', { ...clara, usesWordList: false });
  const user = await openSettings();
  expect(screen.getByLabelText('Files automatically')).toBeChecked();
  await user.click(screen.getByLabelText('Is left out'));
  await screen.findByText('Saved');
  expect(screen.getByLabelText('Is left out')).toBeChecked();
  expect(api.inputsOf('updateWordList')).toEqual([{ usesWordList: false }]);
});

test('a day and a month are read in the order that is chosen', async () => {
  api.answer('updateDateOrder', { ...clara, dateOrder: 'mdy' });
  const user = await openSettings();
  expect(screen.getByLabelText('5/3 is March 5')).toBeChecked();
  await user.click(screen.getByLabelText('5/3 is May 3'));
  await screen.findByText('Saved');
  expect(screen.getByLabelText('5/3 is May 3')).toBeChecked();
  expect(api.inputsOf('updateDateOrder')).toEqual([{ dateOrder: 'mdy' }]);
});

async function openDeletion() {
  const user = await openSettings();
  await user.click(await button('Delete Account'));
  await screen.findByRole('dialog');
  return user;
}

specForm({
  name: 'delete account',
  open: () => openDeletion(),
  submit: 'Delete Account',
  dialog: 'Delete Account',
  call: 'deleteAccount',
  atFirst: { Password: messages.passwordRequired },
  refused: [[{ Password: '   ' }, 'Password', messages.passwordRequired]],
  values: { Password: 'paper and ink' },
  sends: { password: 'paper and ink' },
  answer: {},
  saved: 'Account deleted',
  failed: 'Unable to delete the account',
  serverError: { field: 'password', label: 'Password' },
});

test('a deleted account leaves nothing in the browser, and leads to the login', async () => {
  api.answer('deleteAccount', {});
  const user = await openDeletion();
  localStorage.setItem('userData', JSON.stringify(clara));
  await fill(user, { Password: 'paper and ink' });
  await user.click(await button('Delete Account'));
  await screen.findByRole('heading', { name: 'Login', level: 1 });
  expect(localStorage).toHaveLength(0);
  expect(cache.getQueryData(userQuery().queryKey)).toBeUndefined();
});
