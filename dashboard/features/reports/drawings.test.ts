import { expect, test } from 'vitest';
import type { ReportAnswer, ReportPicture } from '#contract/report-calls.ts';
import { type ReportMark, roundTicks } from './drawing-parts.ts';
import { drawingOf, markBeside, picturesFor } from './drawings.ts';
import { spentStacks, worthStacks } from './stacks.ts';

const column = (label: string, to: string, isWhole = true) => ({ from: `${label}-01`, to, label, isWhole });
const COLUMNS = [
  column('2026-01', '2026-01-31'),
  column('2026-02', '2026-02-28'),
  column('2026-03', '2026-03-31', false),
];

function reportOfRows(rows: readonly [string, number[]][], more: Partial<ReportAnswer['asked']> = {}): ReportAnswer {
  const sums = (cells: number[]) => ({
    cells,
    total: cells.reduce((sum, cell) => sum + cell, 0),
    count: 3,
    average: 1,
  });
  const all = COLUMNS.map((_, at) => rows.reduce((sum, [, cells]) => sum + (cells[at] ?? 0), 0));
  const sides = { in: 0, out: 0, net: 0, refunds: 0, savedPercent: null, movedIn: 0, movedOut: 0 };
  return {
    asked: {
      ...{ measure: 'out', by: 'category', over: 'month', range: null, from: '2026-01-01', to: '2026-03-31', q: 'a:b' },
      ...{ accounts: null, compare: 'none', limit: 11, weekStart: 1, monthStart: 1, yearStart: '01-01' },
      ...more,
    },
    ...{ revision: 9, columns: COLUMNS, before: null, overlap: 0 },
    rows: rows.map(([name, cells]) => ({ key: `id of ${name}`, name, parent: null, ...sums(cells) })),
    others: { rows: 4, ...sums([1, 0, 2]) },
    totals: { ...sums(all.map((cell, at) => cell + ([1, 0, 2][at] ?? 0))), ...sides },
  };
}

const REPORT = reportOfRows([
  ['Food & Drinks', [30, 20, 10]],
  ['Travel', [5, 0, -15]],
]);
const drawn = (picture: ReportPicture, report = REPORT, hidden: (string | null)[] = []) =>
  drawingOf(picture, {
    ...{ report, hidden: new Set(hidden), widthPx: 600, axisPx: 60, currency: '$', today: '2026-03-15' },
    short: (at) => report.columns[at]?.label ?? '',
  });
const wordsOf = (marks: readonly ReportMark[] = []) => marks.map(({ words }) => words.replaceAll('\u00a0', ' '));
const heightOf = ({ path }: ReportMark) => Number(/v(-?[\d.]+)/.exec(path)?.[1]);

test('each mark of a stack has its row, its column, its amount, and the figure of its cell', () => {
  const { marks = [] } = drawn('stacked') ?? {};
  expect(wordsOf(marks)).toEqual([
    'Food & Drinks, January 2026, $30.00',
    'Travel, January 2026, $5.00',
    'Others (4), January 2026, $1.00',
    'Food & Drinks, February 2026, $20.00',
    'Food & Drinks, March 2026 so far, $10.00',
    'Travel, March 2026 so far, − $15.00',
    'Others (4), March 2026 so far, $2.00',
  ]);
  expect(marks[0]?.figure).toBe('report:out:category:id%20of%20Food%20%26%20Drinks:2026-01-01:2026-01-31:*:a:b');
  expect([marks[2]?.figure, marks[0]?.isLight, marks[4]?.isLight]).toEqual([null, false, true]);
});

test('the heights of a stack are as their amounts, and what is below 0 goes down', () => {
  const { marks = [], ticks = [] } = drawn('stacked') ?? {};
  const [thirty, five] = [marks[0], marks[1]] as [ReportMark, ReportMark];
  expect(heightOf(thirty) / heightOf(five)).toBeCloseTo(6, 0);
  const zero = ticks.find(({ amount }) => amount === 0)?.y ?? 0;
  const [, top = 0] = /M[\d.]+ ([\d.]+)/.exec(marks[5]?.path ?? '') ?? [];
  expect(Number(top)).toBeGreaterThanOrEqual(zero - 1);
});

