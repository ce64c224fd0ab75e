import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Command } from '../decide/commands.ts';
import { decide } from '../decide/decide.ts';
import { fold } from '../evolve.ts';
import { GIVEN_CATEGORIES, inShownOrder, OWN_CATEGORIES_MAX } from '../model/categories.ts';
import type { Rejection } from '../model/command-rule.ts';
import { anyCommands } from '../testing/any-commands.ts';
import { carriedOut, completed, idNumber, recordedAt, units } from '../testing/scenario.ts';

const [FOOD, BREAD, FUEL] = [7, 8, 9].map(idNumber) as [string, string, string];
const [ENTRY, OTHER_ENTRY] = [1, 2].map(idNumber) as [string, string];
const add = (id: string, name: string, parent?: string, kind: 'Expense' | 'Income' = 'Expense'): Command => ({
  ...{ type: 'AddCategory', newCategoryId: id, name, kind, parent },
});
const spent = (id: string, category?: string, amount = 5): Command => ({
  ...{ type: 'RecordExpense', transactionId: id, title: 'Rolls', amount: units(amount), date: '2026-11-20' },
  ...{ wallet: 'Bank', category },
});
const split = (id: string, ...categories: [string, string]): Command => ({
  ...{
    type: 'RecordExpense',
    transactionId: id,
    title: 'Market',
    amount: units(5),
    date: '2026-11-20',
    wallet: 'Bank',
  },
  parts: categories.map((category, at) => ({ amount: units(at + 2), category })),
});
const earned = (id: string, category: string): Command => ({
  ...{ type: 'RecordIncome', transactionId: id, title: 'Back', amount: units(2), date: '2026-11-20', category },
});
const edited = (id: string, edit: Extract<Command, { type: 'ChangeTransaction' }>['edit']): Command => ({
  ...{ type: 'ChangeTransaction', transactionId: id, edit },
});
const merged = (mergedId: string, into: string): Command => ({ type: 'MergeCategories', mergedId, into, entries: [] });
const undone = (index: number, resolve: Record<string, 'now' | 'then'> = {}): Command => ({
  ...{ type: 'UndoChangeSet', changeSetId: `command ${index}`, resolve, today: '2026-11-20' },
});
const archived = (categoryId: string): Command => ({ type: 'ArchiveCategory', categoryId });
const restored = (categoryId: string): Command => ({ type: 'RestoreCategory', categoryId });
const moved = (categoryId: string, parent: string | null): Command => ({ type: 'MoveCategory', categoryId, parent });
const renamed = (categoryId: string, name: string): Command => ({ type: 'RenameCategory', categoryId, name });

/** The reason for which the last command is refused; else what it is decided to. */
function refusal(...commands: Command[]): Rejection | string {
  const { state } = carriedOut(commands.slice(0, -1));
  const decision = decide(completed(commands.at(-1) as Command, state), state);
  return decision.outcome === 'rejected' ? decision.reason : decision.outcome;
}
const stateAfter = (...commands: Command[]) => carriedOut(commands).state;
const categoryOf = (id: string, ...commands: Command[]) => {
  const { category, parts } = stateAfter(...commands).transactions.get(id) ?? {};
  return parts?.map((part) => part.category) ?? category;
};

