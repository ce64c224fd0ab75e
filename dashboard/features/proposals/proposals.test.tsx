import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { api, button, expectToasts, openAs } from '../../testing/open.tsx';
import { clara } from '../../testing/people.ts';

const ID = '3a1f6d1e-0c4b-4c7a-9b55-0d3c2f1e4a10';
const PROPOSAL = {
  _id: ID,
  reason: 'Two coffees',
  actor: 'token The assistant',
  createdAt: '2026-11-20T09:00:00.000Z',
  expiresAt: '2026-12-20T09:00:00.000Z',
  status: 'open' as const,
  count: 3,
  changeSetId: null,
};
const command = (title: string) => ({ call: '/transaction/create-expense', input: { title, amount: 4.5 } });
const recorded = (index: number, name: string) => ({
  ...{ command: index, entry: `00000000-0000-4000-8000-00000000000${index}`, name, what: 'recorded' as const },
  ...{ field: null, now: null, then: name, type: 'Expense' as const, amount: 4.5, date: '2026-11-19' },
});
const DETAIL = {
  proposal: PROPOSAL,
  commands: [command('Coffee'), command('Tea'), command('Gone')],
  effects: [
    recorded(0, 'Coffee'),
    {
      ...{ command: 1, entry: '00000000-0000-4000-8000-000000000001', name: 'Tea', what: 'changed' as const },
      ...{ field: 'category', now: 'Other', then: 'Groceries', type: null, amount: null, date: null },
    },
  ],
  figures: [
    { figure: 'balance', now: 580, then: 571 },
    { figure: 'category:Groceries:month:2026-11', now: 20, then: 24.5 },
  ],
  problems: [{ command: 2, code: 'transaction_not_found', title: 'This transaction does not exist' }],
};

beforeEach(() => {
  api.answer('getProposals', { proposals: [PROPOSAL] });
  api.answer('getProposal', DETAIL);
  api.answer('acceptProposal', { ...clara, left: [] });
  api.answer('declineProposal', {});
});

async function open() {
  const person = openAs(clara, '/proposals');
  const list = await screen.findByRole('list', { name: 'What it would do' });
  return { person, lines: within(list).getAllByRole('listitem') };
}

test('a proposal says what each command would do, why one can’t be done, and which figures change', async () => {
  const { lines } = await open();
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Take change 1recorded Coffee November 19, 2026− $4.50',
    'Take change 2Tea category Other becomes Groceries',
    "Change 3 can't be done: This transaction does not exist.",
  ]);
  expect(screen.getByText('The assistant')).toBeVisible();
  const rows = within(screen.getByRole('table', { name: 'Figures that would change' })).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'FigureNowThen',
    'Account balance$580.00$571.00',
    'Groceries Expenses, November 2026$20.00$24.50',
  ]);
});

test('a line is left out by the space bar, and a accepts the rest', async () => {
  const { person } = await open();
  const box = screen.getByRole('checkbox', { name: 'Take change 2' });
  box.focus();
  await person.keyboard(' ');
  expect(box).not.toBeChecked();
  expect(await button('Accept 1 of 3')).toBeEnabled();
  expect(screen.queryByRole('table')).toBeNull();
  api.answer('getProposals', { proposals: [{ ...PROPOSAL, status: 'accepted', changeSetId: ID }] });
  await person.keyboard('a');
  await expectToasts('Proposal accepted');
  expect(api.inputsOf('acceptProposal')).toEqual([{ proposalId: ID, except: [1, 2] }]);
  expect(await screen.findByText('Nothing is proposed.')).toBeVisible();
  expect(within(screen.getByRole('list', { name: 'Decided' })).getByRole('listitem')).toHaveTextContent('Accepted');
});

test('d declines, and a refusal is said while the list is asked for again', async () => {
  const { person } = await open();
  api.refuse('acceptProposal', 'proposal_unfit');
  await person.click(await button('Accept 2 of 3'));
  await screen.findByText('Unable to accept the proposal');
  await person.keyboard('d');
  await expectToasts('Unable to accept the proposal', 'Proposal declined');
  expect(api.inputsOf('declineProposal')).toEqual([{ proposalId: ID }]);
});

test('the Overview names the newest proposal, and leads to it', async () => {
  api.answer('recentTransactions', { transactions: [] });
  openAs(clara, '/');
  const link = await screen.findByRole('link', { name: 'Two coffees' });
  expect(link).toHaveAttribute('href', '/proposals');
  expect(link.closest('li')).toHaveTextContent('The assistant proposes: Two coffees');
});