test('a row that the legend hides is in no picture', () => {
  const { marks } = drawn('stacked', REPORT, ['id of Travel', null]) ?? {};
  expect(wordsOf(marks)).toEqual([
    'Food & Drinks, January 2026, $30.00',
    'Food & Drinks, February 2026, $20.00',
    'Food & Drinks, March 2026 so far, $10.00',
  ]);
});

test('bars are of all rows, beside those that they are compared with', () => {
  const report = {
    ...REPORT,
    before: { from: '2025-01-01', to: '2025-03-31', columns: [column('2025-01', '2025-01-31')] },
    totals: { ...REPORT.totals, before: 7, beforeCells: [7] },
  };
  const { marks = [] } = drawn('bars', report) ?? {};
  expect(wordsOf(marks)).toEqual([
    'January 2026, $36.00',
    'February 2026, $20.00',
    'March 2026 so far, − $3.00',
    'before: January 2025, $7.00',
  ]);
  expect(marks[3]?.figure).toBe('report:out:category:*:2025-01-01:2025-01-31:*:a:b');
});

test('a waterfall ends in the sum of its rows, and gathers the small ones of many', () => {
  const many = Array.from({ length: 20 }, (_, at): [string, number[]] => [
    `Row ${at}`,
    [at % 2 === 0 ? 100 - at : at - 100],
  ]);
  const { marks = [] } = drawn('waterfall', { ...reportOfRows(many), others: null }) ?? {};
  expect(marks).toHaveLength(13);
  expect(marks.at(-2)?.words).toContain('Others (9)');
  const shown = marks
    .slice(0, -1)
    .map(({ words }) => Number(words.replace(/.*\$/, '')) * (words.includes('−') ? -1 : 1));
  const total = many.reduce((sum, [, [cell = 0]]) => sum + cell, 0);
  expect(shown.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(total);
});

test('both sides of a flow come to the same, with what was saved or drawn', () => {
  const flow = (rows: readonly [string, number[]][]) =>
    wordsOf(drawn('flow', { ...reportOfRows(rows, { measure: 'net' }), others: null })?.marks);
  const days = 'January 1, 2026 to March 31, 2026';
  expect(
    flow([
      ['Salary', [100]],
      ['Rent', [-60]],
      ['Food', [-15]],
    ]),
  ).toEqual([
    ...[`from Salary, ${days}, $100.00`, `to Rent, ${days}, $60.00`, `to Food, ${days}, $15.00`],
    `to Saved, ${days}, $25.00`,
  ]);
  expect(
    flow([
      ['Salary', [10]],
      ['Rent', [-60]],
    ]),
  ).toEqual([
    ...[`from Salary, ${days}, $10.00`, `from Drawn from savings, ${days}, $50.00`, `to Rent, ${days}, $60.00`],
  ]);
});

test('a stack of months has each category with its figure, and a line at the plan', () => {
  const groups = [
    {
      key: 'Food',
      name: 'Food',
      amounts: [30, 0],
      figures: ['budget:spent:Food:2026-01', 'budget:spent:Food:2026-02'],
      pattern: 0,
    },
    {
      key: 'Trip',
      name: 'Trip',
      amounts: [-5, 8],
      figures: ['budget:spent:Trip:2026-01', 'budget:spent:Trip:2026-02'],
      pattern: 0,
    },
  ];
  const room = { widthPx: 600, axisPx: 60, currency: '$' };
  const { marks, lines } = spentStacks(['2026-01', '2026-02'], groups, [40, 0], room);
  expect(wordsOf(marks)).toEqual([
    'spent of Food, January 2026, $30.00',
    'spent of Trip, January 2026, − $5.00',
    'spent of Trip, February 2026, $8.00',
  ]);
  expect(marks.map(({ figure }) => figure)).toEqual([
    ...['budget:spent:Food:2026-01', 'budget:spent:Trip:2026-01', 'budget:spent:Trip:2026-02'],
  ]);
  expect(lines.filter(({ kind }) => kind === 'before')).toHaveLength(1);
});

test('worth has stacks of accounts, up and down, and a line of what they come to, which explain a day', () => {
  const dates = ['2026-09-30', '2026-10-15'];
  const points = dates.map((date, at) => ({ date, total: [60, -5][at] ?? 0, figure: `balance:${date}` }));
  const account = (name: string, amounts: number[], pattern: number) => ({
    ...{ key: name, name, amounts, pattern },
    figures: dates.map((date) => `account:${name}:${date}`),
  });
  const accounts = [account('Cash', [100, 0], 0), account('Card', [-40, -5], 1)];
  const { marks, labels } = worthStacks(points, accounts, { widthPx: 600, axisPx: 60, currency: '$' });
  expect(wordsOf(marks)).toEqual([
    'Cash, September 30, 2026, $100.00',
    'Card, September 30, 2026, − $40.00',
    'Card, October 15, 2026, − $5.00',
    'all accounts, September 30, 2026, $60.00',
    'all accounts, October 15, 2026, − $5.00',
  ]);
  expect(marks.map(({ figure }) => figure)).toEqual([
    ...['account:Cash:2026-09-30', 'account:Card:2026-09-30', 'account:Card:2026-10-15'],
    ...['balance:2026-09-30', 'balance:2026-10-15'],
  ]);
  expect(labels.map(({ text }) => text)).toEqual(['Sep 26', 'Oct 15']);
});

test('a picture is offered where it fits the question', () => {
  expect(picturesFor(REPORT)).toEqual(['stacked', 'bars', 'lines', 'waterfall', 'heat', 'table']);
  const positive = reportOfRows([['Food', [1, 2, 3]]]);
  expect(picturesFor(positive)).toContain('doughnut');
  expect(picturesFor({ ...positive, asked: { ...positive.asked, by: 'none' } })).toEqual(['bars', 'lines', 'table']);
});

test('a heat of days has a mark for each day in its week', () => {
  const days = Array.from({ length: 10 }, (_, at) => {
    const day = `2026-03-${String(at + 1).padStart(2, '0')}`;
    return { from: day, to: day, label: day, isWhole: true };
  });
  const report = { ...reportOfRows([['Food', []]], { over: 'day', from: '2026-03-01' }), columns: days };
  const { marks = [] } = drawn('heat', report) ?? {};
  // 1 March 2026 is a Sunday, the last day of a week that begins on Monday.
  expect(marks.map(({ column: week, row }) => [week, row]).slice(0, 3)).toEqual([
    [0, 6],
    [1, 0],
    [1, 1],
  ]);
});

test('arrows lead along columns and rows, Home and End to both ends', () => {
  const { marks = [] } = drawn('stacked') ?? {};
  const from = (place: number, key: string) => markBeside(marks, marks[place] as ReportMark, key).words;
  expect(from(0, 'ArrowRight')).toBe('Food & Drinks, February 2026, $20.00');
  expect(from(3, 'ArrowRight')).toBe('Food & Drinks, March 2026 so far, $10.00');
  expect(from(5, 'ArrowLeft')).toBe('Food & Drinks, February 2026, $20.00');
  expect(from(0, 'ArrowUp')).toBe('Travel, January 2026, $5.00');
  expect(from(0, 'ArrowDown')).toBe('Food & Drinks, January 2026, $30.00');
  expect(from(3, 'End')).toBe('Others (4), March 2026 so far, $2.00');
  expect(from(3, 'Home')).toBe('Food & Drinks, January 2026, $30.00');
});

test.each([
  [0, 3_800, [0, 1_000, 2_000, 3_000, 4_000]],
  [-15, 36, [-20, 0, 20, 40]],
  [-999_999_999_999.99, 0, [-1e12, -8e11, -6e11, -4e11, -2e11, 0]],
  [0, 0, [0, 0.25]],
])('the axis from %d to %d is round', (least, most, ticks) => {
  const found = roundTicks(least, most);
  expect(found).toContain(0);
  expect(found[0]).toBeLessThanOrEqual(least);
  expect(found.at(-1)).toBeGreaterThanOrEqual(most);
  if (least !== 0 || most !== 0) expect(found).toEqual(ticks);
});
