import { describe, expect, test } from 'vitest';
import type { Command } from '../decide/commands.ts';
import { decide } from '../decide/decide.ts';
import type { LedgerEvent } from '../events.ts';
import { type Carry, PLANS_OF_USER_MAX } from '../model/constants.ts';
import { carriedOut, given, idNumber, units } from '../testing/scenario.ts';
import { previewUndo } from '../undo/preview-undo.ts';

const MONTH = '2026-11';
const BAKERY = idNumber(1);
const CAFE = idNumber(2);

const plan = (amount: number, category = 'Groceries', month = MONTH): Command => ({
  type: 'PlanBudget',
  plans: [{ category, month, amount: units(amount) }],
});
/** `there` is what is there on the side that the money leaves; without it, more may be moved. */
const move = (amount: number, leaves: string | null, enters: string | null, there?: number): Command => ({
  ...{ type: 'MoveBudget', month: MONTH, leaves, enters, amount: units(amount) },
  there: there === undefined ? null : units(there),
});
const carry = (carry: Carry, month = MONTH): Command => ({ type: 'SetCarry', category: 'Groceries', month, carry });
const target = (amount: number | null, category = 'Groceries'): Command => ({
  type: 'SetTarget',
  category,
  target: amount === null ? null : { kind: 'monthly', amount: units(amount) },
});
const add = (newCategoryId: string, name: string): Command => ({
  type: 'AddCategory',
  newCategoryId,
  name,
  kind: 'Expense',
});
const merge = (mergedId: string, into: string): Command => ({ type: 'MergeCategories', mergedId, into, entries: [] });
const undo = (place: number, resolve: Record<string, 'now' | 'then'> = {}): Command => ({
  type: 'UndoChangeSet',
  changeSetId: `command ${place}`,
  resolve,
  today: '2026-11-20',
});

/** The plans after commands for November 2026, in units, by category; 0 is left out. */
function plannedAfter(...commands: Command[]): Record<string, number> {
  const { plans } = carriedOut(commands).state;
  return Object.fromEntries([...plans].map(([cell, amount]) => [cell.replace(` ${MONTH}`, ''), amount / 100]));
}

const plansOf = (command: Command) => (command.type === 'PlanBudget' ? command.plans : []);
const planned = (from: number, to: number, categoryId = 'Groceries'): LedgerEvent => ({
  type: 'BudgetPlanned',
  data: { categoryId, month: MONTH, from: units(from), to: units(to) },
});
const moved = (from: number, to: number, categoryId = 'Groceries', other?: string): LedgerEvent => ({
  type: 'BudgetMoved',
  data: { categoryId, month: MONTH, from: units(from), to: units(to), ...(other !== undefined && { other }) },
});

describe('a plan', () => {
  test('sets what is planned; what is planned already changes nothing', () => {
    given().when(plan(300)).thenRecorded(planned(0, 300));
    given(planned(0, 300)).when(plan(250)).thenRecorded(planned(300, 250));
    given(planned(0, 300)).when(plan(300)).thenNothing();
  });

  test('names a category of expenses, or none, each month once', () => {
    given()
      .when(plan(5, 'food & drinks'))
      .thenRecorded(planned(0, 5, 'Food & Drinks'));
    given()
      .when(plan(5, '-'))
      .thenRecorded(planned(0, 5, '-'));
    given().when(plan(5, BAKERY)).thenRefused('category_not_found');
    given()
      .when(plan(5, 'Salary'))
      .thenDecided((decision) =>
        expect(decision).toMatchObject({ outcome: 'rejected', reason: 'not_an_expense_category' }),
      );
    const twice = { type: 'PlanBudget', plans: [...plansOf(plan(1)), ...plansOf(plan(2, 'groceries'))] } as const;
    given().when(twice).thenRefused('cell_twice');
  });

  test('of an archived category is lowered, and not raised', () => {
    const archived: LedgerEvent = { type: 'CategoryArchived', data: { categoryId: 'Groceries' } };
    given(planned(0, 300), archived).when(plan(301)).thenRefused('of_archived_category');
    given(planned(0, 300), archived).when(plan(0)).thenRecorded(planned(300, 0));
    given(planned(0, 300), archived)
      .when(move(1, null, 'Groceries'))
      .thenRefused('of_archived_category');
    given(planned(0, 300), archived)
      .when(move(1, 'Groceries', null))
      .thenRecorded(moved(300, 299));
  });
});

