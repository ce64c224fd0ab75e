import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import type { ChangeSetEffect } from '#contract/ledger-calls.ts';
import type { ConflictDetails } from '#contract/problem-details.ts';
import { forgetOwnChanges, noteChange } from '../../browser-state/own-changes.ts';
import { answerChangeSets, changeSetOf, previewOf } from '../../testing/change-sets.ts';
import { fill } from '../../testing/form-spec.tsx';
import { api, button, openAs } from '../../testing/open.tsx';
import { clara, transactionOf } from '../../testing/people.ts';
import { OPEN_DIALOG } from '../../ui/open-dialog.ts';
import { showSavedToast } from './undo-change.ts';

const entry = '70000000-0000-4000-8000-000000000001';
const changed = changeSetOf('one', { summary: 'Expense changed: Rye loaf' });
const later = changeSetOf('later', { summary: 'Expense changed: Rye roll', recordedAt: '2026-11-21T09:00:00.000Z' });

const conflictOf = (
  field: string | null,
  now: unknown,
  then: unknown,
  fields: Partial<ConflictDetails> = {},
): ConflictDetails => ({
  _id: `${entry} ${field}`,
  changeSetId: 'later',
  entry,
  field,
  now,
  then,
  ...fields,
});
const effectOf = (
  what: ChangeSetEffect['what'],
  field: string | null,
  now: unknown,
  then: unknown,
): ChangeSetEffect => ({
  entry,
  what,
  field,
  now,
  then,
  ...{ type: null, amount: null, date: null },
});

beforeEach(() => {
  forgetOwnChanges();
  answerChangeSets([changed, later, changeSetOf('two')]);
  api.answer('previewUndo', previewOf());
  api.answer('undo', clara);
});

async function openHistory(): Promise<UserEvent> {
  const user = openAs(clara, '/history');
  await screen.findByRole('heading', { name: 'History' });
  // The toaster is mounted after the first key.
  await user.keyboard('{Shift}');
  return user;
}

const undone = () => api.inputsOf('undo').map(({ changeSetId }) => changeSetId);
const dialog = () => screen.findByRole('dialog', { name: 'Undo this change?' });
const noDialog = () => waitFor(() => expect(document.querySelector(OPEN_DIALOG)).toBeNull());
const undoLast = (user: UserEvent) => user.keyboard('{Control>}z{/Control}');
const redoLast = (user: UserEvent) => user.keyboard('{Control>}{Shift>}Z{/Shift}{/Control}');

test('the toast of a command undoes it, and the toast of the undo redoes it', async () => {
  const user = await openHistory();
  showSavedToast('Goal updated', 'one');
  await user.click(await button('Undo'));
  await user.click(await button('Redo'));
  await waitFor(() => expect(undone()).toHaveLength(2));
  const [first] = api.requestsOf('undo');
  expect(undone()).toEqual(['one', first?.idempotencyKey]);
  await waitFor(() => expect(screen.queryByText('Goal updated')).toBeNull());
});

test('a command of the form has the button, and a command without a change-set has none', async () => {
  api.answer('initialDeposit', clara);
  api.answer('recentTransactions', { transactions: [] });
  const user = openAs({ ...clara, currentBalance: 0 }, '/');
  await user.click(await button('Add Initial Deposit'));
  await fill(user, { 'Initial deposit': '500' });
  await user.click(await button('Add deposit'));
  await screen.findByText('Initial deposit of $500 added!');
  await user.click(await button('Undo'));
  await waitFor(() =>
    expect(undone()).toEqual(api.requestsOf('initialDeposit').map(({ idempotencyKey }) => idempotencyKey)),
  );
  showSavedToast('Saved', undefined);
  const saved = await screen.findByText('Saved');
  expect(within(saved.closest('li') as HTMLElement).queryByRole('button')).toBeNull();
});

test('by the keyboard, several steps back and forth', async () => {
  noteChange('one');
  noteChange('two');
  const user = await openHistory();
  await undoLast(user);
  await undoLast(user);
  await waitFor(() => expect(undone()).toEqual(['two', 'one']));
  const [, undoOfOne] = api.requestsOf('undo').map(({ idempotencyKey }) => idempotencyKey);
  await redoLast(user);
  await waitFor(() => expect(undone()).toEqual(['two', 'one', undoOfOne]));
  await undoLast(user);
  await waitFor(() => expect(undone()).toEqual(['two', 'one', undoOfOne, 'one']));
  await undoLast(user);
  await screen.findByText('Nothing to undo since this page was loaded');
});

