import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { api, openAs } from '../../../testing/open.tsx';
import { clara, entryOf, transactionOf } from '../../../testing/people.ts';

const ruleId = '80000000-0000-4000-8000-000000000001';
const at = '2025-03-03T12:00:00.000Z';
const origin = { ruleId: null, ruleVersion: null, changeSetId: 'a', at };

test('the page of an entry says which rule set a field, and leads to the rule as it was', async () => {
  const rye = transactionOf(1, { title: 'Rye loaf', category: 'Groceries', tags: ['weekly'] });
  api.answer('getTransaction', { transaction: { ...rye, imported: [] } });
  api.answer('getEntry', {
    entry: entryOf(1),
    origins: {
      category: { ...origin, by: 'rule', ruleId, ruleVersion: 2 },
      title: { ...origin, by: 'rule', ruleId, ruleVersion: 2 },
      wallet: { ...origin, by: 'hand' },
      tags: { ...origin, by: 'import' },
    },
  });
  api.answer('getRules', {
    rules: [
      {
        ...{
          _id: ruleId,
          version: 2,
          when: 'title:"Bakery by the station" amount<20',
          then: { category: 'Groceries' },
        },
        ...{ stop: false, isOn: true, applied: 1, last: at },
      },
    ],
  });
  openAs({ ...clara, transactionHistory: [rye], transactionCount: 1 }, `/transactions/${rye._id}`);
  const [first, second] = await screen.findAllByRole('link', { name: /^by the rule “title:"Bakery by the stat/ });
  for (const link of [first, second])
    expect(link).toHaveAttribute('href', `/rules/${ruleId}?known=${encodeURIComponent(at)}`);
  const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(facts).toEqual([
    'by the rule “title:"Bakery by the statio…”, March 3, 2025',
    'Cash',
    'Groceriesby the rule “title:"Bakery by the statio…”, March 3, 2025',
    '#weeklyby the import, March 3, 2025',
    'No receipt',
  ]);
  expect(api.inputsOf('getRules')[0]).toEqual({ known: at });
});