describe('a move', () => {
  test('is an event for each category; To budget has none', () => {
    given(planned(0, 300))
      .when(move(40, 'Groceries', 'Travel', 40))
      .thenRecorded(moved(300, 260, 'Groceries', 'Travel'), moved(0, 40, 'Travel', 'Groceries'));
    given(planned(0, 300))
      .when(move(40, null, 'Groceries', 40))
      .thenRecorded(moved(300, 340));
    given()
      .when(move(40, 'Groceries', null))
      .thenRecorded(moved(0, -40));
  });

  test('of more than is there is refused, as is one that goes nowhere', () => {
    given(planned(0, 300))
      .when(move(40.01, 'Groceries', null, 40))
      .thenRefused('not_enough_budget');
    given()
      .when(move(1, 'Groceries', 'groceries'))
      .thenRefused('move_to_same_category');
    given()
      .when(move(0, 'Groceries', null, 0))
      .thenNothing();
  });
});

describe('what is planned is what the commands in force make of it in their order', () => {
  const commands = [plan(100), move(30, 'Groceries', 'Travel'), plan(50), move(20, null, 'Groceries')];

  test('a plan sets it, a move adds to it', () => {
    expect(plannedAfter(...commands)).toEqual({ Groceries: 70, Travel: 30 });
  });

  test('an undone plan leaves later moves, and is planned again by the undo of that', () => {
    expect(plannedAfter(...commands, undo(2))).toEqual({ Groceries: 90, Travel: 30 });
    expect(plannedAfter(...commands, undo(2), undo(4))).toEqual({ Groceries: 70, Travel: 30 });
    expect(plannedAfter(plan(100), move(30, 'Groceries', null), undo(0))).toEqual({ Groceries: -30 });
  });

  test('an undone move is in no way of later moves, and leaves them', () => {
    expect(plannedAfter(plan(100), move(30, 'Groceries', null), move(5, null, 'Groceries'), undo(1))).toEqual({
      Groceries: 105,
    });
    expect(plannedAfter(...commands, undo(3), undo(4))).toEqual({ Groceries: 70, Travel: 30 });
  });

  test('a later plan of the same cell stands in the way, and nothing else', () => {
    const { state } = carriedOut([...commands, plan(9, 'Groceries', '2026-12'), plan(9, 'Movie')]);
    const conflict = { id: `plan Groceries ${MONTH} amount`, changeSetId: 'command 2', now: units(70) };
    expect(previewUndo(state, 'command 1', '2026-11-20')).toMatchObject({
      conflicts: [{ ...conflict, target: units(120) }],
      effects: [{ entity: `plan Travel ${MONTH}`, target: 0 }],
    });
    expect(previewUndo(state, 'command 2', '2026-11-20')).toMatchObject({ conflicts: [] });
    expect(plannedAfter(...commands, undo(1, { [conflict.id]: 'now' }))).toEqual({ Groceries: 70 });
    expect(plannedAfter(...commands, undo(1, { [conflict.id]: 'then' }))).toEqual({ Groceries: 120 });
  });
});

describe('plans of categories that are merged', () => {
  const before = [add(BAKERY, 'Bakery'), plan(50, BAKERY), plan(100)];
  const merged = [...before, merge(BAKERY, 'Groceries')];

  test('are added month by month, and given back by the undo', () => {
    const next = `Groceries 2026-12`;
    const all = [...before, plan(7, BAKERY, '2026-12'), merge(BAKERY, 'Groceries')];
    expect(plannedAfter(...all)).toEqual({ Groceries: 150, [next]: 7 });
    expect(plannedAfter(...all, undo(4))).toEqual({ [BAKERY]: 50, [`${BAKERY} 2026-12`]: 7, Groceries: 100 });
    expect(plannedAfter(...all, undo(4), undo(5))).toEqual({ Groceries: 150, [next]: 7 });
  });

  test('count for the other category, whatever is undone later', () => {
    expect(plannedAfter(...merged, undo(1))).toEqual({ Groceries: 100 });
    expect(plannedAfter(...merged, undo(1), undo(4))).toEqual({ Groceries: 150 });
    expect(plannedAfter(...merged, undo(1), undo(3))).toEqual({ Groceries: 100 });
    expect(plannedAfter(...merged, undo(1), undo(3), undo(4))).toEqual({ [BAKERY]: 50, Groceries: 100 });
    // An undone plan stays so when later plans of either category are undone.
    const later = [...merged, undo(1), move(10, null, 'Groceries')];
    expect(plannedAfter(...later, undo(5))).toEqual({ Groceries: 100 });
    expect(plannedAfter(...later, undo(4))).toEqual({ Groceries: 160 });
    const two = [add(BAKERY, 'Bakery'), plan(50, BAKERY), move(10, null, BAKERY), merge(BAKERY, 'Groceries')];
    expect(plannedAfter(...two, undo(1), undo(2))).toEqual({});
  });

  test('that are done again while the category is gone come back with it', () => {
    const redone = [...before.slice(0, 2), undo(1), merge(BAKERY, 'Groceries'), undo(2)];
    expect(plannedAfter(...redone)).toEqual({ Groceries: 50 });
    expect(plannedAfter(...redone, undo(3))).toEqual({ [BAKERY]: 50 });
  });

  test('follow when the other category is merged in turn', () => {
    const all = [...before.slice(0, 2), add(CAFE, 'Café'), merge(BAKERY, CAFE), merge(CAFE, 'Groceries')];
    expect(plannedAfter(...all)).toEqual({ Groceries: 50 });
    expect(plannedAfter(...all, undo(1))).toEqual({});
    expect(plannedAfter(...all, undo(1), undo(4))).toEqual({});
    expect(plannedAfter(...all, undo(1), undo(5))).toEqual({ Groceries: 50 });
  });

  test('also of one that is archived and planned below 0', () => {
    const archived: Command = { type: 'ArchiveCategory', categoryId: BAKERY };
    const below = [add(BAKERY, 'Bakery'), move(5, BAKERY, null), archived, merge(BAKERY, 'Groceries')];
    expect(plannedAfter(...below)).toEqual({ Groceries: -5 });
  });
});

