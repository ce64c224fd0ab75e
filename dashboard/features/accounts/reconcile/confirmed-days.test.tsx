import { screen, waitFor, within } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { CallData } from '#contract/calls.ts';
import { messages } from '#contract/messages.ts';
import type { CauseAnswer, ConfirmedDay } from '#contract/reconcile-calls.ts';
import { previewOf } from '../../../testing/change-sets.ts';
import { specForm } from '../../../testing/form-spec.tsx';
import { api, button, expectToasts, openAs } from '../../../testing/open.tsx';
import { clara, claraWithAccounts } from '../../../testing/people.ts';

const accountId = clara.accounts[0]?._id ?? '';
const entryId = '70000000-0000-4000-8000-000000000001';

const held = (date: string): ConfirmedDay => ({
  date,
  balance: 500,
  books: 500,
  difference: 0,
  source: 'hand',
  confirmedAt: '2026-04-01T10:00:00.000Z',
  changeSetId: 'confirmed',
  brokenBy: null,
});
const broken: ConfirmedDay = {
  ...held('2026-03-31'),
  books: 504.2,
  difference: -4.2,
  brokenBy: { changeSetId: 'broke', title: 'Expense changed: Rye bread', recordedAt: '2026-04-14T10:00:00.000Z' },
};
const changedSince: CauseAnswer = {
  kind: 'changed since',
  reason: 'Changed since the day was confirmed.',
  entry: { id: entryId, type: 'Expense', title: 'Rye bread', date: '2026-03-12', amount: 4.2 },
  adds: -4.2,
  mend: { does: 'undo', changeSetId: 'broke' },
};
const adjust: CauseAnswer = {
  kind: 'adjust',
  reason: 'The last resort.',
  entry: null,
  adds: -4.2,
  mend: { does: 'adjust' },
};
const missing: CallData<'findMissing'> = {
  since: '2026-02-28',
  date: '2026-03-31',
  balance: 500,
  books: 504.2,
  difference: -4.2,
  causes: [changedSince, adjust],
};

async function openAccounts() {
  const hands = openAs(clara, '/accounts');
  await button('Confirm a Balance');
  return hands;
}

/** Opens the list of the days of an account. */
async function listDays(hands: UserEvent, whose = '') {
  await hands.click(await button(`Checked with the bank${whose}`));
  return await screen.findByRole('list', { name: `Checked with the bank${whose}` });
}

specForm({
  name: 'confirm a balance',
  open: async () => {
    const hands = await openAccounts();
    await hands.click(await button('Confirm a Balance'));
    await screen.findByRole('dialog');
    return hands;
  },
  submit: 'Confirm',
  dialog: 'Confirm a Balance',
  call: 'assertBalance',
  atFirst: { 'My bank says': messages.bankBalanceRequired },
  refused: [
    [{ 'My bank says': 'all of it' }, 'My bank says', messages.notAnAmount],
    [{ 'My bank says': '5', 'At the end of': '' }, 'At the end of', messages.dateRequired],
  ],
  values: { 'My bank says': '-1,234.56', 'At the end of': '2026-03-31' },
  sends: { accountId, balance: -1234.56, date: '2026-03-31' },
  answer: clara,
  saved: 'Balance of March 31, 2026 confirmed',
  failed: 'Unable to confirm the balance',
  serverError: { field: 'balance', label: 'My bank says' },
});

test('the newest days are shown, and all that do not hold; the others on demand', async () => {
  const dates = Array.from({ length: 10 }, (_, index) => `2026-${String(10 - index).padStart(2, '0')}-28`);
  const days = dates.map((date, index) => (index === 8 ? { ...broken, date } : held(date)));
  api.answer('confirmedDays', { days });
  const list = await listDays(await openAccounts());
  expect(within(list).getAllByRole('listitem')).toHaveLength(7);
  await userEvent.click(await button('Show all 10 days'));
  expect(within(list).getAllByRole('listitem')).toHaveLength(10);
});

