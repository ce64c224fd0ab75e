import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventLine } from '#api/export/event-line.ts';
import type { DecodedEvent, LedgerEvent } from '#ledger/events.ts';
import { eventId } from '#ledger/ids.ts';
import { encode } from '#ledger/log/codec.ts';
import type { Target } from '#ledger/model/budget.ts';
import { EVERYDAY, GOAL_TITLE_MAX } from '#ledger/model/constants.ts';
import type { Cents } from '#ledger/model/money.ts';
import { anyCommands } from '#ledger/testing/any-commands.ts';
import { carriedOut, idNumber, planned, recordedAll, saved, units } from '#ledger/testing/scenario.ts';
import { LEDGER_ID } from '#tests/support/exported.ts';
import { complaint, read, short, shortBudget, zipped } from '../../testing/reading.ts';
import { readDaybook } from './daybook.ts';

function jsonl(events: readonly DecodedEvent[]): string {
  const lines = events.map(({ event, metadata, revision }) => {
    const { type, data, metadata: stored } = encode(event, metadata);
    return eventLine({
      stream: `ledger-${LEDGER_ID}`,
      revision,
      id: eventId(LEDGER_ID, metadata.commandId, metadata.inputHash, 0),
      type,
      isJson: true,
      data: Buffer.from(JSON.stringify(data)),
      metadata: Buffer.from(JSON.stringify(stored)),
    });
  });
  return lines.join('');
}

const [SAVINGS, GOAL] = [idNumber(7), idNumber(5)];
const HOUSEHOLD: LedgerEvent[] = [
  { type: 'InitialDepositMade', data: { amount: units(1_000) } },
  { type: 'AccountOpened', data: { accountId: SAVINGS, name: 'Nest egg', kind: 'Savings', openingBalance: units(50) } },
  {
    type: 'ExpenseRecorded',
    data: {
      transactionId: idNumber(1),
      title: 'Bread',
      amount: units(4),
      category: 'Groceries',
      date: '2026-11-03',
      wallet: 'Debit card',
    },
  },
  {
    type: 'IncomeRecorded',
    data: { transactionId: idNumber(2), title: 'Pay', amount: units(900), category: 'Salary', date: '2026-11-01' },
  },
  {
    type: 'TransferMade',
    data: { transferId: idNumber(3), from: EVERYDAY, to: SAVINGS, amount: units(200), date: '2026-11-02' },
  },
  planned(300),
  saved(30),
  { type: 'MonthlyFiguresSet', data: { income: units(900), expense: units(700) } },
  { type: 'BalanceAsserted', data: { date: '2026-11-10', balance: units(1_000), source: 'hand' } },
  { type: 'BalanceAsserted', data: { date: '2026-11-10', balance: units(1_666), source: 'hand' } },
  { type: 'BalanceAsserted', data: { accountId: SAVINGS, date: '2026-11-10', balance: units(250), source: 'hand' } },
  { type: 'BalanceAsserted', data: { accountId: SAVINGS, date: '2026-11-10', source: 'hand' } },
];

test('gives the books as they were: ids, wallets, goals, figures, balances, confirmed days', async () => {
  const text = jsonl(recordedAll(HOUSEHOLD));
  const zip = await zipped({ 'events.jsonl': text, 'daybook.journal': 'commodity JPY\n  format 1000.00 JPY\n' });
  const file = await read(readDaybook, zip);
  expect(short(file)).toEqual([
    'everyday · 2026-11-03 · -400 · Bread · Groceries · -',
    'everyday · 2026-11-01 · 90000 · Pay · Salary · -',
    `everyday · 2026-11-02 · -20000 ·  · - · 4`,
    `${SAVINGS} · 2026-11-02 · 20000 ·  · - · 3`,
  ]);
  expect(file.rows.map(({ entryId, own }) => [entryId, own?.wallet])).toEqual([
    [idNumber(1), 'Debit card'],
    [idNumber(2), undefined],
    [idNumber(3), undefined],
    [idNumber(3), undefined],
  ]);
  expect(file.accounts).toEqual([
    { key: EVERYDAY, name: 'Everyday', currency: 'JPY', kind: 'Checking', own: { isBudgeted: true } },
    { key: SAVINGS, name: 'Nest egg', currency: 'JPY', kind: 'Savings', own: { isBudgeted: true } },
  ]);
  expect(file.books).toEqual({
    goals: [
      {
        goalId: GOAL,
        title: 'Bicycle',
        finalAmount: 30_000,
        saved: [{ account: EVERYDAY, amount: 3_000 }],
      },
    ],
    figures: { income: 90_000, expense: 70_000 },
    balances: new Map([
      [EVERYDAY, 166_600],
      [SAVINGS, 25_000],
    ]),
    categories: expect.any(Array),
    rules: [],
    schedules: [],
  });
  expect(file.statements).toEqual([
    { account: EVERYDAY, opening: null, closing: 166_600, from: null, to: '2026-11-10', lines: [] },
  ]);
});