test('the plans of a category whose adding is undone go back to To budget, and return with it', () => {
  const commands = [add(BAKERY, 'Bakery'), plan(50, BAKERY), undo(0)];
  expect(plannedAfter(...commands)).toEqual({});
  expect(plannedAfter(...commands, undo(2))).toEqual({ [BAKERY]: 50 });
  expect(plannedAfter(...commands, undo(1), undo(2))).toEqual({});
  expect(plannedAfter(...commands, undo(1), undo(3), undo(2))).toEqual({ [BAKERY]: 50 });
});

describe('what carries over', () => {
  /** The settings of Groceries after commands, by their months, each with the revision that counts. */
  const settings = (...commands: Command[]) =>
    [...carriedOut(commands).state.carries].map(([cell, { carry, place }]) => `${cell.slice(-7)} ${carry} ${place}`);

  test('is said from a month on; what is said already, and last, changes nothing', () => {
    const said = carry('all');
    expect(settings(said)).toEqual([`${MONTH} all 0`]);
    given({ type: 'BudgetCarrySet', data: { categoryId: 'Groceries', month: MONTH, carry: 'all' } })
      .when(said)
      .thenNothing();
    expect(settings(said, carry('none', '2026-10'), said)).toEqual([`${MONTH} all 2`, '2026-10 none 1']);
  });

  test('has the value and the time of the last setting in force', () => {
    const commands = [carry('all'), carry('none', '2026-10'), carry('none')];
    expect(settings(...commands)).toEqual([`${MONTH} none 2`, '2026-10 none 1']);
    expect(settings(...commands, undo(2))).toEqual([`${MONTH} all 0`, '2026-10 none 1']);
    expect(settings(...commands, undo(2), undo(3))).toEqual([`${MONTH} none 2`, '2026-10 none 1']);
    expect(settings(...commands, undo(0))).toEqual(settings(...commands));
    expect(settings(...commands, undo(0), undo(2))).toEqual(['2026-10 none 1']);
    expect(settings(...commands, undo(0), undo(2), undo(3))).toEqual(['2026-10 none 1', `${MONTH} all 0`]);
  });
});

test('a target has the value of the last command in force, and nothing stands in its way', () => {
  const after = (...commands: Command[]) => carriedOut(commands).state.targets.get('Groceries');
  const commands = [target(10), target(20), target(null)];
  expect(after(...commands)).toBeUndefined();
  expect(after(...commands, undo(2))).toEqual({ kind: 'monthly', amount: units(20) });
  expect(after(...commands, undo(1), undo(2))).toEqual({ kind: 'monthly', amount: units(10) });
  expect(after(...commands, undo(2), undo(3))).toBeUndefined();
  given().when(target(null)).thenNothing();
});

test(`plans for more than ${PLANS_OF_USER_MAX} categories and months are refused; fewer are not`, () => {
  const months = Array.from({ length: PLANS_OF_USER_MAX }, (_, index) => `Travel ${index}`);
  const { state } = carriedOut([plan(5)]);
  const full = { ...state, plans: new Map(months.map((cell) => [cell, units(1)])) };
  expect(decide(plan(5), full)).toEqual({ outcome: 'rejected', reason: 'too_many_plans' });
  const almost = { ...full, plans: new Map([...full.plans].slice(1)) };
  expect(decide(plan(5), almost)).toMatchObject({ outcome: 'events' });
});
