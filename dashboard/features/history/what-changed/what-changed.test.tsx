import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { messages } from '#contract/messages.ts';
import { endOf } from '../../../shared/as-known/moment.ts';
import { answerChangeSets, changeSetOf } from '../../../testing/change-sets.ts';
import { fill } from '../../../testing/form-spec.tsx';
import { api, button, openAs } from '../../../testing/open.tsx';
import { clara } from '../../../testing/people.ts';
import { today } from '../../../ui/day.ts';

const changed = {
  from: { known: 4, amount: 410 },
  steps: [
    { changeSetIds: ['import, of March'], summary: 'Import of March', count: 214, change: 94.2 },
    { changeSetIds: ['one', 'two, too'], summary: '2 small changes', count: 2, change: -4.2 },
  ],
  to: { known: 300, amount: 500 },
  agrees: true,
};
const address = (from: string, more = '') => `/history/what-changed?from=${encodeURIComponent(from)}${more}`;

async function lines() {
  const table = await screen.findByRole('table', { name: 'What changed' });
  return within(table)
    .getAllByRole('row')
    .map(({ textContent }) => textContent);
}

test('says each step from one amount to the other, and leads to its change-sets', async () => {
  api.answer('whatChanged', changed);
  answerChangeSets([changeSetOf('one'), changeSetOf('two, too')]);
  const from = endOf('2026-03-14');
  const user = openAs(clara, address(from));
  expect(await lines()).toEqual([
    'FromMarch 14, 2026 at 11:59 PM$410.00',
    '1Import of March 214 entries+ $94.20',
    '2' + '2 small changes 2 entries\u2212 $4.20',
    'ToNow$500.00',
  ]);
  expect(api.inputsOf('whatChanged')).toEqual([{ figure: 'balance', from, to: endOf(today()) }]);
  expect(screen.getByRole('link', { name: 'Import of March' })).toHaveAttribute(
    'href',
    '/history?changes=import%252C%2520of%2520March',
  );
  await user.click(screen.getByRole('link', { name: '2 small changes' }));
  await button('Expense changed: one');
  await button('Expense changed: two, too');
  // Both are open, and ask for their changes after that.
  expect(api.inputsOf('getChangeSet').filter(({ limit }) => limit === '1')).toEqual([
    { id: 'one', limit: '1' },
    { id: 'two, too', limit: '1' },
  ]);
});

test('other days are other moments', async () => {
  api.answer('whatChanged', changed);
  const user = openAs(clara, address(endOf('2026-03-14'), '&figure=monthly:income'));
  await lines();
  expect(screen.getByRole('heading', { name: 'Monthly income' })).toBeVisible();
  await fill(user, { 'From the end of': '2026-02-28' });
  await waitFor(() => expect(api.inputsOf('whatChanged').at(-1)?.from).toBe(endOf('2026-02-28')));
  expect(api.inputsOf('whatChanged').at(-1)?.figure).toBe('monthly:income');
});

test('says where the steps do not add up, and where there are none', async () => {
  api.answer('whatChanged', { ...changed, steps: [], agrees: false });
  openAs(clara, address(endOf('2026-03-14')));
  expect((await screen.findByText(/^These changes do not add up to the difference\./)).role).toBe('alert');
  expect(screen.getByText('Nothing has changed it in between.')).toBeVisible();
});

test('what is no figure is said to be none', async () => {
  openAs(clara, '/history/what-changed?figure=tide');
  await screen.findByText(`${messages.notAFigure}.`);
  expect(api.inputsOf('whatChanged')).toEqual([]);
});
