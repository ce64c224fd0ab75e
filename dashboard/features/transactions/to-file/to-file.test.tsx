import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { GIVEN } from '../../../shared/categories/categories.ts';
import { api, button, expectToasts, openAs } from '../../../testing/open.tsx';
import { clara } from '../../../testing/people.ts';

const idOf = (name: string) =>
  GIVEN.find((category) => category.name === name && category.kind === 'Expense')?._id ?? '';
const [first, second, third] = ['a', 'b', 'c'].map((letter) => `00000000-0000-4000-8000-00000000000${letter}`);

const REWE = {
  ...{ title: 'Rewe Markt', type: 'Expense' as const, count: 2, amount: 30.5, first: '2026-10-01', last: '2026-10-08' },
  ...{ ids: [first ?? '', second ?? ''], query: 'title:=rewe title:=markt type:expense' },
  proposal: { categoryId: idOf('Groceries'), category: 'Groceries', reason: 'As 3 of your entries with ‘rewe’' },
};
const KIOSK = {
  ...{ title: 'Kiosk', type: 'Expense' as const, count: 1, amount: 3, first: '2026-10-09', last: '2026-10-09' },
  ...{ ids: [third ?? ''], query: 'title:=kiosk type:expense', proposal: null },
};

beforeEach(() => {
  api.answer('getToFile', { count: 3, groups: [REWE, KIOSK], groupsLeft: 0 });
  api.answer('bulk', clara);
});

async function open() {
  const person = openAs(clara, '/transactions/to-file');
  expect(await screen.findByRole('heading', { name: 'Rewe Markt' })).toHaveFocus();
  return person;
}

test('Enter takes the proposal for the whole group, and the rule is offered with its query', async () => {
  const person = await open();
  await person.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { name: 'Kiosk' })).toHaveFocus();
  expect(api.inputsOf('bulk')).toEqual([{ select: { ids: REWE.ids }, change: { categoryId: idOf('Groceries') } }]);
  await expectToasts('2 entries filed');
  const offer = await screen.findByRole('link', { name: 'Always do this' });
  const address = new URLSearchParams({ when: REWE.query, category: 'Groceries' });
  expect(offer).toHaveAttribute('href', `/rules/new?${address}`);
});

test('letters search a category, which Enter takes', async () => {
  const person = await open();
  await person.keyboard('trav');
  expect(screen.getByRole('textbox', { name: 'Or another category' })).toHaveValue('trav');
  expect(screen.queryByRole('heading', { name: 'Enter a line' })).toBeNull();
  await person.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'Kiosk' });
  expect(api.inputsOf('bulk')).toEqual([{ select: { ids: REWE.ids }, change: { categoryId: idOf('Travel') } }]);
});

test('s leaves a group for later, also the last one', async () => {
  const person = await open();
  await person.keyboard('s');
  expect(await screen.findByRole('heading', { name: 'Kiosk' })).toHaveFocus();
  // Without a proposal Enter does nothing.
  await person.keyboard('{Enter}s');
  await screen.findByText('3 entries without a category left for later.');
  expect(api.inputsOf('bulk')).toEqual([]);
  await person.click(await button('Begin again'));
  await screen.findByRole('heading', { name: 'Rewe Markt' });
});

test('a name that begins with s is searched for the group it was typed at', async () => {
  const person = await open();
  await person.keyboard('shop');
  expect(await screen.findByRole('heading', { name: 'Rewe Markt' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Or another category' })).toHaveValue('shop');
  await person.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { name: 'Kiosk' })).toHaveFocus();
  expect(api.inputsOf('bulk')).toEqual([{ select: { ids: REWE.ids }, change: { categoryId: idOf('Shopping') } }]);
  await person.keyboard('g');
  expect(screen.getByRole('textbox', { name: 'Category' })).toHaveValue('g');
});

test('n makes a new category, which files the group', async () => {
  const category = { _id: '00000000-0000-4000-8000-0000000000ff', name: 'Corner shops', kind: 'Expense' as const };
  api.answer('addCategory', {
    ...clara,
    category: { ...category, parent: null, isOwn: true, isArchived: false, position: null },
  });
  const person = await open();
  await person.keyboard('nCorner shops{Enter}');
  await screen.findByRole('heading', { name: 'Kiosk' });
  expect(api.inputsOf('addCategory')).toEqual([{ name: 'Corner shops', kind: 'Expense' }]);
  expect(api.inputsOf('bulk')).toEqual([{ select: { ids: REWE.ids }, change: { categoryId: category._id } }]);
});

test('another group can be chosen; without any all has a category', async () => {
  const person = await open();
  await person.click(screen.getByRole('button', { name: /^Kiosk/ }));
  expect(await screen.findByRole('heading', { name: 'Kiosk' })).toHaveFocus();
  api.answer('getToFile', { count: 0, groups: [], groupsLeft: 0 });
  await person.click(await button('Groceries'));
  await screen.findByText('Everything has a category.');
});
