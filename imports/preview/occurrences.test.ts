import { expect, test } from 'vitest';
import type { Cents } from '#ledger/model/money.ts';
import type { ScheduleState } from '#ledger/model/state.ts';
import { listOccurrences } from '#ledger/schedules/listed.ts';
import { stepsOf } from '#tests/support/steps.ts';
import type { ParsedRow } from '../parsed.ts';
import { findOccurrences } from './occurrences.ts';

const DAY = '2026-11-16';

/** Schedules by titles that are their ids, of an amount each in cents. */
function openOf(
  schedules: Record<string, ScheduleState['amount']>,
  rule: Partial<ScheduleState['rule']> = {},
  names: ReadonlyMap<string, readonly string[]> = new Map(),
) {
  const states = Object.entries(schedules).map(([title, amount]): [string, ScheduleState] => [
    title,
    {
      ...({ title, amount, type: 'Expense', post: 'ask', earlier: [] } as unknown as ScheduleState),
      rule: { every: 1, unit: 'year', start: DAY, ...rule },
    },
  ]);
  const range = { from: '2026-11-01', to: '2026-11-30', today: '2026-11-26' };
  return listOccurrences({ schedules: new Map(states), marks: new Map(), names }, range, 10_000);
}

/** The titles of the schedules as which rows of titles and amounts in cents are proposed. */
function proposed(rows: readonly [title: string, amount: number, more?: object][], open: ReturnType<typeof openOf>) {
  const previewed = rows.map(([title, amount, more], index) => ({
    ...{ status: 'new', accountId: 'everyday', otherHalf: null, ruled: null, occurrence: null },
    row: { line: index, date: DAY, title, amount, counterparty: null, entryId: null, ...more } as unknown as ParsedRow,
  }));
  const found: Parameters<typeof findOccurrences>[0] = previewed;
  findOccurrences(found, open);
  return found.map(({ occurrence }) => occurrence?.scheduleId ?? null);
}

const exact = (amount: number) => ({ exact: amount as Cents });
const RENTS = openOf({ 'Rent flat': exact(90_000), 'Rent garage': exact(90_000) });

test.each<[string, Parameters<typeof proposed>[0], string[]]>([
  [
    'of the other order',
    [
      ['RENT GARAGE', -90_000],
      ['rent flat', -90_000],
    ],
    ['Rent garage', 'Rent flat'],
  ],
  ['alone', [['Rent garage', -90_000]], ['Rent garage']],
  ['with more words of the bank', [['LANDLORD 12 garage rent', -90_000]], ['Rent garage']],
  ['of a text beside the title', [['LANDLORD', -90_000, { text: 'Rent garage' }]], ['Rent garage']],
])('rows %s are the occurrences of equal titles', (_, rows, expected) => {
  expect(proposed(rows, RENTS)).toEqual(expected);
});

test.each<[string, string, object, string | null]>([
  ['of the same name', 'MEIER GMBH', {}, 'Rent'],
  ['of the name and numbers', 'Meier GmbH 2026/11', {}, 'Rent'],
  ['that have the name in the text of the bank', 'SEPA', { text: 'Meier GmbH Rf. 7' }, 'Rent'],
  ['of one of its words', 'Meier', {}, 'Rent'],
  ['of another name', 'Mueller GmbH', {}, null],
  ['without a name', '2026/11', {}, null],
])('rows %s as what a schedule was matched with are its occurrences', (_, title, more, expected) => {
  const names = new Map([['Rent', ['meier gmbh', 'old landlord']]]);
  expect(proposed([[title, -90_000, more]], openOf({ Rent: exact(90_000) }, {}, names))).toEqual([expected]);
  expect(proposed([[title, -90_000, more]], openOf({ Rent: exact(90_000) }))).toEqual([null]);
});

test('of rows of a day the one of the nearest amount is the occurrence, an equal title before it', () => {
  const phone = openOf({ Phone: exact(3_000) });
  expect(
    proposed(
      [
        ['Phone', -3_001],
        ['phone', -3_000],
      ],
      phone,
    ),
  ).toEqual([null, 'Phone']);
  expect(
    proposed(
      [
        ['Phone home', -3_000],
        ['Phone', -3_001],
      ],
      phone,
    ),
  ).toEqual([null, 'Phone']);
  const power = openOf({ Power: { about: 3_000 as Cents } });
  expect(
    proposed(
      [
        ['Power', -3_100],
        ['Power', -2_950],
      ],
      power,
    ),
  ).toEqual([null, 'Power']);
});

test('the nearest day goes before title and amount', () => {
  const rent = openOf({ Rent: exact(90_000) });
  const later = { date: '2026-11-17' };
  expect(
    proposed(
      [
        ['Rent', -90_000, later],
        ['Rent flat', -90_001],
      ],
      rent,
    ),
  ).toEqual([null, 'Rent']);
});

test('many rows and occurrences of the same days take few steps', () => {
  const titles = Array.from({ length: 25 }, (_, index) => `Payment ${index}`);
  const open = openOf(Object.fromEntries(titles.map((title) => [title, exact(90_000)])), { unit: 'day', every: 1 });
  const rows = Array.from({ length: 500 }, (_, index): [string, number] => [`payment ${24 - (index % 25)}`, -90_000]);
  let found: ReturnType<typeof proposed> = [];
  const steps = stepsOf(() => {
    found = proposed(rows, open);
  });
  expect(steps).toBeLessThan(10_000_000);
  expect(found.slice(0, 25)).toEqual(titles.toReversed());
});