test('has the categories as they were at its end, and those of entries by their names', async () => {
  const [BREAD, OLD] = [idNumber(8), idNumber(9)];
  const spentOn = (digit: number, category: string): LedgerEvent => ({
    type: 'ExpenseRecorded',
    data: {
      ...{ transactionId: idNumber(digit), title: 'x', amount: units(1), date: '2026-11-03' },
      wallet: 'Cash',
      category,
    },
  });
  const events: LedgerEvent[] = [
    { type: 'CategoryAdded', data: { categoryId: BREAD, name: 'Bread', kind: 'Expense', parent: 'Groceries' } },
    { type: 'CategoryAdded', data: { categoryId: OLD, name: 'None', kind: 'Expense' } },
    spentOn(1, BREAD),
    spentOn(2, OLD),
    { type: 'CategoryRenamed', data: { categoryId: BREAD, from: 'Bread', to: 'Bakery' } },
    { type: 'CategoryArchived', data: { categoryId: OLD } },
  ];
  const file = await read(readDaybook, jsonl(recordedAll(events)));
  expect(file.rows.map(({ category }) => category)).toEqual([
    { name: 'Bakery', parent: 'Groceries', kind: 'Expense' },
    { name: 'None', parent: null, kind: 'Expense' },
  ]);
  expect(file.books?.categories.slice(-2)).toEqual([
    { categoryId: BREAD, name: 'Bakery', parent: 'Groceries', kind: 'Expense', isArchived: false },
    { categoryId: OLD, name: 'None', parent: null, kind: 'Expense', isArchived: true },
  ]);
});

test('has the budget as it was at its end, by the names of categories', async () => {
  const [BREAD, GONE] = [idNumber(8), idNumber(9)];
  const plan = (categoryId: string, month: string, from: number, to: number): LedgerEvent => ({
    ...{ type: 'BudgetPlanned', data: { categoryId, month, from: units(from), to: units(to) } },
  });
  const targets: [string, Target][] = [
    [BREAD, { kind: 'share', percent: 12.5, of: 'last-income' }],
    ['Movie', { kind: 'refill', amount: 0 as Cents }],
  ];
  const file = await read(
    readDaybook,
    jsonl(
      recordedAll([
        { type: 'CategoryAdded', data: { categoryId: BREAD, name: 'Bread', kind: 'Expense', parent: 'Groceries' } },
        plan(BREAD, '2026-11', 0, 30),
        plan('-', '2026-12', 0, 5),
        plan('Movie', '2026-12', 0, 5),
        plan('Movie', '2026-12', 5, 0),
        plan(GONE, '2026-12', 0, 5),
        plan('Salary', '2026-12', 0, 5),
        { type: 'BudgetCarrySet', data: { categoryId: BREAD, month: '2026-12', carry: 'none' } },
        { type: 'BudgetCarrySet', data: { categoryId: BREAD, month: '2026-10', carry: 'all' } },
        { type: 'CategoryRenamed', data: { categoryId: BREAD, from: 'Bread', to: 'Bakery' } },
        ...targets.map(
          ([categoryId, target]): LedgerEvent => ({
            ...{ type: 'BudgetTargetSet', data: { categoryId, target } },
          }),
        ),
      ]),
    ),
  );
  expect(shortBudget(file)).toEqual([
    ...['Groceries:Bakery · 2026-11 · 3000', '- · 2026-12 · 500'],
    ...['Groceries:Bakery · 2026-12 · none', 'Groceries:Bakery · 2026-10 · all'],
  ]);
  expect(file.budget?.targets).toEqual([
    { category: { name: 'Bakery', parent: 'Groceries', kind: 'Expense' }, target: targets[0]?.[1] },
  ]);
});

