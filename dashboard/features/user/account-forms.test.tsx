import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FEEDBACK_MAX } from '#contract/feedback-calls.ts';
import { IMAGE_BYTES_MAX } from '#contract/limits.ts';
import { messages } from '#contract/messages.ts';
import type { User } from '#contract/user.ts';
import { BIO_MAX, FULL_NAME_MAX } from '#ledger/model/constants.ts';
import { expectMessage, expectValues, fill, specForm } from '../../testing/form-spec.tsx';
import { api, button, expectToasts, field, openAs } from '../../testing/open.tsx';
import { clara, claraWithAccounts } from '../../testing/people.ts';

async function openAccount(user: User = clara) {
  const hands = openAs(user, '/account');
  await field('Bio');
  return hands;
}

async function openDialog(opener: string, user?: User) {
  const hands = await openAccount(user);
  await hands.click(await button(opener));
  await screen.findByRole('dialog');
  return hands;
}

specForm({
  name: 'update balance',
  open: () => openDialog('Update Account Balance'),
  submit: 'Save',
  dialog: 'Update Account Balance',
  call: 'updateAccountBalance',
  atFirst: { 'New account balance': messages.balanceRequired },
  refused: [
    [{ 'New account balance': '0.99' }, 'New account balance', messages.balanceTooSmall.replace('{currency}', '$')],
    [{ 'New account balance': '-5' }, 'New account balance', messages.balanceTooSmall.replace('{currency}', '$')],
    [{ 'New account balance': 'all of it' }, 'New account balance', messages.notAnAmount],
  ],
  values: { 'New account balance': '8,246.37' },
  sends: { newAmount: 8246.37 },
  answer: { ...clara, currentBalance: 8246.37 },
  saved: 'Account balance updated to $8,246.37',
  failed: 'Unable to update the account balance',
  serverError: { field: 'newAmount', label: 'New account balance' },
});

test('the balance is asked for, refused and confirmed in the currency of the user', async () => {
  const indebted = { ...clara, currency: '€', currentBalance: -1234.5 };
  api.answer('updateAccountBalance', { ...indebted, currentBalance: 1000 });
  const user = await openDialog('Update Account Balance', indebted);
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/ −\u00a0€1,234\.50\./);
  await fill(user, { 'New account balance': '0.5' });
  await user.click(await button('Save'));
  await expectMessage('New account balance', messages.balanceTooSmall.replace('{currency}', '€'));
  await fill(user, { 'New account balance': '1000' });
  await user.click(await button('Save'));
  await screen.findByText('Account balance updated to €1,000');
});

specForm({
  name: 'date of birth',
  open: openAccount,
  submit: 'Save',
  call: 'updateDate',
  atFirst: { Date: messages.dateRequired },
  refused: [
    [{ Date: '1899-12-31' }, 'Date', messages.birthTooEarly],
    [{ Date: '2199-01-01' }, 'Date', messages.birthInFuture],
  ],
  values: { Date: '1991-04-17' },
  sends: { date: '1991-04-17' },
  answer: { ...clara, dateOfBirth: '1991-04-17' },
  sending: 'Saving',
  saved: 'Saved',
  failed: 'Error when fetching',
  serverError: { field: 'date', label: 'Date', toast: true },
});

test('the date of birth that is set is shown, and is not saved again', async () => {
  const user = await openAccount({ ...clara, dateOfBirth: '1991-04-17' });
  await expectValues({ Date: '1991-04-17' });
  await user.click(await button('Save'));
  await expectMessage('Date', messages.birthUnchanged);
  expect(api.inputsOf('updateDate')).toEqual([]);
});

const details = { 'Full Name': 'Clara W.', Bio: 'Nurse by day,\npotter by night.' };
const detailsSent = { name: 'Clara W.', bio: 'Nurse by day,\npotter by night.' };
const withDetails: User = { ...clara, fullName: detailsSent.name, bio: detailsSent.bio };
const withAvatar: User = { ...clara, avatar: '/api/v1/files/1' };
const slip = new File(['slip'], 'slip.png', { type: 'image/png' });

specForm({
  name: 'profile',
  open: openAccount,
  submit: 'Save Changes',
  call: 'updateDetails',
  refused: [[{ 'Full Name': '  ' }, 'Full Name', messages.fullNameRequired]],
  values: details,
  sends: detailsSent,
  answer: withDetails,
  sending: 'Saving user details',
  saved: 'Saved user details',
  failed: 'Error when fetching',
  serverError: { field: 'bio', label: 'Bio', toast: true },
});

test('a profile without a change is not sent', async () => {
  const user = await openAccount({ ...clara, bio: 'Nurse' });
  await expectValues({ 'Full Name': clara.fullName, Bio: 'Nurse' });
  await user.click(await button('Save Changes'));
  await screen.findByText(messages.nothingChanged);
  await expectToasts(messages.nothingChanged);
  expect(api.inputsOf('updateDetails')).toEqual([]);
});

