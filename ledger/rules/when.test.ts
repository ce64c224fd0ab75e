import { expect, test } from 'vitest';
import { EVERYDAY } from '#ledger/model/constants.ts';
import type { RuleWhen } from '#ledger/model/rule.ts';
import { findsEverything } from './finds-everything.ts';
import type { RuleNames } from './rule.ts';
import { comesToWhole } from './split.ts';
import { FINDS_EVERYTHING, queryOf, shownWhen, writtenWhen } from './when.ts';

const [CARD, OLD_CARD] = ['card', 'old card'];
function names(accounts: Record<string, string>): RuleNames {
  return {
    today: '2026-03-18',
    accounts: new Map(Object.entries(accounts).map(([id, name]) => [id, { name }])),
    categories: new Map([['Groceries', { name: 'Groceries', kind: 'Expense', parent: undefined, isArchived: false }]]),
    merged: new Map(),
  };
}
const BEFORE = names({ [EVERYDAY]: 'Everyday', [CARD]: 'Card', [OLD_CARD]: 'CARD' });

function whenOf(text: string, known = BEFORE): RuleWhen {
  const written = writtenWhen(text, known);
  if ('problem' in written) throw new Error(written.problem.message);
  return written.when;
}

test('names keep what they stood for', () => {
  const when = whenOf(' rewe account:everyday -account:card or account:Everyday category:- ');
  expect(when).toEqual({
    text: 'rewe account:everyday -account:card or account:Everyday category:-',
    names: [
      { field: 'account', name: 'everyday', ids: [EVERYDAY] },
      { field: 'account', name: 'card', ids: [CARD, OLD_CARD] },
    ],
  });
  expect(shownWhen(when, BEFORE)).toBe(when.text);
});

test('a rename shows, in quotes where it has to be; of several names all are shown', () => {
  const when = whenOf('"account:card" note:"account:card" account:everyday -account:"card" amount>5');
  const after = names({ [EVERYDAY]: 'Day to "day"', [CARD]: 'Card', [OLD_CARD]: 'Old' });
  expect(shownWhen(when, after)).toBe(
    '"account:card" note:"account:card" account:"Day to \\"day\\"" -(account:Card or account:Old) amount>5',
  );
  const read = queryOf(when, after);
  expect(read).toMatchObject({ query: { all: [{}, {}, { is: 'account', accounts: [EVERYDAY] }, { not: {} }, {}] } });
});

test('a name that is as long as can be does not make the query unreadable', () => {
  const [short, long] = ['Aa', 'A'.repeat(30)];
  const text = Array.from({ length: 45 }, () => `account:${short}`).join(' ');
  const when = whenOf(text, names({ [EVERYDAY]: short }));
  expect(queryOf(when, names({ [EVERYDAY]: long }))).toHaveProperty('query');
});

test('a query that names what is gone is not understood', () => {
  const when = whenOf('-account:card');
  expect(queryOf(when, names({ [EVERYDAY]: 'Everyday' }))).toHaveProperty('problem');
});

test('a query that is not understood, or finds everything, is refused', () => {
  expect(writtenWhen('account:nowhere', BEFORE)).toMatchObject({ problem: { at: 8 } });
  for (const text of [
    ...['', '  ', 'amount>0', 'amount<5 or amount>=5', 'cafe or -cafe', '-(cafe and -cafe)', 'date:1900..2199'],
    ...[
      'type:Expense or type:Income or type:Transfer',
      'not (type:Expense and type:Income)',
      'date<2026 or date>=2026',
    ],
  ]) {
    expect(writtenWhen(text, BEFORE), text).toEqual({ problem: { message: FINDS_EVERYTHING, at: 0 } });
  }
  for (const text of [
    ...['amount>0.01', 'amount<5 or amount>5', 'cafe or -bar', 'type:Expense or type:Income', 'date:2026', 'has:note'],
  ]) {
    expect(writtenWhen(text, BEFORE), text).toHaveProperty('when');
  }
});

test('more cases than are looked at are taken for less than everything', () => {
  const any = Array.from({ length: 14 }, (_, at) => ({ is: 'tag' as const, tag: `t${at}` }));
  expect(findsEverything({ any: [...any, { not: any[0] as (typeof any)[0] }] })).toBe(false);
});

test('a split has to come to the whole', () => {
  const whole = (...shares: Parameters<typeof comesToWhole>[0]) => comesToWhole(shares);
  const amount = 500 as never;
  expect(whole({ percent: 33.33 }, { percent: 66.67 })).toBe(true);
  expect(whole({ percent: 50 }, { rest: true })).toBe(true);
  expect(whole({ amount }, { percent: 99.99 }, { rest: true })).toBe(true);
  expect(whole({ percent: 33.33 }, { percent: 66.66 })).toBe(false);
  expect(whole({ percent: 50 }, { percent: 50 }, { rest: true })).toBe(false);
  expect(whole({ amount }, { percent: 100 })).toBe(false);
  expect(whole({ rest: true }, { rest: true })).toBe(false);
  expect(whole({ percent: 0 }, { percent: 100 })).toBe(false);
  expect(whole({ percent: 50, rest: true }, { percent: 50 })).toBe(false);
  expect(whole({}, { percent: 100 })).toBe(false);
});
