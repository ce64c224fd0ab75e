import { expect, test } from 'vitest';
import type { Category } from '#contract/category-calls.ts';
import { parentsFor } from '../../shared/categories/categories.ts';
import { entriesAddress, moveBy, movedCategory, treeRows, whyNotMoved } from './tree.ts';

const category = (name: string, fields: Partial<Category> = {}): Category => ({
  ...{ _id: name, name, kind: 'Expense', parent: null, isOwn: true, isArchived: false, position: null, count: 0 },
  ...fields,
});

const CATEGORIES = [
  category('Travel', { isOwn: false }),
  category('Train', { parent: 'Travel' }),
  category('Other', { isOwn: false }),
  category('Élan'),
  category('Garden'),
  category('Seeds', { parent: 'Garden' }),
  category('Old', { isArchived: true, position: null }),
  category('Other', { _id: 'Other income', kind: 'Income', isOwn: false }),
];
const named = (id: string) => CATEGORIES.find(({ _id }) => _id === id) as Category;
const rows = treeRows(CATEGORIES, 'Expense');
const shown = (categories: readonly Category[]) =>
  treeRows(categories, 'Expense').map(({ category, level }) => `${'. '.repeat(level - 1)}${category.name}`);

test('the rows of a kind are its categories, without archived ones, each with those below it', () => {
  expect(shown(CATEGORIES)).toEqual(['Travel', '. Train', 'Other', 'Élan', 'Garden', '. Seeds']);
});

test('an arrow to the right moves below the one above, to the left to the top, up and down to another', () => {
  expect(moveBy(rows, named('Élan'), 'right')).toEqual({ id: 'Élan', parent: 'Other' });
  expect(moveBy(rows, named('Train'), 'left')).toEqual({ id: 'Train', parent: null });
  expect(moveBy(rows, named('Train'), 'down')).toEqual({ id: 'Train', parent: 'Other' });
  expect(moveBy(rows, named('Seeds'), 'up')).toEqual({ id: 'Seeds', parent: 'Élan' });
  expect(moveBy(rows, named('Train'), 'up')).toBe('There is no other one above');
  expect(moveBy(rows, named('Seeds'), 'down')).toBe('There is no other one below');
  expect(moveBy(rows, named('Train'), 'right')).toBe('Train is as deep as it can be');
  expect(moveBy(rows, named('Élan'), 'up')).toMatch(/^Élan is at the top/);
});

test('what is moved stands by its name, compared without case and accents', () => {
  expect(shown(movedCategory(CATEGORIES, { id: 'Train', parent: null }))).toEqual([
    ...['Travel', 'Other', 'Élan', 'Garden', '. Seeds', 'Train'],
  ]);
  expect(shown(movedCategory(CATEGORIES, { id: 'Élan', parent: 'Garden' }))).toEqual([
    ...['Travel', '. Train', 'Other', 'Garden', '. Élan', '. Seeds'],
  ]);
});

test('those at the top that aren’t archived can have others below them; who has some stays there', () => {
  expect(parentsFor(CATEGORIES, 'Expense', 'Élan').map(({ name }) => name)).toEqual(['Travel', 'Other', 'Garden']);
  expect(whyNotMoved(CATEGORIES, named('Élan'))).toBeNull();
  expect(whyNotMoved(CATEGORIES, named('Garden'))).toMatch(/has categories below it/);
  expect(whyNotMoved(CATEGORIES, named('Travel'))).toMatch(/keeps its place/);
});

test('the entries of a name that both kinds have are those of its kind', () => {
  const asked = (id: string) => new URL(entriesAddress(CATEGORIES, named(id)), 'http://d').searchParams.get('q');
  expect(asked('Élan')).toBe('category:"Élan"');
  expect(asked('Other income')).toBe('category:"Other" type:income');
});
