import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daysIn, shifted } from '#ledger/model/days.ts';
import { type Ahead, effectOf, type Foreseen, forecastOf, USUAL_WEEKS, usualPerDay } from './forecast.ts';

const ahead = (day: string, type: Ahead['type'], amount: number | [number, number, number]): Ahead => {
  const [low, expected, high] = typeof amount === 'number' ? [amount, amount, amount] : amount;
  const toAccount = type === 'Transfer' ? 'savings' : null;
  return { day, type, account: 'everyday', toAccount, low, expected, high };
};

/** A household that has 1,200.00: rent 850.00, about 60.00 of power, a wage of 2,000 to 2,400, 300.00 to savings. */
const HOUSEHOLD: Foreseen = {
  balance: 1_200_00,
  account: null,
  days: daysIn('2026-11-26', '2026-12-02', 7),
  occurrences: [
    ahead('2026-11-30', 'Income', [2_000_00, 2_200_00, 2_400_00]),
    ahead('2026-12-01', 'Expense', 850_00),
    ahead('2026-11-28', 'Expense', [55_50, 60_00, 64_50]),
    ahead('2026-12-01', 'Transfer', 300_00),
    ahead('2026-11-20', 'Expense', 15_00),
  ],
  perDay: 0,
};
const rows = (foreseen: Foreseen) =>
  forecastOf(foreseen).days.map(({ date, low, expected, high }) => [date.slice(5), low, expected, high]);

describe('a forecast', () => {
  test('of all accounts counts what was missed today, and each other occurrence on its day', () => {
    expect(rows(HOUSEHOLD)).toEqual([
      ['11-26', 1_185_00, 1_185_00, 1_185_00],
      ['11-27', 1_185_00, 1_185_00, 1_185_00],
      ['11-28', 1_120_50, 1_125_00, 1_129_50],
      ['11-29', 1_120_50, 1_125_00, 1_129_50],
      ['11-30', 3_120_50, 3_325_00, 3_529_50],
      ['12-01', 2_270_50, 2_475_00, 2_679_50],
      ['12-02', 2_270_50, 2_475_00, 2_679_50],
    ]);
    expect(forecastOf(HOUSEHOLD).lowest).toEqual({ date: '2026-11-28', amount: 1_125_00 });
  });

  test('of an account counts a transfer where it leaves, and where it arrives', () => {
    const own = rows({ ...HOUSEHOLD, account: 'everyday' });
    expect(own.slice(-2)).toEqual([
      ['12-01', 1_970_50, 2_175_00, 2_379_50],
      ['12-02', 1_970_50, 2_175_00, 2_379_50],
    ]);
    const other = { ...HOUSEHOLD, balance: 50_00, account: 'savings' };
    expect(rows(other).map(([, , expected]) => expected)).toEqual([5000, 5000, 5000, 5000, 5000, 35000, 35000]);
    expect(forecastOf(other).lowest).toEqual({ date: '2026-11-26', amount: 50_00 });
    expect(rows({ ...HOUSEHOLD, account: 'visa' }).map(([, low]) => low)).toEqual(Array(7).fill(1_200_00));
  });

  test('of a transfer of about an amount takes the most where it leaves, and the least where it arrives', () => {
    const transfer = ahead('2026-12-01', 'Transfer', [92_50, 100_00, 107_50]);
    expect(effectOf(transfer, 'everyday')).toEqual({ low: -107_50, expected: -100_00, high: -92_50 });
    expect(effectOf(transfer, 'savings')).toEqual({ low: 92_50, expected: 100_00, high: 107_50 });
  });

  test('takes what is usually spent off from tomorrow on', () => {
    const spending = rows({ ...HOUSEHOLD, occurrences: [], perDay: 12_34 }).map(([, , expected]) => expected);
    expect(spending).toEqual([120000, 118766, 117532, 116298, 115064, 113830, 112596]);
  });

  test('of one day has that day', () => {
    expect(rows({ ...HOUSEHOLD, days: ['2026-11-26'] })).toEqual([['11-26', 1_185_00, 1_185_00, 1_185_00]]);
  });

  test('says the first of several lowest days, below zero too', () => {
    const { lowest } = forecastOf({ ...HOUSEHOLD, balance: -1, occurrences: [ahead('2026-11-29', 'Expense', 1)] });
    expect(lowest).toEqual({ date: '2026-11-29', amount: -2 });
  });
});

