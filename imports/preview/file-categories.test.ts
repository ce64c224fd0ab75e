import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparableText } from '#ledger/model/comparable-text.ts';
import type { Cents } from '#ledger/model/money.ts';
import { categoryOfFile } from '../category-of-file.ts';
import type { ParsedCategory } from '../parsed.ts';
import { bareRow } from '../whole-books.ts';
import { type CategoryContext, FileCategories } from './file-categories.ts';

type Known = { name: string; kind: 'Expense' | 'Income'; parent: string | undefined; isArchived: boolean };
const known = (name: string, more: Partial<Known> = {}): [string, Known] => [
  `id of ${name}`,
  { name, kind: 'Expense', parent: undefined, isArchived: false, ...more },
];
const LEDGER = new Map([known('Groceries'), known('Travel'), known('Salary', { kind: 'Income' })]);
const CONTEXT: CategoryContext = {
  known: LEDGER,
  room: 200,
  said: {},
  remembered: {},
  listed: [],
  idOf: ({ kind, parent, name }) => `new ${kind} ${parent ?? ''}:${comparableText(name)}`,
};

/** Rows of a file: a path such as `Food:Bread`, and the amounts of its rows. */
function resolved(
  paths: Record<string, number[]>,
  context: Partial<CategoryContext> = {},
  kind?: 'Expense' | 'Income',
) {
  const of = (path: string) => categoryOfFile(path.split(':'), kind ?? null) as ParsedCategory;
  const rows = Object.entries(paths).flatMap(([path, amounts]) =>
    amounts.map((amount) => bareRow({ line: 1, account: '', date: null, amount: amount as Cents, category: of(path) })),
  );
  const categories = new FileCategories(
    rows.map((row) => ({ row, isOpen: true })),
    { ...CONTEXT, ...context },
  );
  return {
    ...{ categories, of },
    listed: categories.listed.map(({ kind, parent, name, count, proposal }) =>
      [kind, parent === null ? name : `${parent}:${name}`, count, proposal].join(' · '),
    ),
    added: [...categories.added.values()].map(({ kind, name, parent }) =>
      [kind, name, ...(parent === undefined ? [] : [`below ${categories.nameOf(parent)}`])].join(' '),
    ),
  };
}

test('what has a namesake goes there and is not listed; what has none is added below its group', () => {
  const file = resolved({
    'Daily:groceries ': [-1, -1],
    'Daily:Bread': [-1, -1, 5],
    'Travel:Hôtels': [-9],
    Paycheck: [100],
    Salary: [100],
  });
  expect(file.listed).toEqual([
    'Expense · Daily:Bread · 3 · add',
    'Expense · Travel:Hôtels · 1 · add',
    'Income · Paycheck · 1 · add',
  ]);
  expect(file.added).toEqual([
    'Income Paycheck',
    'Expense Daily',
    'Expense Bread below Daily',
    'Expense Hôtels below Travel',
  ]);
  const goesTo = (path: string, type: 'Expense' | 'Income') => file.categories.of(file.of(path), type)?.categoryId;
  expect(goesTo('Daily:groceries ', 'Expense')).toBe('id of Groceries');
  expect(goesTo('Daily:Bread', 'Income')).toBe('new Expense Daily:bread');
  expect(goesTo('Salary', 'Expense')).toBeUndefined();
});

test('what the user says goes before the namesake and what is remembered, by its path or its name', () => {
  const paths = { 'Daily:Bread': [-1], Groceries: [-1], 'Fun:Cinema': [-1], 'Fun:Games': [-1] };
  const said = { 'daily:bread': 'id of Travel', Groceries: 'id of Travel', Cinema: 'leave' };
  const remembered = { Cinema: 'id of Travel', 'Fun:Games': 'id of Groceries', Bread: 'leave' };
  const file = resolved(paths, { said, remembered });
  expect(file.listed).toEqual([
    'Expense · Groceries · 1 · id of Travel',
    'Expense · Fun:Cinema · 1 · leave',
    'Expense · Fun:Games · 1 · id of Groceries',
    'Expense · Daily:Bread · 1 · id of Travel',
  ]);
  expect(file.added).toEqual([]);
  expect(file.categories.of(file.of('Fun:Cinema'), 'Expense')).toBeNull();
  expect(file.categories.of(file.of('Fun:Games'), 'Expense')).toMatchObject({
    categoryId: 'id of Groceries',
    isSaid: false,
  });
  expect(file.categories.of(file.of('Groceries'), 'Expense')).toMatchObject({
    categoryId: 'id of Travel',
    isSaid: true,
  });
  expect(resolved(paths, { said: { Bread: 'id of nothing' } }).listed[2]).toBe('Expense · Daily:Bread · 1 · add');
});

test('an archived category takes nothing, and nothing is added below it', () => {
  const ledger = new Map([...LEDGER, known('Books', { isArchived: true }), known('Car', { isArchived: true })]);
  const file = resolved({ books: [-1], 'Car:Fuel': [-1] }, { known: ledger, said: { Books: 'add' } });
  expect(file.listed).toEqual(['Expense · books · 1 · leave', 'Expense · Car:Fuel · 1 · add']);
  expect(file.added).toEqual(['Expense Fuel']);
});