test('not in a text field, nor while a dialog is open', async () => {
  noteChange('one');
  const user = await openHistory();
  await user.click(await screen.findByLabelText('Day'));
  await undoLast(user);
  await user.click(await button('Undo: Expense changed: Rye loaf'));
  await dialog();
  await undoLast(user);
  await user.click(await button('Cancel'));
  await noDialog();
  await undoLast(user);
  await waitFor(() => expect(undone()).toEqual(['one']));
});

test('a lost response is tried again with the same key', async () => {
  noteChange('one');
  const user = await openHistory();
  api.lose('undo');
  await undoLast(user);
  await screen.findByText('Unable to undo');
  api.answer('undo', clara);
  await undoLast(user);
  await screen.findByText(/^Undone: /);
  const keys = api.requestsOf('undo').map(({ idempotencyKey }) => idempotencyKey);
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('the transaction on the screen is fetched anew, though it is not among the newest', async () => {
  const transaction = transactionOf(1, { title: 'Rye loaf' });
  noteChange('one');
  api.answer('getTransaction', { transaction });
  const user = openAs(clara, `/transactions/${transaction._id}`);
  await screen.findByRole('heading', { name: 'Rye loaf' });
  api.answer('getTransaction', { transaction: { ...transaction, title: 'Rye bread' } });
  await undoLast(user);
  await screen.findByRole('heading', { name: 'Rye bread' });
});

test('what can not be undone is said in words of the API, and the step before is next', async () => {
  noteChange('one');
  noteChange('two');
  api.answer('previewUndo', ({ changeSetId }) =>
    changeSetId === 'two' ? previewOf({ possible: false, reason: 'This change is undone already' }) : previewOf(),
  );
  const user = await openHistory();
  await undoLast(user);
  const box = await screen.findByRole('dialog', { name: 'Undo is not possible' });
  expect(box).toHaveTextContent('This change is undone already.');
  await user.click(within(box).getByRole('button', { name: 'Close' }));
  await noDialog();
  await undoLast(user);
  await waitFor(() => expect(undone()).toEqual(['one']));
});

test('the dialog says what the undo does', async () => {
  const effects = [
    effectOf('changed', 'title', 'Rye loaf', 'Rye bread'),
    effectOf('changed', 'date', '2026-11-22', '2026-11-20'),
    effectOf('changed', 'account', clara.accounts[0]?._id, clara.accounts[0]?._id),
    { ...effectOf('restored', null, null, 'Rent'), type: 'Expense' as const, amount: 120, date: '2026-11-01' },
    { ...effectOf('moved', 'balance', -20, 100), entry: clara.accounts[0]?._id ?? '' },
  ];
  api.answer('previewUndo', previewOf({ effects, change: -4.2 }));
  const user = await openHistory();
  await user.click(await button('Undo: Expense changed: Rye loaf'));
  const list = await within(await dialog()).findByRole('list', { name: 'What the undo does' });
  expect(within(await dialog()).getByText('Total').parentElement).toHaveTextContent(
    'Total change of the balance − $4.20',
  );
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Changed TitleRye loaf becomes Rye bread',
    'Changed DateNovember 22, 2026 becomes November 20, 2026',
    'Restored RentNovember 1, 2026− $120.00',
    'Moved Balance−\u00a0$20.00 becomes $100.00',
  ]);
  await user.click(within(await dialog()).getByRole('button', { name: 'Undo' }));
  await noDialog();
  expect(api.inputsOf('undo')).toEqual([{ changeSetId: 'one' }]);
  // The button is gone where the undo has succeeded, so the focus is on the row.
  expect(await screen.findByRole('button', { name: changed.summary })).toHaveFocus();
});