describe('what is usually spent a day', () => {
  test.each([
    [[], 0],
    // 70.00 in the middle of twelve weeks: 10.00 a day.
    [[...Array(11).fill(70_00), 900_00], 10_00],
    // 60.00 and 80.00 in the middle.
    [[...Array(6).fill(60_00), ...Array(6).fill(80_00)], 10_00],
    // Half of 0.07 is half a cent a day, which is rounded away from zero.
    [[...Array(6).fill(0), ...Array(6).fill(7)], 1],
    [[...Array(6).fill(0), ...Array(6).fill(6)], 0],
    // Five weeks with spending are fewer than half.
    [[500_00, 500_00, 500_00, 500_00, 500_00], 0],
    [Array(7).fill(500_00), 71_43],
  ])('of weeks of %j is %i', (weeks, perDay) => {
    expect(usualPerDay(weeks)).toBe(perDay);
    expect(usualPerDay(weeks.toReversed())).toBe(perDay);
  });
});

describe('by a second way', () => {
  const TODAY = '2026-02-20';
  const accounts = ['everyday', 'savings', 'visa'] as const;
  const anyAhead = fc
    .record({
      after: fc.integer({ min: -40, max: 70 }),
      type: fc.constantFrom('Expense' as const, 'Income' as const, 'Transfer' as const),
      from: fc.integer({ min: 0, max: 2 }),
      further: fc.constantFrom(1, 2),
      low: fc.integer({ min: 1, max: 5_000_00 }),
      more: fc.integer({ min: 0, max: 500_00 }),
    })
    .map(({ after, type, from, further, low, more }): Ahead => {
      const toAccount = type === 'Transfer' ? (accounts[(from + further) % 3] ?? null) : null;
      const amounts = { low, expected: low + Math.ceil(more / 2), high: low + more };
      return { day: shifted(TODAY, after), type, account: accounts[from] ?? '', toAccount, ...amounts };
    });

  test('each day is the balance and all that came until then', () => {
    fc.assert(
      fc.property(
        fc.array(anyAhead, { maxLength: 30 }),
        fc.constantFrom(null, ...accounts),
        fc.integer({ min: -9_000_00, max: 9_000_00 }),
        fc.integer({ min: 0, max: 50_00 }),
        (occurrences, account, balance, perDay) => {
          const days = daysIn(TODAY, shifted(TODAY, 60), 61);
          const { days: found, lowest } = forecastOf({ balance, account, days, occurrences, perDay });
          const naive = days.map((date, index) => {
            const come = occurrences.filter(({ day }) => day <= date);
            const sum = (out: 'low' | 'expected' | 'high', back: 'low' | 'expected' | 'high') => {
              let total = balance - perDay * index;
              for (const each of come) {
                if (each.type === 'Income' && (account ?? each.account) === each.account) total += each[back];
                if (each.type === 'Expense' && (account ?? each.account) === each.account) total -= each[out];
                if (each.type === 'Transfer' && account === each.account) total -= each[out];
                if (each.type === 'Transfer' && account === each.toAccount) total += each[back];
              }
              return total;
            };
            return { date, low: sum('high', 'low'), expected: sum('expected', 'expected'), high: sum('low', 'high') };
          });
          expect(found).toEqual(naive);
          const least = Math.min(...naive.map(({ expected }) => expected));
          expect(lowest).toEqual({ date: naive.find(({ expected }) => expected === least)?.date, amount: least });
          if (account === null) {
            const parts = accounts.map((each) =>
              forecastOf({ balance: 0, account: each, days, occurrences, perDay: 0 }),
            );
            const whole = forecastOf({ balance: 0, account, days, occurrences, perDay: 0 });
            const expected = days.map((_, index) =>
              parts.reduce((sum, { days }) => sum + (days[index]?.expected ?? 0), 0),
            );
            expect(whole.days.map((day) => day.expected)).toEqual(expected);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('the median of random weeks is that of the sorted twelve', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 900_00 }), { maxLength: USUAL_WEEKS }), (weeks) => {
        const sorted = [...weeks];
        while (sorted.length < 12) sorted.push(0);
        sorted.sort((a, b) => a - b);
        const cents = ((sorted[5] ?? 0) + (sorted[6] ?? 0)) / 14;
        expect(usualPerDay(weeks)).toBe(Math.floor(cents + 0.5 + 1e-9));
      }),
    );
  });
});