test('each account has its days; the amount is looked for on the first day that does not hold', async () => {
  api.answer('confirmedDays', ({ accountId: of }) => ({
    days: of === accountId ? [{ ...broken, date: '2026-04-30' }, broken, held('2026-02-28')] : [],
  }));
  const hands = openAs(claraWithAccounts, '/accounts');
  const find = await button('Find the missing $4.20 of Everyday');
  expect(find.closest('li')).toHaveTextContent('$4.20 too much on April 30, 2026, the first on March 31, 2026');
  const list = await listDays(hands, ' of Everyday');
  expect(find).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Checked with the bank of Savings' })).toBeNull();
  const [april, march, february] = within(list).getAllByRole('listitem');
  expect(april).toHaveTextContent('$4.20 too much');
  expect(within(april as HTMLElement).queryByRole('button')).toBeNull();
  expect(march).toHaveTextContent('Broken by Expense changed: Rye bread');
  expect(within(march as HTMLElement).getByRole('link')).toHaveAttribute('href', '/history?changes=broke');
  expect(within(march as HTMLElement).getByRole('button')).toHaveAccessibleName('Find the missing $4.20 of Everyday');
  expect(february).toHaveTextContent('Agrees');
});

test('an older day that does not hold is named beside a newer one that does', async () => {
  api.answer('confirmedDays', { days: [held('2026-04-30'), broken, held('2026-02-28')] });
  await openAccounts();
  const find = await button('Find the missing $4.20');
  expect(find.parentElement).toHaveTextContent(
    'Agrees with the bank on April 30, 2026, but $4.20 too much on March 31, 2026',
  );
});

test('an address opens the drawer of a day, and closing it leaves the screen', async () => {
  api.answer('confirmedDays', { days: [broken] });
  api.answer('findMissing', missing);
  const hands = openAs(clara, `/accounts?account=${accountId}&missing=2026-03-31`);
  await screen.findByRole('dialog', { name: 'Find the missing $4.20' });
  await hands.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('heading', { name: 'Accounts' })).toBeVisible();
});

async function openDrawer() {
  api.answer('confirmedDays', { days: [broken, held('2026-02-28')] });
  api.answer('findMissing', missing);
  const hands = await openAccounts();
  await hands.click(await button('Find the missing $4.20'));
  const drawer = await screen.findByRole('dialog', { name: 'Find the missing $4.20' });
  await within(drawer).findByText('Rye bread');
  return hands;
}

test('a cause that makes the books agree is mended by one click, which closes the drawer and can be undone', async () => {
  const hands = await openDrawer();
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription('After February 28, 2026, up to March 31, 2026');
  api.answer('mend', clara);
  api.answer('findMissing', { ...missing, books: 500, difference: 0, causes: [] });
  api.answer('confirmedDays', { days: [held('2026-03-31')] });
  await hands.click(await button('Undo the change: Rye bread'));
  await screen.findByText('March 31, 2026 agrees with the bank now');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.inputsOf('mend')).toEqual([{ accountId, date: '2026-03-31', mend: changedSince.mend }]);
  await screen.findByText('Agrees');
  await expectToasts('March 31, 2026 agrees with the bank now');
});

test('a cause that leaves something missing keeps the drawer open, with the causes of what is left', async () => {
  const hands = await openDrawer();
  api.answer('mend', clara);
  api.answer('findMissing', { ...missing, books: 501, difference: -1, causes: [adjust] });
  await hands.click(await button('Undo the change: Rye bread'));
  await screen.findByText('Mended');
  expect(await screen.findByRole('dialog', { name: 'Find the missing $1.00' })).toBeVisible();
});

test('an undo with something in its way asks in the dialog of undo', async () => {
  const hands = await openDrawer();
  api.refuse('mend', 'undo_conflicts', undefined, []);
  api.answer('previewUndo', previewOf({ possible: false, reason: 'This change is undone already' }));
  api.refuse('getChangeSet', 'change_set_not_found');
  await hands.click(await button('Undo the change: Rye bread'));
  await waitFor(() => expect(api.inputsOf('previewUndo')).toEqual([{ changeSetId: 'broke', limit: 50 }]));
});

test('a mending that fails says why, and looks for causes again', async () => {
  const hands = await openDrawer();
  api.refuse('mend', 'entry_not_found');
  await hands.click(await button('Record an adjusting entry'));
  await screen.findByText('Unable to mend it');
  await screen.findByText('This entry does not exist');
  await waitFor(() => expect(api.inputsOf('findMissing')).toHaveLength(2));
});

test('a day whose balance is wrong itself is no longer confirmed by a click', async () => {
  const hands = await openDrawer();
  api.answer('assertBalance', clara);
  api.answer('confirmedDays', { days: [] });
  await hands.click(await button('No longer confirm March 31, 2026'));
  await screen.findByText('March 31, 2026 no longer confirmed');
  expect(api.inputsOf('assertBalance')).toEqual([{ accountId, date: '2026-03-31', balance: null }]);
  await screen.findByText(/^No day is checked with the bank yet/);
});