const ruleAdded = (digit: number, fields: object, position = 1): LedgerEvent => ({
  ...{ type: 'RuleAdded' },
  data: {
    ...{ ruleId: idNumber(digit), when: { text: 'bakery', names: [] }, then: { title: 'Bakery' }, position },
    ...{ stop: false, isOn: true, ...fields },
  },
});

test('has the rules as they were at its end, in their order, with what merged categories became', async () => {
  const [BREAD, BUNS, ROLLS] = [idNumber(7), idNumber(8), idNumber(9)];
  const named = (name: string, id: string) => [{ field: 'category' as const, name, ids: [id] }];
  const events: LedgerEvent[] = [
    { type: 'CategoryAdded', data: { categoryId: BREAD, name: 'Bread', kind: 'Expense' } },
    { type: 'CategoryAdded', data: { categoryId: BUNS, name: 'Buns', kind: 'Expense' } },
    ruleAdded(1, { when: { text: 'category:buns', names: named('buns', BUNS) }, then: { categories: [BUNS, BREAD] } }),
    ruleAdded(2, { then: { split: [BUNS, BREAD].map((id) => ({ percent: 50, categories: [id] })) }, isOn: false }),
    ruleAdded(3, {}, 3),
    { type: 'RuleRemoved', data: { ruleId: idNumber(3), position: 3 } },
    { type: 'CategoryRemoved', data: { categoryId: BUNS, into: ROLLS } },
    { type: 'CategoryRemoved', data: { categoryId: ROLLS, into: BREAD } },
  ];
  const { books, remarks } = await read(readDaybook, jsonl(recordedAll(events)));
  expect(remarks).toEqual([]);
  expect(books?.rules).toEqual([
    {
      ...{ ruleId: idNumber(2), version: 1, when: { text: 'bakery', names: [] }, stop: false, isOn: false },
      then: { split: [BREAD, BREAD].map((id) => ({ percent: 50, categories: [id] })) },
    },
    {
      ...{ ruleId: idNumber(1), version: 1, when: { text: 'category:buns', names: named('buns', BREAD) } },
      ...{ then: { categories: [BREAD] }, stop: false, isOn: true },
    },
  ]);
});

const half = (fields: object) => [
  { percent: 50, categories: ['Other'] },
  { categories: ['Other'], ...fields },
];
test.each<[string, object]>([
  ['a query that is empty', { when: { text: ' ', names: [] } }],
  ['a query that finds everything', { when: { text: 'amount>0', names: [] } }],
  ['a query that is too long', { when: { text: 'x'.repeat(501), names: [] } }],
  ['nothing to do', { then: {} }],
  ['a category beside a split', { then: { categories: ['Other'], split: half({ rest: true }) } }],
  ['a split that is not the whole', { then: { split: half({ percent: 49 }) } }],
  ['a part below 0', { then: { split: half({ rest: true }).with(0, { amount: -1, categories: ['Other'] } as never) } }],
  ['a title that is too long', { then: { title: 'x'.repeat(41) } }],
  ['a note that is empty', { then: { note: '' } }],
  ['a tag that is none', { then: { addTags: ['two words'] } }],
  ['an id that is none', { then: { categories: ['x'.repeat(37)] } }],
])('leaves out a rule of a changed export with %s', async (_, fields) => {
  const file = await read(readDaybook, jsonl(recordedAll([ruleAdded(1, {}), ruleAdded(2, fields)])));
  expect(file.books?.rules.map(({ ruleId }) => ruleId)).toEqual([idNumber(1)]);
  expect(file.remarks).toEqual(['1 rule of this file is damaged, and left out.']);
});

