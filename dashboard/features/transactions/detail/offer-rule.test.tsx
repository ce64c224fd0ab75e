import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noteCorrection } from '../../../browser-state/corrections.ts';
import { api, button, field, openAs } from '../../../testing/open.tsx';
import { clara, transactionOf } from '../../../testing/people.ts';

const loaf = transactionOf(3, { title: 'Bakery "Lind"', category: 'Shopping' });
const bread = { ...loaf, category: 'Groceries' };
const rule = { when: 'title:"Bakery \\"Lind\\""', then: { category: 'Groceries' } };

/** Opens an entry of whose title two others were corrected, and gives it a category. */
async function correct(category: string, count = 41) {
  for (const entry of ['1', '2']) noteCorrection(clara._id, { entry, title: 'bakery "lind"', category: 'Groceries' });
  api.answer('previewRules', { count, changes: [], kept: [], keptCount: 0, next: null });
  api.answer('getTransaction', { transaction: { ...loaf, imported: [] } });
  api.answer('updateTransaction', { ...clara, transactionHistory: [bread], transactionCount: 1 });
  const hands = openAs({ ...clara, transactionHistory: [loaf], transactionCount: 1 }, `/transactions/${loaf._id}`);
  await hands.click(await button('Edit'));
  await hands.selectOptions(await field(/^Category/), category);
  await hands.click(await button('Save changes'));
  await screen.findByText('Changes saved');
  return hands;
}

test('after the third equal correction the toast offers the rule, which is filled in', async () => {
  const hands = await correct('Groceries');
  const offer = await screen.findByRole('link', { name: 'Make it a rule (41 entries)' });
  expect(offer.closest('li')).toHaveTextContent(/Changes saved.*Undo/);
  expect(api.inputsOf('previewRules')).toEqual([{ rule, limit: 1 }]);
  await hands.click(offer);
  await screen.findByRole('heading', { name: 'New Rule' });
  expect(await field('When an entry is found by')).toHaveValue(rule.when);
  expect(await field(/^Category/)).toHaveValue('Groceries');
  await waitFor(() => expect(screen.queryByText('Changes saved')).toBeNull());
});

test('where no other entry would change, the rule is for new ones', async () => {
  await correct('Groceries', 0);
  await screen.findByRole('link', { name: 'Make it a rule for new entries' });
});

test('another category is no equal correction: nothing is offered, or asked', async () => {
  await correct('Travel');
  expect(api.inputsOf('previewRules')).toEqual([]);
  expect(screen.queryByRole('link', { name: /^Make it a rule/ })).toBeNull();
});
