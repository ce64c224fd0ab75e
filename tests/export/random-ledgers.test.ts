import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExportedLedger } from '#api/export/archive-files.ts';
import { exportedEntry } from '#api/export/books.ts';
import type { Command } from '#ledger/decide/commands.ts';
import { definitions, type LedgerEvent } from '#ledger/events.ts';
import { anyCommands } from '#ledger/testing/any-commands.ts';
import { carriedOut, idNumber, recordedAll, units } from '#ledger/testing/scenario.ts';
import { budgeted, judged, wanted, withoutEquity } from '../support/accounting.ts';
import { hasAccountingPrograms } from '../support/accounting-programs.ts';
import { exportedLedger, verified, withExport } from '../support/exported.ts';
import { limitMs } from '../support/slowness.ts';

/** Titles and names that a journal could read as something else. */
const HOSTILE = [
  '(paid) rent',
  '* starred',
  '! pending',
  'Rent ; date: soon',
  'Payee | note',
  'two  spaces',
  'no\u00A0break\u00A0\u00A0space',
  'wide\u3000space',
  'Visa: gold',
  ';',
  ':',
  '"quoted" \\back\\slash',
  'Crème brûlée 🍮',
  '👨‍👩‍👧 family',
  '\u202Eright to left\u202C שלום',
  '書店',
  '5.00 USD',
  '-1.00 EUR = 3',
  '=1+1',
  '[virtual]',
  '<deferred>',
  '{cost} @ 2',
  '2026-01-01 open',
  '#tag ^link %x',
  'ßtraße',
  '\u200B',
  'include other.journal',
];

/** Random commands, each title and each name one of these. */
const commands = fc
  .tuple(anyCommands(), fc.array(fc.nat(), { minLength: 60, maxLength: 60 }))
  .map(([commands, numbers]) =>
    commands.map((command, at): Command => {
      const text = HOSTILE[(numbers[at] ?? 0) % HOSTILE.length] ?? '';
      const named = { ...command } as Record<string, unknown>;
      if (typeof named.title === 'string') named.title = text;
      if (typeof named.name === 'string') named.name = text;
      // The receipt's bytes in the export of this test are its id.
      if (named.receiptHash) named.receiptHash = createHash('sha256').update(String(named.receiptId)).digest('hex');
      return named as Command;
    }),
  );

/** The sums of the entries of each category, in cents, worked out from the entries. */
async function categoriesOf({ pages, state }: ExportedLedger): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  for await (const page of pages()) {
    for (const { book, cents } of page.flatMap((row) => exportedEntry(row, state.categories).postings)) {
      if (/^(expenses|income) /.test(book)) sums.set(book, (sums.get(book) ?? 0) + Number(cents));
    }
  }
  return sums;
}