test('says so where categories of a changed export are merged in a circle', async () => {
  const [BREAD, BUNS] = [idNumber(8), idNumber(9)];
  const circle: LedgerEvent[] = [
    { type: 'CategoryRemoved', data: { categoryId: BUNS, into: BREAD } },
    { type: 'CategoryRemoved', data: { categoryId: BREAD, into: BUNS } },
  ];
  expect(await complaint(readDaybook, jsonl(recordedAll(circle)))).toBe('This export of Daybook contradicts itself.');
});

test('comes to the books of the ledger, whatever was done and undone', async () => {
  await fc.assert(
    fc.asyncProperty(anyCommands(), async (commands) => {
      const { events, state } = carriedOut(commands);
      if (events.length === 0) return;
      const file = await read(readDaybook, jsonl(events));
      expect(file.books?.balances).toEqual(new Map([...state.accounts].map(([id, { balance }]) => [id, balance])));
      const goals = file.books?.goals.map(({ goalId, saved }) => [
        goalId,
        saved.reduce((sum, { amount }) => sum + amount, 0),
      ]);
      expect(new Map(goals as [string, number][])).toEqual(
        new Map([...state.goals].map(([id, { currentAmount }]) => [id, currentAmount])),
      );
      for (const [id, transaction] of state.transactions) {
        const { type, amount, date, accountId = EVERYDAY } = transaction;
        const row = file.rows.find(({ entryId }) => entryId === id);
        const signed = (type === 'Income' ? amount : -amount) as Cents;
        expect(row).toMatchObject({ account: accountId, amount: signed, date, own: transaction });
      }
      expect(file.rows).toHaveLength(state.transactions.size + 2 * state.transfers.size);
      expect(file.books?.figures ?? null).toEqual(state.figures ?? null);
      expect(new Map(file.books?.rules.map(({ ruleId, ...rule }) => [ruleId, rule]))).toEqual(state.rules);
      expect(file.books?.rules.map(({ ruleId }) => ruleId)).toEqual([...state.rules.keys()]);
    }),
    { numRuns: 40 },
  );
});

test('says where an export is damaged or contradicts itself', async () => {
  const lines = jsonl(recordedAll(HOUSEHOLD)).split('\n');
  expect(await complaint(readDaybook, lines.toSpliced(2, 1).join('\n'))).toBe(
    "Line 3 of this export of Daybook doesn't follow the one before it.",
  );
  expect(await complaint(readDaybook, lines.with(3, `${lines[3]?.slice(0, -4)}`).join('\n'))).toBe(
    'Line 4 of this export of Daybook is no event.',
  );
  const odd = jsonl(
    recordedAll([{ type: 'AccountRemoved', data: { accountId: SAVINGS, balance: 0 as Cents } }, saved(1)]),
  );
  expect(await complaint(readDaybook, odd)).toBe('This export of Daybook contradicts itself.');
  expect(await complaint(readDaybook, await zipped({ 'events.jsonl': 'else' }))).toBe(
    'The events.jsonl of this zip is not one of Daybook.',
  );
});

test('a goal of a changed export has a title and a description that can be stored', async () => {
  const line = (type: string, data: object, revision: number) =>
    JSON.stringify({ stream: `ledger-${LEDGER_ID}`, revision, id: 'x', type, data, metadata: {} });
  const goal = { goalId: GOAL, finalAmount: units(300) };
  const file = await read(
    readDaybook,
    [
      line('GoalCreated', { ...goal, title: 'a\0b\ud800', description: `c\0\ud800${'d'.repeat(5_000)}` }, 0),
      line('GoalUpdated', { ...goal, goalId: GOAL, title: '\0', description: 'e' }, 1),
      line('GoalCreated', { ...goal, goalId: SAVINGS, title: `${'x'.repeat(500)}\ud83d`, description: 'c\0\ud800' }, 2),
    ].join('\n'),
  );
  expect(file.books?.goals.map(({ title, description }) => [title, description])).toEqual([
    ['Goal', 'e'],
    ['x'.repeat(GOAL_TITLE_MAX), 'c\ufffd'],
  ]);
});
