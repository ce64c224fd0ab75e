import { describe, expect, test } from 'vitest';
import { shifted } from '#ledger/model/days.ts';
import { type ScheduleRule, whyUnsound } from '#ledger/model/schedule-rule.ts';
import { occurrencesOf } from '#ledger/schedules/days.ts';
import { stepsOf } from '#tests/support/steps.ts';
import { likeTitle, titleWithoutNumbers } from './like-titles.ts';
import { rhythmOf } from './rhythm.ts';
import { type KnownSchedule, SUGGESTIONS_MAX, type SuggestedFrom, suggestionsFrom } from './suggest.ts';

const TODAY = '2026-11-26';
const NOTHING_KNOWN = { today: TODAY, known: [] as KnownSchedule[], scheduled: new Set<string>() };

/** Expenses of one title, of an amount each or of one, on some days. */
const entriesOf = (title: string, amount: number | number[], dates: string[], more: Partial<SuggestedFrom> = {}) =>
  dates.map((date, index): SuggestedFrom => {
    const cents = typeof amount === 'number' ? amount : (amount[index] ?? 0);
    return { id: `${title} ${date}`, type: 'Expense', title, amount: cents, date, accountId: 'everyday', ...more };
  });
/** The days of a rule up to today, the newest of them. */
const past = (rule: Partial<ScheduleRule>, count = 6) =>
  occurrencesOf({ every: 1, unit: 'month', start: '2026-01-01', ...rule }, { from: '2025-11-27', to: TODAY })
    .slice(-count)
    .map(({ day }) => day);
const ruleOf = (days: string[]) => rhythmOf(days)?.rule;