/** Own categories below others, of names that have to be cleaned, one that is gone, a split of both kinds, refunds. */
const CATEGORIES: LedgerEvent[] = (() => {
  const [bread, drinks, gone, wine, bonus] = [1, 2, 3, 4, 5].map(idNumber);
  const added = (categoryId = '', name = '', parent?: string, kind: 'Expense' | 'Income' = 'Expense'): LedgerEvent => ({
    ...{ type: 'CategoryAdded', data: { categoryId, name, kind, parent } },
  });
  const fields = (digit: number, amount: number) => ({
    ...{
      transactionId: idNumber(digit).replace(/^0/, '1'),
      title: `No ${digit}`,
      amount: units(amount),
      date: '2026-11-03',
    },
  });
  const part = (amount: number, category = '') => ({ amount: units(amount), category });
  return [
    added(bread, 'Bread: rye ; 2', 'Food & Drinks'),
    added(drinks, 'food drinks'),
    added(gone, 'Gone'),
    added(wine, 'Wine', drinks),
    added(bonus, 'Bonus', 'Salary', 'Income'),
    { type: 'ExpenseRecorded', data: { ...fields(1, 40), category: bread, wallet: 'Cash' } },
    { type: 'ExpenseRecorded', data: { ...fields(2, 9), category: 'Food & Drinks', wallet: 'Cash' } },
    { type: 'IncomeRecorded', data: { ...fields(3, 15), category: bread } },
    { type: 'IncomeRecorded', data: { ...fields(4, 30), parts: [part(10, wine), part(20, bonus)] } },
    { type: 'IncomeRecorded', data: { ...fields(5, 7), category: 'Other income' } },
    { type: 'IncomeRecorded', data: { ...fields(6, 8), category: 'Other' } },
    { type: 'CategoryRenamed', data: { categoryId: wine ?? '', from: 'Wine', to: 'Bread: rye ; 2' } },
    { type: 'CategoryMoved', data: { categoryId: bonus ?? '', from: 'Salary' } },
    { type: 'CategoryPlaced', data: { categoryId: 'Movie', to: 1 } },
    { type: 'CategoryPlaced', data: { categoryId: wine ?? '', to: 2 } },
    { type: 'CategoryArchived', data: { categoryId: bread ?? '' } },
    { type: 'CategoryRemoved', data: { categoryId: gone ?? '' } },
  ];
})();

test('verify.mjs agrees with the export of own categories and refunds', async () => {
  const said = await withExport(exportedLedger(recordedAll(CATEGORIES)), 'EUR', verified);
  expect(said).toMatchObject({ code: 0, stderr: '' });
});

test.skipIf(!hasAccountingPrograms())('the programs agree with Daybook on own categories and refunds', async () => {
  const ledger = exportedLedger(recordedAll(CATEGORIES));
  const { hledger, beancount } = await withExport(ledger, 'EUR', judged);
  const { hledger: plain, beancount: inBeancount } = wanted(ledger.state, await categoriesOf(ledger));
  expect([withoutEquity(hledger), withoutEquity(beancount)]).toEqual([plain, inBeancount]);
  expect(hledger).toMatchObject({
    'expenses:Food & Drinks:Bread- rye , 2': 2_500,
    'expenses:food drinks:Bread- rye , 2': -1_000,
    'expenses:Other': -800,
    'income:Bonus': -2_000,
    'income:Other': -700,
  });
  expect(beancount).toMatchObject({
    'Expenses:Food-Drinks:Bread-rye-2': 2_500,
    'Expenses:Food-drinks-2:Bread-rye-2': -1_000,
  });
});

/** Plans of a category, of one below it that stands alone later, and of none, with carries, a refund and a merge. */
const BUDGET: LedgerEvent[] = (() => {
  const [bread = '', wine = ''] = [1, 2].map(idNumber);
  const plan = (categoryId: string, month: string, from: number, to: number): LedgerEvent => ({
    ...{ type: 'BudgetPlanned', data: { categoryId, month, from: units(from), to: units(to) } },
  });
  const spent = (digit: number, amount: number, category: string | undefined, date: string): LedgerEvent => ({
    type: 'ExpenseRecorded',
    data: {
      ...{ transactionId: idNumber(digit).replace(/^0/, '1'), title: 'Shop', amount: units(amount) },
      ...{ date, category, wallet: 'Cash' },
    },
  });
  const carry = (categoryId: string, month: string, carry?: 'all' | 'none', place?: number): LedgerEvent => ({
    ...{ type: 'BudgetCarrySet', data: { categoryId, month, carry, place } },
  });
  const refund = { transactionId: idNumber(8), title: 'Back', amount: units(7), category: bread };
  return [
    { type: 'CategoryAdded', data: { categoryId: bread, name: 'Bread; rye', kind: 'Expense', parent: 'Groceries' } },
    { type: 'CategoryAdded', data: { categoryId: wine, name: 'Wine', kind: 'Expense' } },
    spent(1, 40, bread, '2026-09-03'),
    spent(2, 30, 'Groceries', '2026-09-04'),
    spent(3, 5, undefined, '2026-09-05'),
    plan('Groceries', '2026-09', 0, 100),
    plan('Groceries', '2026-10', 0, 110),
    plan('-', '2026-10', 0, 20),
    carry('Movie', '2026-09', 'all'),
    carry(wine, '2026-09', 'none'),
    carry(wine, '2026-10', 'all'),
    carry(wine, '2026-10'),
    plan(bread, '2026-11', 0, 15),
    plan(wine, '2026-10', 0, 9),
    plan('Movie', '2026-10', 0, 10),
    spent(4, 12, bread, '2026-11-02'),
    spent(5, 60, 'Movie', '2026-10-02'),
    { type: 'IncomeRecorded', data: { ...refund, date: '2026-11-05' } },
    {
      ...{ type: 'BudgetMoved' },
      data: { categoryId: 'Movie', month: '2026-11', from: units(0), to: units(-3), other: wine },
    },
    { type: 'BudgetMoved', data: { categoryId: wine, month: '2026-11', from: units(0), to: units(3), other: 'Movie' } },
    plan('Travel', '2026-10', 0, 4),
    plan('Travel', '2026-10', 4, 0),
  ];
})();