describe('a category', () => {
  test.each<[string, Command[], string]>([
    [
      'has a name that none of its kind has, whatever case and accents',
      [add(FOOD, 'groceriés')],
      'category_name_taken',
    ],
    ['may have the name of one of the other kind', [add(FOOD, 'Groceries', undefined, 'Income')], 'events'],
    ['has no name of an archived one', [add(FOOD, 'Rye'), archived(FOOD), add(BREAD, 'rye')], 'category_name_taken'],
    ['is below one of the specification', [add(FOOD, 'Bakery', 'Groceries')], 'events'],
    ['is not below one that is below another', [add(FOOD, 'A', 'Work'), add(BREAD, 'B', FOOD)], 'category_too_deep'],
    ['is not below one of the other kind', [add(FOOD, 'A', 'Salary')], 'category_of_other_kind'],
    ['is not below one that is not there', [add(FOOD, 'A', BREAD)], 'category_not_found'],
    ['is not below an archived one', [archived('Movie'), add(FOOD, 'A', 'Movie')], 'category_archived'],
    ['of the specification has its name', [renamed('Movie', 'Film')], 'not_own_category'],
    ['of the specification stays at its place', [moved('Movie', 'Work')], 'not_own_category'],
    ['of the specification can be archived', [archived('Movie')], 'events'],
    ['that is a default stays', [archived('Other income')], 'category_is_default'],
    ['is archived once', [archived('Movie'), archived('Movie')], 'nothing'],
    ['with one below it stays', [add(FOOD, 'A', 'Movie'), archived('Movie')], 'category_has_children'],
    ['with an archived one below it does not', [add(FOOD, 'A', 'Movie'), archived(FOOD), archived('Movie')], 'events'],
    [
      'comes out of the archive after the one above it',
      [add(FOOD, 'A', 'Movie'), archived(FOOD), archived('Movie'), restored(FOOD)],
      'category_archived',
    ],
    ['is not moved below itself', [add(FOOD, 'A'), moved(FOOD, FOOD)], 'category_too_deep'],
    [
      'with one below it is not moved below another',
      [add(FOOD, 'A'), add(BREAD, 'B', FOOD), moved(FOOD, 'Work')],
      'category_too_deep',
    ],
    ['that is renamed to its name is as it was', [add(FOOD, 'A'), renamed(FOOD, 'A')], 'nothing'],
    ['may be written otherwise', [add(FOOD, 'rye'), renamed(FOOD, 'Rye')], 'events'],
    ['that is archived takes no entry', [archived('Movie'), spent(ENTRY, 'Movie')], 'of_archived_category'],
    ['that is archived takes no part', [archived('Movie'), split(ENTRY, 'Movie', 'Work')], 'part_of_archived_category'],
    [
      'that is archived keeps its entries, also when they change',
      [spent(ENTRY, 'Movie'), archived('Movie'), edited(ENTRY, { title: 'Film', category: 'Movie' })],
      'events',
    ],
    ['that is not there takes no entry', [spent(ENTRY, FOOD)], 'category_not_found'],
    ['of incomes takes no expense', [spent(ENTRY, 'Salary')], 'not_an_expense_category'],
  ])('%s', (_, commands, expected) => {
    expect(refusal(...commands)).toBe(expected);
  });

  test("of one's own there are at most 200", () => {
    const all = Array.from({ length: OWN_CATEGORIES_MAX }, (_, at) =>
      add(`00000000-0000-4000-8800-${String(at).padStart(12, '0')}`, `Category ${at}`),
    );
    expect(refusal(...all)).toBe('events');
    expect(refusal(...all, add(FOOD, 'One more'))).toBe('too_many_categories');
  });

  test('stands behind those of the specification of its kind, by name, or below another one', () => {
    const { categories } = stateAfter(add(FOOD, 'zoo'), add(BREAD, 'Bäcker', 'Movie'), add(FUEL, 'Fuel'));
    const names = inShownOrder(categories).map(([, { name }]) => name);
    expect(names.slice(2, 6)).toEqual(['Shopping', 'Movie', 'Bäcker', 'Office']);
    expect(names.slice(13, 18)).toEqual(['Other', 'Fuel', 'zoo', 'Salary', 'Business']);
  });
});

const GIVEN_EXPENSES = [...GIVEN_CATEGORIES].filter(([, { kind }]) => kind === 'Expense');