describe('the rhythm of days', () => {
  test.each<[string, Partial<ScheduleRule>, ScheduleRule]>([
    ['weekly', { unit: 'week', start: '2026-01-01' }, { every: 1, unit: 'week', start: '2026-11-26' }],
    ['of two weeks', { unit: 'week', every: 2, start: '2026-01-02' }, { every: 2, unit: 'week', start: '2026-12-04' }],
    ['monthly', { start: '2026-01-03' }, { every: 1, unit: 'month', start: '2026-12-03' }],
    ['of three months', { every: 3, start: '2026-01-15' }, { every: 3, unit: 'month', start: '2027-01-15' }],
    ['of the end of the month', { days: [-1] }, { every: 1, unit: 'month', start: '2026-11-30', days: [-1] }],
    ['of the 30th', { days: [30] }, { every: 1, unit: 'month', start: '2026-11-30' }],
    [
      'of the last weekday of the month',
      { days: [-1], weekend: 'before' },
      { every: 1, unit: 'month', start: '2026-11-30', days: [-1], weekend: 'before' },
    ],
    [
      'of the first, after a weekend',
      { start: '2026-01-01', weekend: 'after' },
      { every: 1, unit: 'month', start: '2026-12-01', weekend: 'after' },
    ],
    [
      'of the second Tuesday',
      { days: [{ nth: 2, weekday: 2 }] },
      { every: 1, unit: 'month', start: '2026-12-08', days: [{ nth: 2, weekday: 2 }] },
    ],
    ['of ten days', { unit: 'day', every: 10, start: '2026-01-05' }, { every: 10, unit: 'day', start: '2026-12-01' }],
  ])('is %s', (_, rule, expected) => {
    const days = past(rule).filter((day) => day < '2026-11-26');
    expect(ruleOf(days)).toEqual(expected);
    expect(whyUnsound(expected)).toBeNull();
    // It goes on with the days of the rule.
    const [next] = occurrencesOf(
      { every: 1, unit: 'month', start: '2026-01-01', ...rule },
      { from: TODAY, to: '2027-06-01' },
    );
    expect(occurrencesOf(expected, { from: TODAY, to: '2027-06-01' }, 1)).toEqual([next]);
  });

  test.each([5, 6, 8, 9, 12, 13, 16, 18, 20, 24, 26, 33, 35, 70, 100])('is of exactly %i days', (every) => {
    const count = every < 30 ? 8 : every < 60 ? 5 : 3;
    const days = Array.from({ length: count }, (_, index) => shifted(TODAY, -every * (count - 1 - index)));
    const rule = { every, unit: 'day', start: shifted(TODAY, every) };
    expect(rhythmOf(days)).toEqual({ rule, count, intervalDays: every });
  });

  test('is of five days where they slipped once, and no week', () => {
    const days = ['2026-10-26', '2026-10-31', '2026-11-05', '2026-11-11', '2026-11-16', '2026-11-21'];
    expect(ruleOf(days)).toEqual({ every: 5, unit: 'day', start: '2026-11-26' });
  });

  test.each<[string, number, 'week' | 'month', number[]]>([
    ['weekly, a day earlier or later', 1, 'week', [0, 1, -1, 0, 1, 0, -1, 0]],
    ['of two weeks, a day earlier or later', 2, 'week', [0, -1, 1, 1, 0, -1]],
    ['monthly, up to two days earlier or later', 1, 'month', [2, 0, -2, 1, -1, 2, 0]],
    ['monthly, later each time', 1, 'month', [0, 1, 2]],
    ['of three months, a day earlier or later', 3, 'month', [1, -1, 0, 1]],
    ['of six months, a day earlier', 6, 'month', [0, 0, -1]],
  ])('stays %s', (_, every, unit, shifts) => {
    const rule: ScheduleRule = { every, unit, start: '2024-03-13' };
    const days = occurrencesOf(rule, { from: rule.start, to: TODAY }, shifts.length);
    expect(ruleOf(days.map(({ day }, index) => shifted(day, shifts[index] ?? 0)))).toMatchObject({ every, unit });
  });

  test('is yearly', () => {
    expect(ruleOf(['2023-12-05', '2024-12-05', '2025-12-04'])).toEqual({ every: 1, unit: 'year', start: '2026-12-05' });
  });

  test('is monthly where days differ by a few', () => {
    expect(ruleOf(['2026-06-03', '2026-07-05', '2026-08-04', '2026-09-04', '2026-10-04', '2026-11-03'])).toEqual({
      ...{ every: 1, unit: 'month', start: '2026-12-04' },
    });
  });

  test('is of the newest days alone', () => {
    expect(rhythmOf(['2026-02-20', '2026-08-01', '2026-09-01', '2026-10-01'])).toMatchObject({ count: 3 });
  });

  test.each([
    ['two days', ['2026-09-01', '2026-10-01']],
    ['intervals that differ', ['2026-08-01', '2026-09-01', '2026-10-11']],
    ['any days', ['2026-10-01', '2026-10-02', '2026-10-04', '2026-10-05', '2026-10-08']],
  ])('is none of %s', (_, days) => {
    expect(rhythmOf(days)).toBeNull();
  });
});

describe('titles', () => {
  test.each([
    ['Netflix.com 2026-11', 'NETFLIX COM 2026-12'],
    ['Rent November 2026', 'Rent Décembre'],
    ['Strom Abschlag Mai', 'Strom Abschlag 3.7.'],
    ['Invoice RF18 5390', 'Invoice RF71/0034'],
    ['Café Müller', 'CAFE MULLER 12'],
  ])('%s is like %s', (one, other) => {
    expect(likeTitle(one)).toBe(likeTitle(other));
    expect(likeTitle(one)).not.toBe('');
  });

  test.each([
    ['Insurance car', 'Insurance home'],
    ['Rent', 'Rental'],
  ])('%s is not like %s', (one, other) => {
    expect(likeTitle(one)).not.toBe(likeTitle(other));
  });

  test.each([
    ['Rent - November 2026', 'Rent'],
    ['2026-11 Invoice (RF18)', 'Invoice'],
    ['Gym (fee)', 'Gym (fee)'],
    ['2026', '2026'],
  ])('%s is %s without numbers', (title, text) => {
    expect(titleWithoutNumbers(title)).toBe(text);
  });
});