test('a bio is cleared by an empty field, which is then no change any more', async () => {
  api.answer('updateDetails', clara);
  const user = await openAccount({ ...clara, bio: 'Nurse' });
  await fill(user, { Bio: '' });
  await user.click(await button('Save Changes'));
  await screen.findByText('Saved user details');
  expect(api.inputsOf('updateDetails')).toEqual([{ name: clara.fullName }]);
  await user.click(await button('Save Changes'));
  await screen.findByText(messages.nothingChanged);
});

test('the profile takes no more characters than it may have, and counts those of the bio', async () => {
  const user = await openAccount();
  await fill(user, { 'Full Name': 'C'.repeat(FULL_NAME_MAX + 1), Bio: 'b'.repeat(BIO_MAX + 1) });
  await expectValues({ 'Full Name': 'C'.repeat(FULL_NAME_MAX), Bio: 'b'.repeat(BIO_MAX) });
  expect(screen.getByText(`${BIO_MAX} / ${BIO_MAX}`)).toBeVisible();
});

test('a profile changed elsewhere is shown, and what is being typed stays', async () => {
  api.answer('getCurrentUser', {
    ...clara,
    fullName: 'Clara Elsewhere',
    bio: 'Another bio',
    dateOfBirth: '1991-04-17',
  });
  const answer = api.hold('getCurrentUser');
  const user = await openAccount();
  await expectValues({ 'Full Name': clara.fullName });
  await fill(user, { Bio: 'Typed just now' });
  answer();
  await waitFor(() => expectValues({ 'Full Name': 'Clara Elsewhere', Date: '1991-04-17' }));
  await expectValues({ Bio: 'Typed just now' });
});

test('an avatar alone is sent alone, and takes the place of the initials', async () => {
  api.answer('uploadAvatar', withAvatar);
  const answer = api.hold('uploadAvatar');
  const user = await openAccount();
  expect(within(screen.getByRole('main')).getByText('CW')).toBeVisible();
  const avatar = await field('Upload Avatar');
  expect(avatar).toHaveAccessibleDescription('jpeg or png');
  await user.upload(avatar, slip);
  expect(avatar).toHaveAccessibleDescription('slip.png, not saved yet');
  expect(screen.getByRole('img', { name: 'Avatar' })).toHaveAttribute('src', 'blob:preview');
  await user.dblClick(await button('Save Changes'));
  await screen.findByText('Saving Avatar');
  answer();
  await screen.findByText('Saved Avatar');
  await expectToasts('Saved Avatar');
  expect(api.requestsOf('uploadAvatar').map(({ file }) => file)).toEqual([slip]);
  expect(api.inputsOf('updateDetails')).toEqual([]);

  const changed = await field('Change Avatar');
  expect(changed).toHaveAccessibleDescription('jpeg or png');
  expect(screen.getByRole('link', { name: /^Avatar/ })).toHaveAttribute('href', withAvatar.avatar);
  await user.click(await button('Save Changes'));
  await screen.findByText(messages.nothingChanged);
});

test('an avatar is sent before the details', async () => {
  api.answer('uploadAvatar', withAvatar);
  api.answer('updateDetails', { ...withDetails, avatar: withAvatar.avatar });
  const user = await openAccount();
  await user.upload(await field('Upload Avatar'), slip);
  await fill(user, details);
  await user.click(await button('Save Changes'));
  await screen.findByText('Saved user details');
  await expectToasts('Saved Avatar', 'Saved user details');
  const queries = ['getCurrentUser', 'confirmedDays'];
  const calls = api.requests.map(({ name }) => name).filter((name) => !queries.includes(name));
  expect(calls).toEqual(['uploadAvatar', 'updateDetails']);
  expect(api.inputsOf('updateDetails')).toEqual([detailsSent]);
  expect(screen.getByRole('complementary')).toHaveTextContent('Clara W.');
});

test('without the avatar the details are not sent, and both are sent the next time', async () => {
  api.lose('uploadAvatar');
  const user = await openAccount();
  await user.upload(await field('Upload Avatar'), slip);
  await fill(user, details);
  await user.click(await button('Save Changes'));
  await screen.findByText('Eror when fetching');
  await expectToasts('Eror when fetching');
  expect(api.inputsOf('updateDetails')).toEqual([]);
  await expectValues(details);

  api.answer('uploadAvatar', withAvatar);
  api.lose('updateDetails');
  await user.click(await button('Save Changes'));
  await screen.findByText('Saved Avatar');
  await screen.findByText('Error when fetching');
  await expectValues(details);
  const [key, again] = api.requestsOf('uploadAvatar').map(({ idempotencyKey }) => idempotencyKey);
  expect(again).toBe(key);

  api.answer('updateDetails', { ...withDetails, avatar: withAvatar.avatar });
  await user.click(await button('Save Changes'));
  await screen.findByText('Saved user details');
  expect(api.requestsOf('uploadAvatar')).toHaveLength(2);
});