describe('the order of categories', () => {
  const ordered = (...categoryIds: string[]) => ({ type: 'OrderCategories' as const, categoryIds });
  const shown = (...commands: Command[]) => inShownOrder(stateAfter(...commands).categories).map(([id]) => id);

  test('is the order of the user, before the usual one of the others', () => {
    expect(shown(ordered('Other', 'Travel')).slice(0, 3)).toEqual(['Other', 'Travel', 'Electricity']);
    expect(shown(add(FOOD, 'zoo'), ordered(FOOD, 'Other'), ordered('Travel')).slice(0, 2)).toEqual([
      'Travel',
      'Electricity',
    ]);
  });

  test('places no more categories than it has to', () => {
    const all = GIVEN_EXPENSES.map(([id]) => id);
    const [first = '', second = '', third = '', ...rest] = all;
    const events = (...order: string[]) => carriedOut([ordered(...order)]).events.map(({ event }) => event.type);
    expect(events(second, first, third, ...rest)).toEqual(['CategoryPlaced']);
    expect(shown(ordered(second, first, third, ...rest)).slice(0, 4)).toEqual([second, first, third, rest[0]]);
    expect(events(third, ...all.filter((id) => id !== third))).toEqual(['CategoryPlaced']);
    expect(events(...all)).toEqual([]);
  });

  test('is of categories in one list, which are there', () => {
    expect(refusal(ordered('Travel', 'Salary'))).toBe('categories_apart');
    expect(refusal(add(FOOD, 'Food', 'Travel'), ordered(FOOD, 'Travel'))).toBe('categories_apart');
    expect(refusal(ordered(FOOD))).toBe('category_not_found');
    expect(refusal(ordered('Travel'), ordered('Travel'))).toBe('nothing');
  });

  test('is taken back as a whole', () => {
    const { state } = carriedOut([ordered('Other', 'Travel'), undone(0)]);
    expect(state.categories).toEqual(GIVEN_CATEGORIES);
  });
});

describe('a refund', () => {
  test('is an income that is given a category of expenses', () => {
    expect(refusal(earned(ENTRY, 'Shopping'))).toBe('not_an_income_category');
    const refunded = [earned(ENTRY, 'Gifts'), edited(ENTRY, { category: 'Shopping' })];
    expect(categoryOf(ENTRY, ...refunded)).toBe('Shopping');
    expect(categoryOf(ENTRY, ...refunded, edited(ENTRY, { title: 'Shoes' }))).toBe('Shopping');
    expect(categoryOf(ENTRY, ...refunded, edited(ENTRY, { type: 'Expense' }))).toBe('Shopping');
  });

  test('is not made by a change of type alone', () => {
    expect(categoryOf(ENTRY, spent(ENTRY, 'Shopping'), edited(ENTRY, { type: 'Income' }))).toBe('Salary');
  });

  test('is meant by a name that only expenses have, else by an id', () => {
    const income = earned(ENTRY, 'Gifts');
    expect(categoryOf(ENTRY, income, edited(ENTRY, { category: { name: 'shopping' } }))).toBe('Shopping');
    expect(categoryOf(ENTRY, income, edited(ENTRY, { category: { name: 'Other' } }))).toBe('Other income');
    expect(categoryOf(ENTRY, income, edited(ENTRY, { category: 'Other' }))).toBe('Other');
  });
});

