import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GIVEN_CATEGORIES } from '../model/categories.ts';
import { flowOf, HUB } from './flow.ts';

const below = (name: string, parent: string) =>
  [name, { name, kind: 'Expense', parent, isArchived: false, position: undefined, place: 1 }] as const;
const categories = new Map([...GIVEN_CATEGORIES, below('Bakery', 'Groceries'), below('Market', 'Groceries')]);
const flow = (incomes: [string, number][], expenses: [string, number][], depth: 'group' | 'category') =>
  flowOf(new Map(incomes), new Map(expenses), { depth, categories });
const SPENT: [string, number][] = [
  ['Groceries', 500],
  ['Bakery', 300],
  ['Market', -100],
  ['Travel', -40],
];

test('a group is between the hub and its categories; a category that was refunded more than spent flows in', () => {
  expect(flow([['Salary', 1_000]], SPENT, 'category').links).toEqual([
    { from: 'in:Salary', to: 'hub', amount: 1_000 },
    { from: 'hub', to: 'out:Groceries', amount: 800 },
    { from: 'out:Groceries', to: 'own:Groceries', amount: 500 },
    { from: 'out:Groceries', to: 'out:Bakery', amount: 300 },
    { from: 'in:Travel', to: 'hub', amount: 40 },
    { from: 'in:Market', to: 'hub', amount: 100 },
    { from: 'hub', to: 'saved', amount: 340 },
  ]);
  expect(flow([['Salary', 100]], SPENT, 'group').links).toEqual([
    { from: 'in:Salary', to: 'hub', amount: 100 },
    { from: 'hub', to: 'out:Groceries', amount: 700 },
    { from: 'in:Travel', to: 'hub', amount: 40 },
    { from: 'drawn', to: 'hub', amount: 560 },
  ]);
});

test('of nothing has no nodes', () => {
  expect(flow([], [['Travel', 0]], 'group')).toEqual({ nodes: [], links: [] });
});

const amountsOf = (kind: 'Expense' | 'Income') => {
  const ids = [...categories].filter(([, category]) => category.kind === kind).map(([id]) => id);
  const amount = fc.integer({ min: -10_000, max: 10_000 });
  return fc.uniqueArray(fc.tuple(fc.constantFrom('-', ...ids), amount), { selector: ([key]) => key });
};

test('what comes into a node between goes out, and no amount is lost', () => {
  fc.assert(
    fc.property(
      amountsOf('Income'),
      amountsOf('Expense'),
      fc.constantFrom('group', 'category'),
      (incomes, expenses, depth) => {
        const { nodes, links } = flow(incomes, expenses, depth as 'group');
        const sum = (side: 'from' | 'to', id: string) =>
          links.filter((link) => link[side] === id).reduce((total, { amount }) => total + amount, 0);
        for (const { id, amount } of nodes) {
          const [goes, comes] = [sum('from', id), sum('to', id)];
          if (goes > 0 && comes > 0) expect(goes).toBe(comes);
          expect(amount).toBe(Math.max(goes, comes));
        }
        expect(links.every(({ amount }) => amount > 0)).toBe(true);
        const total = (amounts: [string, number][]) => amounts.reduce((all, [, amount]) => all + amount, 0);
        expect(sum('from', 'drawn') - sum('to', 'saved')).toBe(total(expenses) - total(incomes));
        expect(sum('from', HUB)).toBe(sum('to', HUB));
      },
    ),
  );
});