test('an avatar that is no image, or too large, is refused before it is sent, and can be taken back', async () => {
  const user = await openAccount();
  const avatar = await field('Upload Avatar');
  const large = new File([new Uint8Array(IMAGE_BYTES_MAX + 1)], 'large.png', { type: 'image/png' });
  // The browser's dialog would not offer the first.
  Object.assign(avatar, { accept: '' });
  for (const [file, message] of [
    [new File(['notes'], 'notes.pdf', { type: 'application/pdf' }), messages.notAnImage],
    [large, messages.fileTooLarge],
  ] as const) {
    await user.upload(avatar, file);
    expect(avatar).toHaveAccessibleDescription(message);
    await user.click(await button('Save Changes'));
    await waitFor(() => expect(avatar).toHaveFocus());
  }
  expect(within(screen.getByRole('main')).getByText('CW')).toBeVisible();
  await user.click(await button('Undo'));
  expect(avatar).toHaveAccessibleDescription('jpeg or png');
  expect(avatar).toHaveFocus();
  await user.click(await button('Save Changes'));
  await screen.findByText(messages.nothingChanged);
  expect(api.inputsOf('uploadAvatar')).toEqual([]);
});

test("the server's message about an avatar is at its field", async () => {
  api.refuse('uploadAvatar', 'invalid', { avatar: messages.notAnImage });
  const user = await openAccount();
  const avatar = await field('Upload Avatar');
  await user.upload(avatar, slip);
  await user.click(await button('Save Changes'));
  await waitFor(() => expect(avatar).toHaveAccessibleDescription(messages.notAnImage));
  expect(avatar).toHaveFocus();
  await screen.findByText('Eror when fetching');
});

const openFeedback = (user?: User) => openDialog('Give Feedback', user);
const opinion = { Rating: '5-star', Feedback: 'I like the margins.' };

test('feedback without a rating is not sent', async () => {
  const user = await openFeedback();
  expect(screen.getByRole('dialog')).toHaveAccessibleName('Your feedback is valuable to us!');
  expect(await field('Rating')).toHaveFocus();
  await user.click(await button('Submit'));
  await expectMessage('Rating', messages.ratingRequired);
  expect(await field('Rating')).toHaveFocus();
  await fill(user, { Feedback: 'x'.repeat(FEEDBACK_MAX + 1) });
  await expectValues({ Feedback: 'x'.repeat(FEEDBACK_MAX) });
  await user.click(await button('Cancel'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(api.inputsOf('createFeedback')).toEqual([]);
});

test('feedback needs no words, is sent once, and closes its dialog', async () => {
  api.answer('createFeedback', {});
  const user = await openFeedback();
  await fill(user, { Rating: '1-star' });
  await user.dblClick(await button('Submit'));
  await screen.findByText('Thank you for your feedback!');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(api.inputsOf('createFeedback')).toEqual([{ rating: '1-star' }]);
});

test('feedback that failed is there when its dialog is opened again, until it has arrived', async () => {
  api.lose('createFeedback');
  const user = await openFeedback();
  await fill(user, opinion);
  await user.click(await button('Submit'));
  await screen.findByText('Something went wrong');
  // Nothing typed is on the screen any more, so that is not said.
  await screen.findByText("Daybook can't be reached right now");
  expect(screen.queryByRole('dialog')).toBeNull();

  api.answer('createFeedback', {});
  await user.click(await button('Give Feedback'));
  await expectValues(opinion);
  await user.click(await button('Submit'));
  await screen.findByText('Thank you for your feedback!');
  expect(api.inputsOf('createFeedback')).toEqual(
    Array(2).fill({ rating: '5-star', description: 'I like the margins.' }),
  );
  await user.click(await button('Give Feedback'));
  await expectValues({ Rating: '', Feedback: '' });
});

test('an export that fails says so', async () => {
  api.lose('getTransactions');
  api.lose('getGoals');
  const lose = [api.hold('getTransactions'), api.hold('getGoals')];
  const user = await openAccount();
  for (const [table, fail] of [
    ['Transactions', lose[0]],
    ['Goals', lose[1]],
  ] as const) {
    const data = `${table.toLowerCase()} data`;
    await user.click(await button(`Export ${table} Data`));
    await screen.findByText(`Downloading ${data}`);
    fail?.();
    await screen.findByText(`Failed to download ${data}`);
    expect(screen.queryByText(`Downloading ${data}`)).toBeNull();
  }
  expect(screen.getAllByText("Daybook can't be reached right now")).toHaveLength(2);
});

test('with one account a form has no field for it', async () => {
  await openDialog('Update Account Balance');
  expect(screen.queryByLabelText('Account')).toBeNull();
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/your account holds \$500\.00\./);
});

test('the balance of another account is set, and its own is shown', async () => {
  api.answer('updateAccountBalance', claraWithAccounts);
  const user = await openDialog('Update Account Balance', claraWithAccounts);
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/Everyday holds \$500\.00\./);
  await user.selectOptions(await field('Account'), 'Savings');
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/Savings holds \$200\.00\./);
  await fill(user, { 'New account balance': '250' });
  await user.click(await button('Save'));
  await screen.findByText('Account balance updated to $250');
  expect(api.inputsOf('updateAccountBalance')).toEqual([
    { newAmount: 250, accountId: claraWithAccounts.accounts[1]?._id },
  ]);
});