test('a confirmed balance is named once, and as a whole where nothing is left of it', async () => {
  const march = { entry: 'balance everyday 2026-03-31' };
  const effects = [
    {
      ...effectOf('removed', null, null, null),
      ...{ entry: 'balance everyday 2026-04-30', amount: 110.5, date: '2026-04-30' },
    },
    { ...effectOf('changed', 'balance', 90, 95.8), ...march },
    { ...effectOf('changed', 'source', 'hand', 'statement'), ...march },
  ];
  api.answer('previewUndo', previewOf({ effects }));
  const user = await openHistory();
  await user.click(await button('Undo: Expense changed: Rye loaf'));
  const list = await within(await dialog()).findByRole('list', { name: 'What the undo does' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Removed Balance of April 30, 2026$110.50',
    'Changed Balance of March 31, 2026$90.00 becomes $95.80',
    'Changed From, of the balance of March 31, 2026Entered by hand becomes A statement',
  ]);
  // It moves no money, so there is no total.
  expect(within(await dialog()).queryByText('Total')).toBeNull();
});

test('an undo that changes nothing says so', async () => {
  api.answer('previewUndo', previewOf());
  const user = await openHistory();
  await user.click(await button('Undo: Expense changed: Rye loaf'));
  expect(await within(await dialog()).findByText('The books stay as they are.')).toBeVisible();
});

test('each conflict is answered before the undo', async () => {
  const conflicts = [conflictOf('amount', 13.1, 11.2), conflictOf('title', 'Rye roll', 'Rye bread')];
  api.answer('previewUndo', previewOf({ conflicts }));
  noteChange('one');
  const user = await openHistory();
  await undoLast(user);
  const box = await dialog();
  const undo = within(box).getByRole('button', { name: 'Undo' });
  const chosen = () =>
    within(box)
      .getAllByRole('radio', { checked: true })
      .map(({ parentElement }) => parentElement?.textContent);
  await user.click(await within(box).findByRole('button', { name: 'Restore all' }));
  expect(chosen()).toEqual(['Restore$11.20', 'RestoreRye bread']);
  await user.click(within(box).getByRole('button', { name: 'Keep all' }));
  expect(chosen()).toEqual(['Keep$13.10', 'KeepRye roll']);
  expect(undo).toBeEnabled();
  const [amount] = within(box).getAllByRole('group') as [HTMLElement];
  expect(amount).toHaveAccessibleName('Amount');
  expect(amount).toHaveTextContent(/Expense changed: Rye roll, on November 21, 2026/);
  await user.click(within(amount).getByLabelText(/^Restore ?\$11\.20/));
  await user.click(undo);
  await noDialog();
  expect(api.inputsOf('undo')).toEqual([
    { changeSetId: 'one', resolve: { [`${entry} amount`]: 'then', [`${entry} title`]: 'now' } },
  ]);
});

test('what comes to the same by either answer is kept without a question', async () => {
  const isOpen = conflictOf('isOpen', true, true);
  api.answer('previewUndo', previewOf({ conflicts: [isOpen, conflictOf('title', 'Rye roll', 'Rye bread')] }));
  const user = await openHistory();
  await user.click(await button('Undo: Expense changed: Rye loaf'));
  const box = await dialog();
  const [title, ...more] = await within(box).findAllByRole('group');
  expect([title?.textContent, more.length]).toEqual([expect.stringMatching(/^Title/), 0]);
  expect(within(box).queryByRole('button', { name: 'Keep all' })).toBeNull();
  await user.click(within(box).getByLabelText(/^Restore/));
  await user.click(within(box).getByRole('button', { name: 'Undo' }));
  await noDialog();
  expect(api.inputsOf('undo')[0]?.resolve).toEqual({ [`${entry} isOpen`]: 'now', [`${entry} title`]: 'then' });

  api.answer('previewUndo', previewOf({ conflicts: [isOpen] }));
  await user.click(await button('Undo: Expense changed: Rye loaf'));
  expect(await within(await dialog()).findByText('The books stay as they are.')).toBeVisible();
});