test('budget.csv has each month, and verify.mjs agrees with it', async () => {
  const { said, csv } = await withExport(exportedLedger(recordedAll(BUDGET)), 'EUR', async (folder) => ({
    ...{ said: await verified(folder), csv: await readFile(join(folder, 'budget.csv'), 'utf8') },
  }));
  expect(said).toMatchObject({ code: 0, stderr: '' });
  expect(csv.trimEnd().split('\r\n').slice(1)).toEqual([
    '2026-09,Groceries,100.00,0.00,70.00,0.00,30.00,surplus',
    '2026-09,Bread; rye,0.00,0.00,40.00,0.00,,surplus',
    '2026-09,No category,0.00,0.00,5.00,0.00,-5.00,surplus',
    '2026-10,Movie,10.00,0.00,60.00,0.00,-50.00,all',
    '2026-10,Groceries,110.00,30.00,0.00,0.00,140.00,surplus',
    '2026-10,Wine,9.00,0.00,0.00,0.00,9.00,none',
    '2026-10,No category,20.00,0.00,0.00,0.00,20.00,surplus',
    '2026-11,Movie,-3.00,-50.00,0.00,0.00,-53.00,all',
    '2026-11,Groceries,0.00,140.00,0.00,0.00,140.00,surplus',
    '2026-11,Bread; rye,15.00,0.00,5.00,7.00,10.00,surplus',
    '2026-11,Wine,3.00,0.00,0.00,0.00,3.00,none',
    '2026-11,No category,0.00,20.00,0.00,0.00,20.00,surplus',
  ]);
});

test.skipIf(!hasAccountingPrograms())("hledger's budget report has what was planned and spent", async () => {
  const months = { '2026-09': [0, 0], '2026-10': [0, 0], '2026-11': [0, 0] };
  const reported = await withExport(exportedLedger(recordedAll(BUDGET)), 'EUR', async (folder) => {
    await judged(folder);
    return await budgeted(folder);
  });
  expect(reported).toEqual({
    'expenses:Groceries': { '2026-09': [7_000, 10_000], '2026-10': [0, 11_000], '2026-11': [500, 1_500] },
    'expenses:Groceries:Bread, rye': { ...months, '2026-09': [4_000, 0], '2026-11': [500, 1_500] },
    'expenses:Movie': { ...months, '2026-10': [6_000, 1_000], '2026-11': [0, -300] },
    'expenses:Wine': { ...months, '2026-10': [0, 900], '2026-11': [0, 300] },
    'expenses:no category': { ...months, '2026-09': [500, 0], '2026-10': [0, 2_000] },
  });
});