test('equal names of two groups are told apart by the group, also when they come again', () => {
  const paths = { 'Home:Repairs': [-1, -1], 'Car:Repairs': [-1], 'Fun:Home': [-1] };
  const file = resolved(paths);
  expect(file.added).toEqual([
    'Expense Home',
    'Expense Repairs below Home',
    'Expense Car',
    'Expense Repairs (Car) below Car',
    'Expense Fun',
    'Expense Home (Fun) below Fun',
  ]);
  expect(file.categories.remarks).toEqual([
    'Car: Repairs is added as Repairs (Car): another category is called Repairs.',
    'Fun: Home is added as Home (Fun): another category is called Home.',
  ]);
  const after = new Map<string, Known>([
    ...LEDGER,
    ...[...file.categories.added].map(([id, category]): [string, Known] => [id, { ...category, isArchived: false }]),
  ]);
  const again = resolved(paths, { known: after });
  expect([again.listed, again.added]).toEqual([[], []]);
  expect(again.categories.of(again.of('Car:Repairs'), 'Expense')?.categoryId).toBe('new Expense Car:repairs');
});

test('where there is no room for all, those with most rows are added, and the group of one counts, too', () => {
  const paths = { Rare: [-1], 'Group:Often': [-1, -1, -1], 'Group:Sometimes': [-1, -1], 'Other group:Once': [-1] };
  const file = resolved(paths, { room: 3, said: { Rare: 'add' } });
  expect(file.added).toEqual(['Expense Rare', 'Expense Group', 'Expense Often below Group']);
  expect(file.listed.filter((line) => line.endsWith('leave'))).toHaveLength(2);
  expect(file.categories.remarks).toEqual([
    '2 categories of this file are left out: you can have at most 200 of your own.',
  ]);
});

test('a category is of incomes where the file says so, or more of its rows come in than are spent', () => {
  expect(resolved({ A: [-1, 1], B: [-1, 1, 1], C: [1] }).listed.map((line) => line.slice(0, 10))).toEqual([
    'Expense · ',
    'Income · B',
    'Income · C',
  ]);
  expect(resolved({ A: [1, 1] }, {}, 'Expense').listed).toEqual(['Expense · A · 2 · add']);
});

const NAMES = fc.constantFrom(
  'Food',
  'food',
  'Bread',
  'Travel',
  'Groceries',
  'Car',
  'Zoo',
  'x'.repeat(30),
  `${'x'.repeat(30)}y`,
);
const PATHS = fc.array(
  fc.tuple(fc.option(NAMES), NAMES, fc.array(fc.constantFrom(-1, 1), { minLength: 1, maxLength: 3 })),
  {
    maxLength: 12,
  },
);
const OWN = fc.uniqueArray(
  fc.record({ name: NAMES, kind: fc.constantFrom('Expense' as const, 'Income' as const), isArchived: fc.boolean() }),
  {
    selector: ({ name, kind }) => `${kind} ${comparableText(name)}`,
    maxLength: 6,
  },
);
const SAID = fc.dictionary(NAMES, fc.constantFrom('add', 'leave', 'id 0', 'id 3', 'id of nothing'), { maxKeys: 4 });

test('whatever a file and a ledger have, categories stay of two levels, with names of their own, and within their number', () => {
  fc.assert(
    fc.property(PATHS, OWN, SAID, SAID, fc.nat(6), (paths, own, said, remembered, room) => {
      const ledger = new Map(
        own.map(({ name, kind, isArchived }, index): [string, Known] => [
          `id ${index}`,
          { name, kind, isArchived, parent: undefined },
        ]),
      );
      const rows = paths.flatMap(([parent, name, amounts]) =>
        amounts.map((amount) => ({
          row: bareRow({
            line: 1,
            account: '',
            date: null,
            amount: amount as Cents,
            category: categoryOfFile([parent, name]),
          }),
          isOpen: true,
        })),
      );
      const file = new FileCategories(rows, { ...CONTEXT, known: ledger, room, said, remembered });
      expect(file.added.size).toBeLessThanOrEqual(room);
      const after = new Map<string, Known>(ledger);
      for (const [id, { name, kind, parent }] of file.added) {
        const above = parent === undefined ? undefined : after.get(parent);
        if (parent !== undefined) expect(above).toMatchObject({ kind, parent: undefined, isArchived: false });
        expect([name.length <= 30, name.trim()]).toEqual([true, name]);
        after.set(id, { name, kind, parent, isArchived: false });
      }
      const names = [...after.values()].map(({ name, kind }) => `${kind} ${comparableText(name)}`);
      expect(new Set(names).size).toBe(names.length);
      for (const { row } of rows) {
        const type = (row.amount ?? 0) < 0 ? 'Expense' : 'Income';
        const target = row.category && file.of(row.category, type);
        if (!target) continue;
        const category = after.get(target.categoryId);
        expect(category?.isArchived).toBe(false);
        if (type === 'Expense') expect(category?.kind).toBe('Expense');
      }
      for (const { proposal } of file.listed) expect(['add', 'leave', ...ledger.keys()]).toContain(proposal);
    }),
    { numRuns: 300 },
  );
});