test('an undo by the keyboard does not ask either, and the step before is next where nothing changes', async () => {
  noteChange('one');
  noteChange('two');
  const conflicts = Array.from({ length: 120 }, (_, index) =>
    conflictOf('title', 'Rye loaf', 'Rye loaf', { _id: `tea ${index}`, entry: `tea ${index}` }),
  );
  api.answer('previewUndo', ({ limit = 500, before = '0' }) => {
    const to = Number(before) + Number(limit);
    const shown = conflicts.slice(Number(before), to);
    return previewOf({ conflicts: shown, conflictCount: 120, next: to < 120 ? String(to) : null });
  });
  api.answer('undo', clara, false);
  const user = await openHistory();
  await undoLast(user);
  await screen.findByText('No Changes Made');
  await undoLast(user);
  await waitFor(() => expect(undone()).toEqual(['two', 'one']));
  expect(Object.values(api.inputsOf('undo')[0]?.resolve ?? {})).toEqual(Array(120).fill('now'));
  await noDialog();
});

test('what is gone would come back, or go for good', async () => {
  const deleted = changeSetOf('deleted', { kind: 'delete-transaction', summary: 'Expense deleted' });
  answerChangeSets([changed, later, deleted]);
  const wouldReturn = conflictOf(null, null, 'Rye bread', { _id: entry, changeSetId: 'deleted' });
  const wasMade = conflictOf(null, null, null, { _id: `${entry} deleted`, changeSetId: 'deleted' });
  const isThere = conflictOf(null, 'Rye roll', null, { _id: `${entry} later` });
  const labels = async (conflict: typeof wasMade) => {
    api.answer('previewUndo', previewOf({ conflicts: [conflict] }));
    await user.click(await button('Undo: Expense changed: Rye loaf'));
    const choices = await within(await dialog()).findAllByRole('radio');
    const found = choices.map((choice) => choice.closest('label')?.textContent);
    await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
    await noDialog();
    return found;
  };
  const user = await openHistory();
  expect(await labels(wouldReturn)).toEqual(['Keep deleted', 'Restore']);
  expect(await labels(wasMade)).toEqual(['Keep deleted', 'Remove for good']);
  expect(await labels(isThere)).toEqual(['Keep', 'Remove']);
});

test('all later changes of something have one answer', async () => {
  const conflicts = ['later', 'two'].map((changeSetId) =>
    conflictOf(null, 'Rye roll', null, { _id: `${entry} ${changeSetId}`, changeSetId }),
  );
  api.answer('previewUndo', previewOf({ conflicts }));
  const user = await openHistory();
  await user.click(await button('Undo: Expense changed: Rye loaf'));
  const group = await within(await dialog()).findByRole('group', { name: 'Rye roll' });
  expect(within(group).getAllByRole('listitem')).toHaveLength(2);
  await user.click(within(group).getByLabelText('Remove'));
  await user.click(within(await dialog()).getByRole('button', { name: 'Undo' }));
  await noDialog();
  expect(api.inputsOf('undo')).toEqual([
    { changeSetId: 'one', resolve: { [`${entry} later`]: 'then', [`${entry} two`]: 'then' } },
  ]);
});

test('what was changed meanwhile is asked about, and the other answers stay', async () => {
  const amount = conflictOf('amount', 13.1, 11.2);
  api.answer('previewUndo', previewOf({ conflicts: [amount] }));
  api.refuse('undo', 'undo_conflicts', undefined, [conflictOf('title', 'Rye roll', 'Rye bread')]);
  const user = await openHistory();
  await user.click(await button('Undo: Expense changed: Rye loaf'));
  const box = await dialog();
  await user.click(await within(box).findByLabelText(/^Restore/));
  api.answer('previewUndo', previewOf({ conflicts: [amount, conflictOf('title', 'Rye roll', 'Rye bread')] }));
  await user.click(within(box).getByRole('button', { name: 'Undo' }));
  const title = await within(box).findByRole('group', { name: 'Title' });
  expect(within(box).getByRole('alert')).toHaveTextContent('This was changed again meanwhile');
  expect(within(box).getByRole('button', { name: 'Undo' })).toBeDisabled();
  expect(within(within(box).getByRole('group', { name: 'Amount' })).getByLabelText(/^Restore/)).toBeChecked();
  api.answer('undo', clara);
  await user.click(within(title).getByLabelText(/^Keep/));
  await user.click(within(box).getByRole('button', { name: 'Undo' }));
  await noDialog();
  expect(api.inputsOf('undo').at(-1)?.resolve).toEqual({ [`${entry} amount`]: 'then', [`${entry} title`]: 'now' });
});