const [ONE, TWO] = [idNumber(1), idNumber(2)];
const rule = { when: { text: 'bakery', names: [] }, then: { title: 'Bakery' }, stop: false, isOn: true };
const added = (ruleId: string, position: number): LedgerEvent => ({
  ...{ type: 'RuleAdded', data: { ...rule, ruleId, position } },
});
const changed = (ruleId: string, version: number): LedgerEvent => ({
  ...{ type: 'RuleChanged', data: { ...rule, ruleId, version } },
});
const ordered = (before: string[], after: string[]): LedgerEvent => ({
  ...{ type: 'RulesOrdered', data: { before, after } },
});
const run = (ruleId: string, version: number): LedgerEvent => ({
  ...{ type: 'RulesRun', data: { rules: [{ ruleId, version }], overwrite: false, count: 1 } },
});
const restored = (ruleId: string, version: number, position: number): LedgerEvent => ({
  ...{ type: 'RuleRestored', data: { ...rule, ruleId, version, position } },
});
const removed = (ruleId: string, position: number): LedgerEvent => ({
  type: 'RuleRemoved',
  data: { ruleId, position },
});
const saidOf = (events: readonly LedgerEvent[]) => withExport(exportedLedger(recordedAll(events)), 'EUR', verified);

test('verify.mjs knows the events of rules', async () => {
  const said = await saidOf([
    ...[added(ONE, 1), added(TWO, 1), ordered([TWO, ONE], [ONE, TWO]), changed(TWO, 2), run(TWO, 2)],
    ...[removed(ONE, 1), restored(ONE, 2, 2), ordered([TWO, ONE], [ONE, TWO])],
  ]);
  expect(said).toMatchObject({ code: 0, stderr: '' });
});

const RENT = {
  ...({ title: 'Rent', type: 'Expense', amount: { exact: units(900) }, wallet: 'Bank', post: 'by-itself' } as const),
  rule: { every: 1, unit: 'month', start: '2026-11-30' },
} as const;
const scheduled: LedgerEvent = { type: 'ScheduleAdded', data: { ...RENT, scheduleId: ONE } };
const asked: LedgerEvent = { type: 'ScheduleAdded', data: { ...RENT, scheduleId: ONE, post: 'ask' } };
const rescheduled: LedgerEvent = {
  type: 'ScheduleChanged',
  data: { ...RENT, scheduleId: ONE, title: 'Flat', place: 0, earlier: [] },
};
const unscheduled = (title: string): LedgerEvent => ({ type: 'ScheduleRemoved', data: { scheduleId: ONE, title } });
const backOnSchedule: LedgerEvent = {
  type: 'ScheduleRestored',
  data: { ...RENT, scheduleId: ONE, place: 0, earlier: [] },
};
const occurrence = { scheduleId: ONE, nominal: '2026-11-30', title: 'Rent' };
const paid = (digit: number): LedgerEvent => ({
  ...{ type: 'ExpenseRecorded' },
  data: { transactionId: idNumber(digit), title: 'Rent', amount: units(900), date: '2026-11-30', wallet: 'Bank' },
});
const postedByItself = (digit: number): LedgerEvent => ({
  ...{ type: 'OccurrencePosted', data: { ...occurrence, entry: idNumber(digit), byItself: true } },
});
const matched = (digit: number): LedgerEvent => ({
  ...{ type: 'OccurrenceMatched', data: { ...occurrence, entry: idNumber(digit) } },
});
const skipped: LedgerEvent = { type: 'OccurrenceSkipped', data: occurrence };
const opened: LedgerEvent = { type: 'OccurrenceOpened', data: occurrence };

test('verify.mjs knows the events of schedules', async () => {
  const said = await saidOf([
    ...[scheduled, rescheduled, unscheduled('Flat'), backOnSchedule, paid(3), matched(3), opened],
    ...[postedByItself(4), paid(4), skipped],
  ]);
  expect(said).toMatchObject({ code: 0, stderr: '' });
});