describe('a merge', () => {
  test('gives entries and parts the other category, and frees the name', () => {
    const commands = [
      add(FOOD, 'Rye'),
      spent(ENTRY, FOOD),
      split(OTHER_ENTRY, FOOD, 'Work'),
      merged(FOOD, 'Groceries'),
    ];
    expect(categoryOf(ENTRY, ...commands)).toBe('Groceries');
    expect(categoryOf(OTHER_ENTRY, ...commands)).toEqual(['Groceries', 'Work']);
    expect(stateAfter(...commands).categories.has(FOOD)).toBe(false);
    expect(refusal(...commands, add(BREAD, 'Rye'))).toBe('events');
  });

  test.each<[string, Command[], string]>([
    ['with itself', [merged(FOOD, FOOD)], 'merge_with_itself'],
    ['of one of the specification', [merged('Movie', FOOD)], 'not_own_category'],
    ['with one of the other kind', [merged(FOOD, 'Salary')], 'category_of_other_kind'],
    ['with an archived one', [archived('Movie'), merged(FOOD, 'Movie')], 'category_archived'],
    ['of one with others below it', [add(BREAD, 'B', FOOD), merged(FOOD, 'Movie')], 'category_has_children'],
    ['with one that is not there', [merged(FOOD, BREAD)], 'category_not_found'],
    ['of one without entries', [merged(FOOD, 'Movie')], 'events'],
  ])('%s', (_, commands, expected) => {
    expect(refusal(add(FOOD, 'A'), ...commands)).toBe(expected);
  });

  test('is undone as a whole; what was made since stays where it is', () => {
    const commands = [add(FOOD, 'Rye'), spent(ENTRY, FOOD), merged(FOOD, 'Groceries'), spent(OTHER_ENTRY, 'Groceries')];
    const { categories, merged: left } = stateAfter(...commands, undone(2));
    expect([categories.get(FOOD)?.name, left.size]).toEqual(['Rye', 0]);
    expect(categoryOf(ENTRY, ...commands, undone(2))).toBe(FOOD);
    expect(categoryOf(OTHER_ENTRY, ...commands, undone(2))).toBe('Groceries');
    expect(categoryOf(ENTRY, ...commands, undone(2), undone(4))).toBe('Groceries');
  });

  test('counts for an entry that comes back after it, also over two of them', () => {
    const gone = [add(FOOD, 'Rye'), add(BREAD, 'Bread'), spent(ENTRY, FOOD)];
    const back = [...gone, { type: 'DeleteTransaction', transactionId: ENTRY } as Command, merged(FOOD, BREAD)];
    expect(categoryOf(ENTRY, ...back, undone(3))).toBe(BREAD);
    expect(categoryOf(ENTRY, ...back, merged(BREAD, 'Groceries'), undone(3))).toBe('Groceries');
  });

  test('gives an entry that came back after it the own category once it is undone, and is redone with it', () => {
    const gone: Command[] = [
      ...[add(FOOD, 'Rye'), add(BREAD, 'Bread'), spent(ENTRY, FOOD), split(OTHER_ENTRY, FOOD, 'Work')],
      { type: 'DeleteTransaction', transactionId: ENTRY },
      { type: 'DeleteTransaction', transactionId: OTHER_ENTRY },
    ];
    const categories = (...more: Command[]) =>
      [ENTRY, OTHER_ENTRY].map((id) => categoryOf(id, ...gone, merged(FOOD, BREAD), ...more));
    const back = [undone(4), undone(5)];
    expect(categories(...back)).toEqual([BREAD, [BREAD, 'Work']]);
    expect(categories(...back, undone(6))).toEqual([FOOD, [FOOD, 'Work']]);
    expect(categories(...back, undone(6), undone(9))).toEqual([BREAD, [BREAD, 'Work']]);
    expect(categories(...back, undone(6), undone(9), undone(10))).toEqual([FOOD, [FOOD, 'Work']]);
    // An entry that was given the other category by hand since stays there.
    expect(categories(...back, edited(ENTRY, { category: 'Work' }), undone(6))[0]).toBe('Work');
    // Of two merges the last is undone, then the first.
    const twice = [merged(BREAD, 'Groceries'), ...back, undone(7)];
    expect(categories(...twice)).toEqual([BREAD, [BREAD, 'Work']]);
    expect(categories(...twice, undone(6))).toEqual([FOOD, [FOOD, 'Work']]);
  });

  test('is not undone where its name is taken by then', () => {
    const taken = [add(FOOD, 'Rye'), merged(FOOD, 'Groceries'), add(BREAD, 'rye')];
    expect(refusal(...taken, undone(1))).toBe('category_name_taken');
  });

  test('that is redone names the entries made since as conflicts', () => {
    const commands = [add(FOOD, 'Rye'), merged(FOOD, 'Groceries'), undone(1), spent(ENTRY, FOOD)];
    expect(refusal(...commands, undone(2))).toBe('undo_conflicts');
    const answered = [...commands, undone(2, { [`${ENTRY} category`]: 'then' })];
    expect(categoryOf(ENTRY, ...answered)).toBe('Groceries');
    expect(stateAfter(...answered).categories.has(FOOD)).toBe(false);
  });
});