test('the dialog is there at once, with a sign that it loads, and stays closed where it was closed meanwhile', async () => {
  api.answer('previewUndo', previewOf({ effects: [effectOf('restored', null, null, 'Rent')] }));
  const release = api.hold('previewUndo');
  const user = await openHistory();
  const open = async () => await user.click(await button('Undo: Expense changed: Rye loaf'));
  await open();
  const box = await dialog();
  expect(box).toHaveAccessibleDescription('Looking at what the undo does…');
  expect(within(box).getByRole('button', { name: 'Undo' })).toBeDisabled();
  expect(within(box).getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await user.keyboard('{Escape}');
  await noDialog();
  release();
  await waitFor(() => expect(api.requestsOf('previewUndo')).toHaveLength(1));
  await noDialog();
  await open();
  await within(await dialog()).findByText('Rent');
  expect(within(await dialog()).getByRole('button', { name: 'Cancel' })).toHaveFocus();
});

test('a preview that fails closes the dialog and says why', async () => {
  api.refuse('previewUndo', 'change_set_not_found');
  const user = await openHistory();
  await user.click(await button('Undo: Expense changed: Rye loaf'));
  await screen.findByText('Unable to undo');
  await noDialog();
});

/** Answers previews of an undo with the given numbers of effects and conflicts, in pages. */
function answerPages(effects: number, conflicts: number): void {
  const numbered = <Row,>(count: number, rowOf: (index: number) => Row) =>
    Array.from({ length: count }, (_, index) => rowOf(index));
  const all = {
    effects: numbered(effects, (index) => ({
      ...effectOf('removed', null, `Tea ${index}`, null),
      entry: `tea ${index}`,
    })),
    conflicts: numbered(conflicts, (index) =>
      conflictOf(null, `Cup ${index}`, null, { _id: `cup ${index}`, entry: `cup ${index}` }),
    ),
  };
  api.answer('previewUndo', ({ limit = 500, before = '0' }) => {
    const [from, to] = [Number(before), Number(before) + Number(limit)];
    return previewOf({
      effects: all.effects.slice(from, to),
      conflicts: all.conflicts.slice(from, to),
      count: effects,
      conflictCount: conflicts,
      next: to < Math.max(effects, conflicts) ? String(to) : null,
    });
  });
}

test('a long list is shown by and by, and says how long it is', async () => {
  answerPages(620, 0);
  const user = await openHistory();
  await user.click(await button('Undo: Expense changed: Rye loaf'));
  const box = await dialog();
  const listed = () => within(within(box).getByRole('list', { name: 'What the undo does' })).getAllByRole('listitem');
  await within(box).findByText('50 of 620 changes');
  expect(listed()).toHaveLength(50);
  await user.click(within(box).getByRole('button', { name: 'Show more' }));
  await within(box).findByText('100 of 620 changes');
  expect(listed()).toHaveLength(100);
  expect(api.inputsOf('previewUndo')).toEqual([
    { changeSetId: 'one', limit: 50 },
    { changeSetId: 'one', limit: 500, before: '50' },
  ]);
  await user.click(within(box).getByRole('button', { name: 'Undo' }));
  await noDialog();
  expect(api.inputsOf('undo')).toEqual([{ changeSetId: 'one' }]);
});

test('conflicts of all pages are answered before the undo, by one answer for all as well', async () => {
  answerPages(0, 60);
  const user = await openHistory();
  await user.click(await button('Undo: Expense changed: Rye loaf'));
  const box = await dialog();
  await within(box).findByText('50 of 60 to answer');
  const undo = within(box).getByRole('button', { name: 'Undo' });
  for (const keep of within(box).getAllByLabelText(/^Keep/)) fireEvent.click(keep);
  expect(within(box).getByText('50 of 60 answered')).toBeVisible();
  expect(undo).toBeDisabled();
  await user.click(within(box).getByRole('button', { name: 'Restore all' }));
  await within(box).findByText('60 of 60 answered');
  await user.click(within(box).getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(within(box).getAllByRole('group')).toHaveLength(60));
  await user.click(undo);
  await noDialog();
  const [sent] = api.inputsOf('undo');
  expect(Object.values(sent?.resolve ?? {})).toEqual(Array(60).fill('then'));
});