test.each<[string, LedgerEvent[]]>([
  ['a schedule that is added twice', [scheduled, scheduled]],
  ['a change of a schedule that is not there', [rescheduled]],
  ['a schedule that is removed under another title', [scheduled, unscheduled('Flat')]],
  ['an occurrence of what is no schedule', [skipped]],
  ['an occurrence that is posted as an entry that is there', [scheduled, paid(3), postedByItself(3)]],
  ['what is posted by itself though it asks', [asked, postedByItself(3)]],
  ['what is posted by itself twice', [scheduled, postedByItself(3), paid(3), postedByItself(4)]],
  ['a match of what is not there', [scheduled, matched(3)]],
  ['a match that is taken away where there is none', [scheduled, skipped, opened]],
  ['a rule that is added twice', [added(ONE, 1), added(ONE, 1)]],
  ['a change of a rule that is not there', [changed(ONE, 2)]],
  ['a version that is left out', [added(ONE, 1), changed(ONE, 3)]],
  ['a rule that leaves another place than it has', [added(ONE, 1), added(TWO, 1), removed(ONE, 1)]],
  ['a rule that comes back to what is there', [added(ONE, 1), restored(ONE, 1, 1)]],
  ['an order of other rules', [added(ONE, 1), ordered([ONE], [TWO])]],
  ['an order that was another before', [added(ONE, 1), added(TWO, 2), ordered([TWO, ONE], [ONE, TWO])]],
  ['a run of a rule in another version', [added(ONE, 1), run(ONE, 2)]],
  ['a merge of what is not there', [{ type: 'CategoriesMerged', data: { from: ONE, into: 'Movie', count: 1 } }]],
])('verify.mjs finds %s', async (_, events) => {
  const { code, stdout } = await saidOf(events);
  expect([code, stdout.split('\n')[0]]).toEqual([
    1,
    `events.jsonl differs: entry ${events.length - 1} contradicts those before it.`,
  ]);
});

test('verify.mjs knows each type of event, and finds one that it does not know', async () => {
  const program = await readFile(new URL('../../api/export/verify.mjs', import.meta.url), 'utf8');
  expect(Object.keys(definitions).filter((type) => !program.includes(`'${type}'`))).toEqual([]);
  const { stdout } = await withExport(exportedLedger(recordedAll([added(ONE, 1)])), 'EUR', async (folder) => {
    const path = join(folder, 'events.jsonl');
    await writeFile(path, (await readFile(path, 'utf8')).replace('RuleAdded', 'RuleGuessed'));
    return await verified(folder);
  });
  expect(stdout).toContain('events.jsonl differs: entry 0 is of an unknown type, RuleGuessed.');
});

test('verify.mjs agrees with the export of random ledgers', { timeout: limitMs(600_000) }, async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (commands) => {
      const { events } = carriedOut(commands);
      const said = await withExport(exportedLedger(events), 'EUR', verified);
      // The sentence first: it names the file that differs.
      expect(said.stdout).toContain('All files agree with the events.');
      expect(said).toMatchObject({ code: 0, stderr: '' });
    }),
    { numRuns: 40, endOnFailure: true },
  );
});

test.skipIf(!hasAccountingPrograms())(
  'hledger, Ledger and Beancount agree with Daybook on random ledgers, for every account, goal and category',
  { timeout: limitMs(600_000) },
  async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (commands) => {
        const ledger = exportedLedger(carriedOut(commands).events);
        const sums = await withExport(ledger, 'JPY', judged);
        const expected = wanted(ledger.state, await categoriesOf(ledger));
        expect({
          hledger: withoutEquity(sums.hledger),
          ledger: withoutEquity(sums.ledger),
          beancount: withoutEquity(sums.beancount),
        }).toEqual(expected);
      }),
      { numRuns: 12, endOnFailure: true },
    );
  },
);
