import { expect, test } from 'vitest';
import { type AccountKind, EVERYDAY } from '#ledger/model/constants.ts';
import type { Cents } from '#ledger/model/money.ts';
import { EMPTY_BOOKS } from '#ledger/model/state.ts';
import { idNumber } from '#ledger/testing/scenario.ts';
import { targetsOf } from './targets.ts';

const CARD = idNumber(1);

/** Where the only account of a file of a kind goes, in a ledger with Everyday and accounts of other kinds. */
function goes(kind: AccountKind | null, others: readonly AccountKind[] = []) {
  const accounts = new Map(EMPTY_BOOKS.accounts);
  for (const other of others) {
    accounts.set(CARD, { name: 'My card', kind: other, balance: 0 as Cents, isOpen: true, place: 1 });
  }
  const { targets, questions } = targetsOf(
    { format: 'ofx', accounts: [{ key: '4111', name: 'Credit card 9876', currency: 'USD', kind }], rows: [] },
    {
      ...{ ledgerId: idNumber(2), importId: idNumber(3), currency: '$', accounts, accountId: null, answers: {} },
      ...{ remembered: [], inUse: new Set<string>() },
    },
  );
  const target = targets.get('4111');
  return [target?.goes, target?.goes === 'account' ? target.accountId : null, questions.map(({ id }) => id)];
}

test('a file of a card, savings or a loan opens its account, where there is none of its kind', () => {
  for (const kind of ['Credit card', 'Savings', 'Loan'] as const) expect(goes(kind)).toEqual(['new', null, []]);
  expect(goes('Loan', ['Credit card'])).toEqual(['new', null, []]);
});

test('a file of a current account, or of a kind that is not known, goes to the only account', () => {
  for (const kind of ['Checking', null] as const) expect(goes(kind)).toEqual(['account', EVERYDAY, []]);
});

test('a file of a kind of which there is an account asks', () => {
  expect(goes('Credit card', ['Credit card'])[2]).toEqual(['account']);
});