describe('the undo of an addition', () => {
  const used = [add(FOOD, 'Rye'), add(BREAD, 'Bread', FOOD), spent(ENTRY, FOOD), split(OTHER_ENTRY, FOOD, 'Work')];
  const ids = [`${ENTRY} category`, `${OTHER_ENTRY} category`, `${BREAD} parent`];

  test('names the entries made with it and the categories below it as conflicts', () => {
    const { state } = carriedOut(used);
    const decision = decide(undone(0), state);
    expect(decision).toMatchObject({ outcome: 'rejected', reason: 'undo_conflicts' });
    const details = decision.outcome === 'rejected' ? (decision.details as { id: string }[]) : [];
    expect(details.map(({ id }) => id).sort()).toEqual(ids.toSorted());
  });

  test('leaves entries without a category, parts with Other, and those below at the top', () => {
    const all = Object.fromEntries(ids.map((id) => [id, 'then'] as const));
    const { categories } = stateAfter(...used, undone(0, all));
    expect(categories.has(FOOD)).toBe(false);
    expect(categories.get(BREAD)?.parent).toBeUndefined();
    expect(categoryOf(ENTRY, ...used, undone(0, all))).toBeUndefined();
    expect(categoryOf(OTHER_ENTRY, ...used, undone(0, all))).toEqual(['Other', 'Work']);
  });

  test('keeps it where one answer is now', () => {
    const some = Object.fromEntries(ids.map((id, at) => [id, at === 0 ? 'now' : 'then'] as const));
    const state = stateAfter(...used, undone(0, some));
    expect(state.categories.get(FOOD)?.name).toBe('Rye');
    expect(categoryOf(ENTRY, ...used, undone(0, some))).toBe(FOOD);
  });
});

test.each<[string, Command[]]>([
  ['two levels', [add(FOOD, 'A', 'Work'), moved(FOOD, null), add(BREAD, 'B', FOOD), undone(1)]],
  ['nothing in use below an archived one', [add(FOOD, 'A'), archived(FOOD), add(BREAD, 'B'), undone(1)]],
])('an undo leaves %s', (_, commands) => {
  const { categories } = stateAfter(...commands);
  for (const [, { parent, isArchived }] of categories) {
    if (parent === undefined) continue;
    expect(categories.get(parent)?.parent).toBeUndefined();
    expect(categories.get(parent)?.isArchived && !isArchived).toBe(false);
  }
});

test('after any commands every entry has a category that is there, and no two of a kind have one name', () => {
  let own = 0;
  fc.assert(
    fc.property(anyCommands(), (commands) => {
      const { categories, transactions } = fold(carriedOut([]).state, carriedOut(commands).events);
      for (const { type, category, parts } of transactions.values()) {
        for (const id of [category, ...(parts ?? []).map((part) => part.category)]) {
          if (id === undefined) continue;
          expect(categories.has(id)).toBe(true);
          if (type === 'Expense') expect(categories.get(id)?.kind).toBe('Expense');
          own += id.startsWith('0') ? 1 : 0;
        }
      }
      const names = [...categories.values()].map(({ kind, name }) => `${kind} ${name.toLowerCase()}`);
      expect(new Set(names).size).toBe(names.length);
      for (const { parent } of categories.values()) {
        if (parent !== undefined) expect(categories.get(parent)).toMatchObject({ parent: undefined });
      }
    }),
    { numRuns: 300 },
  );
  expect(own).toBeGreaterThan(8);
});

test('events of categories are recorded with their command', () => {
  const { events } = carriedOut([add(FOOD, 'Rye')]);
  expect(events.map(({ event }) => event)).toEqual([
    recordedAt({ type: 'CategoryAdded', data: { categoryId: FOOD, name: 'Rye', kind: 'Expense' } }, 0n).event,
  ]);
});