describe('suggestions', () => {
  const rent = entriesOf('Rent', 95_000, past({ start: '2026-01-01' }), { categoryId: 'Bills & Fees', wallet: 'Bank' });
  const power = entriesOf('Power', [8_000, 9_000, 10_000, 8_500, 9_100, 8_900], past({ start: '2026-01-15' }));

  test('are schedules as they are added, the most valuable first, with the entries that say so', () => {
    expect(suggestionsFrom([...power, ...rent], NOTHING_KNOWN)).toEqual([
      {
        schedule: {
          ...{ title: 'Rent', type: 'Expense', amount: { exact: 95_000 }, accountId: 'everyday' },
          ...{ categoryId: 'Bills & Fees', wallet: 'Bank', post: 'ask' },
          rule: { every: 1, unit: 'month', start: '2026-12-01' },
        },
        entries: rent.map(({ id }) => id),
      },
      {
        schedule: {
          ...{ title: 'Power', type: 'Expense', amount: { about: 9_000 }, accountId: 'everyday', post: 'ask' },
          rule: { every: 1, unit: 'month', start: '2026-12-15' },
        },
        entries: power.map(({ id }) => id),
      },
    ]);
  });

  test('are the same in whichever order entries come', () => {
    const reversed = suggestionsFrom([...rent, ...power].reverse(), NOTHING_KNOWN);
    expect(reversed).toEqual(suggestionsFrom([...power, ...rent], NOTHING_KNOWN));
  });

  test('have the newest amount where the last three agree, and a title without dates', () => {
    const titles = past({ start: '2026-01-05' }).flatMap((date, index) =>
      entriesOf(`Netflix ${date}`, index < 3 ? 999 : 1_099, [date]),
    );
    const [suggestion] = suggestionsFrom(titles, NOTHING_KNOWN);
    expect(suggestion?.schedule).toMatchObject({ title: 'Netflix', amount: { exact: 1_099 } });
    expect(suggestion?.entries).toHaveLength(6);
  });

  test('find what comes regularly among purchases of the same title', () => {
    const prime = entriesOf('Amazon', 899, past({ start: '2026-01-09' }));
    const days = ['2026-08-01', '2026-08-03', '2026-09-20', '2026-10-02', '2026-11-01'];
    const bought = entriesOf('Amazon', [850, 2_310, 940, 12_000, 4_499], days);
    const [suggestion, ...others] = suggestionsFrom([...prime, ...bought], NOTHING_KNOWN);
    expect([suggestion?.entries, others]).toEqual([prime.map(({ id }) => id), []]);
  });

  test('leave out a long interval that is none of weeks, months or years', () => {
    const days = (every: number) => [4, 3, 2, 1, 0].map((times) => shifted('2026-11-20', -times * every));
    expect(suggestionsFrom(entriesOf('Filter', 1_500, days(20)), NOTHING_KNOWN)).toHaveLength(1);
    expect(suggestionsFrom(entriesOf('Filter', 1_500, days(77)), NOTHING_KNOWN)).toEqual([]);
  });

  test('keep incomes, transfers and accounts apart', () => {
    const dates = past({ start: '2026-01-20' });
    const saved = entriesOf('', 20_000, dates, { type: 'Transfer', title: null, toAccountId: 'savings' });
    const elsewhere = entriesOf('Fee', 500, dates.slice(0, 2), { accountId: 'card' });
    const fee = entriesOf('Fee', 500, dates.slice(2, 4));
    const found = suggestionsFrom([...saved, ...elsewhere, ...fee], NOTHING_KNOWN);
    expect(found.map(({ schedule }) => schedule)).toMatchObject([
      { type: 'Transfer', title: 'Transfer', accountId: 'everyday', toAccountId: 'savings' },
    ]);
  });

  test('leave out amounts that differ by more than a fifth', () => {
    const dates = past({ start: '2026-01-20' }, 3);
    expect(suggestionsFrom(entriesOf('Water', [8_000, 10_000, 12_000], dates), NOTHING_KNOWN)).toHaveLength(1);
    expect(suggestionsFrom(entriesOf('Water', [7_900, 10_000, 12_000], dates), NOTHING_KNOWN)).toEqual([]);
    expect(suggestionsFrom(entriesOf('Water', [8_000, 10_000, 12_100], dates), NOTHING_KNOWN)).toEqual([]);
  });

  test.each([
    ['that rose once', [7_000, 8_400, 10_000, 10_100, 10_200], 4, { about: 10_100 }],
    ['that rise each time', [10_000, 11_500, 13_000, 15_000], 3, { about: 13_000 }],
    ['that fell', [2_000, 1_700, 1_400, 1_200, 1_200, 1_200], 4, { exact: 1_200 }],
  ])('are of the newest amounts that are alike, of those %s', (_, amounts, count, amount) => {
    const entries = entriesOf('Water', amounts, past({ start: '2026-01-20' }, amounts.length));
    const [suggestion] = suggestionsFrom(entries, NOTHING_KNOWN);
    expect(suggestion?.entries).toEqual(entries.slice(-count).map(({ id }) => id));
    expect(suggestion?.schedule).toMatchObject({ amount, rule: { unit: 'month', start: '2026-12-20' } });
  });

  test('leave out amounts that come and go', () => {
    const amounts = [5_400, 6_600, 5_000, 7_400, 5_200, 6_200, 7_600, 5_000, 5_500, 6_000];
    const dates = past({ unit: 'week', start: '2026-01-03' }, amounts.length);
    expect(suggestionsFrom(entriesOf('Market', amounts, dates), NOTHING_KNOWN)).toEqual([]);
  });

  test.each<[string, SuggestedFrom[], object | null]>([
    ['the same', entriesOf('Gym 17', 3_000, ['2026-10-10', '2026-11-11']), { amount: { exact: 3_000 } }],
    [
      'of a bill',
      entriesOf('STROM ABSCHLAG', [8_000, 9_000], ['2026-10-10', '2026-11-12']),
      { title: 'STROM ABSCHLAG' },
    ],
    ['of a salary', entriesOf('ACME', [90_000, 100_000], ['2026-10-31', '2026-11-30'], { categoryId: 'Salary' }), {}],
    ['a day later than allowed', entriesOf('Gym', 3_000, ['2026-10-10', '2026-11-13']), null],
    ['of another amount', entriesOf('Shop', [3_000, 3_001], ['2026-10-10', '2026-11-10']), null],
    ['of a bill, but far from it', entriesOf('Insurance', [8_000, 9_300], ['2026-10-10', '2026-11-10']), null],
    ['two months apart', entriesOf('Rent', 3_000, ['2026-09-10', '2026-11-10']), null],
  ])('have two entries a month apart where they are %s', (_, entries, schedule) => {
    const found = suggestionsFrom(entries, { ...NOTHING_KNOWN, today: '2026-12-01' });
    expect(found.map((each) => each.schedule)).toMatchObject(schedule === null ? [] : [schedule]);
    for (const { schedule } of found) {
      expect(whyUnsound(schedule.rule)).toBeNull();
      expect(schedule.rule).toMatchObject({ every: 1, unit: 'month' });
    }
  });

  test('are not of who is paid more often than weekly, also not by equal amounts', () => {
    const days = Array.from({ length: 30 }, (_, index) => shifted('2026-10-20', index));
    const bakery = entriesOf(
      'Bakery',
      days.map((_, index) => 100 + 37 * index),
      days,
    );
    const monthly = entriesOf('Bakery', 9_900, ['2026-08-25', '2026-09-25', '2026-10-25', '2026-11-25']);
    expect(suggestionsFrom(monthly, NOTHING_KNOWN)).toHaveLength(1);
    expect(suggestionsFrom([...bakery, ...monthly], NOTHING_KNOWN)).toEqual([]);
    const weekly = entriesOf(
      'Choir',
      500,
      Array.from({ length: 8 }, (_, index) => shifted('2026-10-01', 7 * index)),
    );
    expect(suggestionsFrom(weekly, NOTHING_KNOWN)).toHaveLength(1);
  });

  test('leave out what came once, and what has ended', () => {
    expect(suggestionsFrom(rent.slice(-1), NOTHING_KNOWN)).toEqual([]);
    const [newest = ''] = past({ start: '2026-01-01' }, 1);
    expect(newest).toBe('2026-11-01');
    expect(suggestionsFrom(rent, { ...NOTHING_KNOWN, today: '2027-01-01' })).toHaveLength(1);
    expect(suggestionsFrom(rent, { ...NOTHING_KNOWN, today: '2027-01-02' })).toEqual([]);
  });

  test('leave out what is a schedule by its title, amount, rhythm and accounts', () => {
    const rule: ScheduleRule = { every: 1, unit: 'month', start: '2026-12-01' };
    const known = { type: 'Expense', accountId: 'everyday', title: 'RENT', low: 95_000, high: 95_000, rule } as const;
    const found = (schedule: Partial<KnownSchedule>) =>
      suggestionsFrom(rent, { ...NOTHING_KNOWN, known: [{ ...known, ...schedule }] }).length;
    expect(found({})).toBe(0);
    expect(found({ title: 'Flat rent', low: 90_000, high: 92_000 })).toBe(0);
    expect(found({ rule: { ...rule, unit: 'week', every: 4 } })).toBe(0);
    expect(found({ low: 1, high: 9_500 })).toBe(1);
    expect(found({ title: 'Flat' })).toBe(1);
    expect(found({ rule: { ...rule, unit: 'year' } })).toBe(1);
    expect(found({ rule: { ...rule, unit: 'week' } })).toBe(1);
    expect(found({ type: 'Income' })).toBe(1);
    expect(found({ accountId: 'card' })).toBe(1);
    expect(suggestionsFrom(rent, { ...NOTHING_KNOWN, scheduled: new Set([rent[1]?.id ?? '']) })).toEqual([]);
  });

  test('keep what only has a word or the title of a schedule', () => {
    const small = entriesOf('Insurance', 2_000, past({ start: '2026-01-05' }));
    const large = entriesOf('Insurance', 20_000, past({ start: '2026-01-12' }));
    const car = entriesOf('Car insurance', 4_500, past({ start: '2026-01-20' }));
    const rule: ScheduleRule = { every: 1, unit: 'month', start: '2026-12-05' };
    const known: KnownSchedule[] = [
      { type: 'Expense', accountId: 'everyday', title: 'Insurance', low: 2_000, high: 2_000, rule },
      { type: 'Expense', accountId: 'everyday', title: 'Home insurance', low: 5_000, high: 5_000, rule },
    ];
    const found = suggestionsFrom([...small, ...large, ...car], { ...NOTHING_KNOWN, known });
    expect(found.map(({ schedule }) => [schedule.title, schedule.amount])).toEqual([
      ['Insurance', { exact: 20_000 }],
      ['Car insurance', { exact: 4_500 }],
    ]);
  });

  test('are none any more once they were added', () => {
    const saved = entriesOf('', 20_000, past({ start: '2026-01-20' }), { type: 'Transfer', toAccountId: 'savings' });
    const daily = entriesOf('Coffee', 300, ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26']);
    const entries = [...rent, ...power, ...saved, ...daily];
    const found = suggestionsFrom(entries, NOTHING_KNOWN);
    expect(found).toHaveLength(4);
    const known = found.map(({ schedule: { amount, ...schedule } }): KnownSchedule => {
      const cents = 'exact' in amount ? amount.exact : amount.about;
      return { ...schedule, low: cents, high: cents };
    });
    expect(suggestionsFrom(entries, { ...NOTHING_KNOWN, known })).toEqual([]);
  });

  test('are at most 50, and found among many entries', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const many = Array.from({ length: 1_500 }, (_, index) => {
      const title = `Payee ${letters[index % 26]}${letters[Math.floor(index / 26) % 26]}${letters[Math.floor(index / 676)]}`;
      return entriesOf(title, 1_000 + index, past({ start: '2026-01-01', days: [(index % 28) + 1] }));
    }).flat();
    let found: ReturnType<typeof suggestionsFrom> = [];
    const steps = stepsOf(() => {
      found = suggestionsFrom(many, NOTHING_KNOWN);
    });
    expect(steps / many.length).toBeLessThan(800);
    expect(found).toHaveLength(SUGGESTIONS_MAX);
    expect(found[0]?.schedule.amount).toEqual({ exact: 2_499 });
  });
});
