import { expect, test } from 'vitest';
import { type AccountKind, EVERYDAY } from '#ledger/model/constants.ts';
import type { Cents } from '#ledger/model/money.ts';
import { EMPTY_BOOKS } from '#ledger/model/state.ts';
import { idNumber } from '#ledger/testing/scenario.ts';
import { targetsOf } from './targets.ts';

const CARD = idNumber(1);

/** Where the only account of a file of a kind goes, in a ledger with Everyday and accounts of other kinds. */
function goes(kind: AccountKind | null, others: readonly AccountKind[] = [], key = '4111', knownKey?: string) {
  const accounts = new Map(EMPTY_BOOKS.accounts);
  for (const other of others) {
    accounts.set(CARD, { name: 'My card', kind: other, balance: 0 as Cents, isOpen: true, place: 1 });
  }
  const { targets, questions } = targetsOf(
    { format: 'ofx', accounts: [{ key, name: 'Credit card 9876', currency: 'USD', kind }], rows: [] },
    {
      ...{ ledgerId: idNumber(2), importId: idNumber(3), currency: '$', accounts, accountId: null, answers: {} },
      ...{ remembered: [], inUse: new Set<string>() },
      knownKeys: knownKey === undefined ? [] : [{ account: knownKey, goesTo: EVERYDAY }],
    },
  );
  const target = targets.get(key);
  return [target?.goes, target?.goes === 'account' ? target.accountId : null, questions.map(({ id }) => id)];
}

test('a file of a card, savings or a loan opens its account, where there is none of its kind', () => {
  for (const kind of ['Credit card', 'Savings', 'Loan'] as const) expect(goes(kind)).toEqual(['new', null, []]);
  expect(goes('Loan', ['Credit card'])).toEqual(['new', null, []]);
});

test('a file of a current account, or of a kind that is not known, goes to the only account', () => {
  for (const kind of ['Checking', null] as const) expect(goes(kind)).toEqual(['account', EVERYDAY, []]);
});

test.each([
  ['another IBAN', 'DE89370400440532013000', 'DE02120300000000202051', 'new'],
  ['the number of the IBAN', '532013000', 'DE89370400440532013000', 'account'],
  ['a Czech number of the IBAN', '19-2000145399/0800', 'CZ6508000000192000145399', 'account'],
  ['no number', '', 'DE02120300000000202051', 'account'],
  ['a masked number', '****1234', 'DE02120300000000202051', 'account'],
  ['a number beside a file without one', '532013000', '', 'account'],
])('of a file with %s after files of Everyday', (_, key, knownKey, where) => {
  expect(goes('Checking', [], key, knownKey)[0]).toBe(where);
});

test('a file of a known number goes to its account, beside others', () => {
  expect(goes('Checking', ['Credit card'], '532013000', 'DE89370400440532013000')).toEqual(['account', EVERYDAY, []]);
  expect(goes('Checking', ['Credit card'], '532013001', 'DE89370400440532013000')[2]).toEqual(['account']);
});

test('a file of a kind of which there is an account asks', () => {
  expect(goes('Credit card', ['Credit card'])[2]).toEqual(['account']);
});
