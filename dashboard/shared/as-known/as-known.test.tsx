import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { noteChange } from '../../browser-state/own-changes.ts';
import { answerChangeSets, changeSetOf } from '../../testing/change-sets.ts';
import { fill } from '../../testing/form-spec.tsx';
import { api, button, openAs, screenLink } from '../../testing/open.tsx';
import { clara } from '../../testing/people.ts';
import { endOf } from './moment.ts';

const THEN = endOf('2026-03-14');
const before = { ...clara, currentBalance: 320 };
const address = (path: string) => `${path}?known=${encodeURIComponent(THEN)}`;

/** The API knows a user of then and one of now, and no transactions. */
function answerBoth() {
  api.answer('getCurrentUser', (input) => (input?.known === undefined ? clara : before));
  api.answer('recentTransactions', { transactions: [] });
  api.answer('getTransactions', { transactions: [], next: null });
  api.answer('getGoals', { goals: [] });
}

const main = () => screen.getByRole('main');
const knownOf = (name: 'recentTransactions' | 'getGoals') => api.inputsOf(name).map((input) => input?.known);

test('screens are as of the day that is chosen, also the next one, until the way back to now', async () => {
  answerBoth();
  const user = openAs(clara, '/');
  await button('Explain balance $500.00');
  await user.click(within(main()).getByRole('button', { name: 'View as of…' }));
  await fill(user, { Day: '2026-03-14' });
  await user.click(await button('Show'));
  await button('Explain balance $320.00');
  expect(within(main()).getByText(/^March 14, 2026 at 11:59 PM$/)).toBeVisible();
  expect(knownOf('recentTransactions').at(-1)).toBe(THEN);
  await user.click(within(screen.getByRole('complementary')).getByRole('link', { name: 'Goals' }));
  await waitFor(() => expect(knownOf('getGoals')).toEqual([THEN]));
  await user.click(screenLink('Overview'));
  await button('Explain balance $320.00');
  await user.click(await button('Back to today'));
  await button('Explain balance $500.00');
  expect(screen.queryByText('View as of', { selector: 'p' })).toBeNull();
});

test('an address has the moment, and nothing can be changed', async () => {
  answerBoth();
  noteChange('one');
  const user = openAs(clara, address('/settings'));
  await screen.findByText(/You are looking at the books as they were; go back to today to change them\./);
  expect(screen.getByLabelText('Old password')).toBeDisabled();
  await user.keyboard('{Control>}z{/Control}');
  await screen.findAllByText(/You are looking at the books as they were/, { selector: '[data-title]' });
  await user.click(screenLink('Overview'));
  expect(await button('Set income and expense')).toBeDisabled();
  expect(api.inputsOf('sinceLastVisit')).toEqual([]);
  expect(api.inputsOf('previewUndo')).toEqual([]);
});

test('no transaction can be made', async () => {
  answerBoth();
  openAs(clara, address('/create-transaction'));
  await screen.findByText(/You are looking at the books as they were/);
  expect(screen.queryByLabelText('Title')).toBeNull();
});

test('a change-set leads to the books as of its last entry', async () => {
  answerBoth();
  answerChangeSets([changeSetOf('one', { revision: 12 })]);
  const recordedAt = new Date(2026, 2, 14, 9, 30).toISOString();
  const more = { change: null, balance: null, transactionId: null, goalId: null, checkoutId: null };
  const entry = { _id: 'entry', revision: 12, type: 'IncomeRecorded', words: 'Income', recordedAt, ...more };
  api.answer('getHistory', { entries: [entry], next: null });
  const user = openAs(clara, '/history');
  await user.click(await button('Expense changed: one'));
  await user.click(await button('See the books as of this change'));
  await button('Explain balance $320.00');
  expect(within(main()).getByText('March 14, 2026 at 9:30 AM')).toBeVisible();
  expect(within(main()).getByText('Saturday')).toBeVisible();
  expect(knownOf('recentTransactions')).toEqual(['12']);
  expect(api.inputsOf('getHistory')).toEqual([{ limit: '1', before: '13' }]);
});

test('a moment that is none is said to be none', async () => {
  answerBoth();
  api.refuse('getCurrentUser', 'invalid', { known: messages.notAMoment });
  const user = openAs(clara, '/?known=yesterday');
  await screen.findByText(messages.notAMoment);
  api.answer('getCurrentUser', clara);
  await user.click(await button('Back to today'));
  await button('Explain balance $500.00');
});

test('what is explained is explained as of then', async () => {
  answerBoth();
  const explanation = { figure: 'balance', amount: 320, shown: 320, agrees: true };
  api.answer('explain', { ...explanation, parts: [], entries: [], next: null, revision: 3 });
  const user = openAs(clara, address('/'));
  await user.click(await button('Explain balance $320.00'));
  const box = await screen.findByRole('dialog', { name: 'Account balance' });
  expect(box).toHaveAccessibleDescription('as of March 14, 2026 at 11:59 PM');
  await within(box).findByText('There is no entry behind it.');
  expect(api.inputsOf('explain')).toEqual([{ figure: 'balance', limit: '50', known: THEN }]);
});
