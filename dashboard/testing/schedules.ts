import type { Forecast } from '#contract/forecast-calls.ts';
import type { Occurrence, Schedule } from '#contract/schedule-calls.ts';
import { clara } from './people.ts';

const EVERYDAY = clara.accounts[0]?._id ?? '';

/** A schedule with the given fields: a rent of 1,450 on the last day of each month. */
export function scheduleOf(fields: Partial<Schedule> = {}): Schedule {
  return {
    ...{ _id: 'd0000000-0000-4000-8000-000000000001', title: 'Rent', type: 'Expense', amount: { exact: 1450 } },
    ...{ category: null, account: EVERYDAY, toAccount: null, wallet: 'Bank', parts: null, note: null, tags: [] },
    rule: { every: 1, unit: 'month', start: '2026-01-31' },
    ...{ post: 'ask', before: null, next: { nominal: '2026-11-30', day: '2026-11-30' }, last: null },
    ...fields,
  };
}

/** An occurrence of that schedule with the given fields; `expected` is also the least and the most of it. */
export function occurrenceOf({ expected = 1450, day = '2026-11-30', ...fields }: Partial<Occurrence> = {}): Occurrence {
  const { _id: scheduleId, title, type, account, toAccount } = scheduleOf();
  return {
    ...{ scheduleId, nominal: day, day, title, type, account, toAccount },
    ...{ low: expected, expected, high: expected },
    ...{ status: 'upcoming', entry: null, problem: null, candidates: [] },
    ...fields,
  };
}

/** A forecast of days (ISO dates) with the balance that is expected on each. */
export function forecastOf(balances: Readonly<Record<string, number>>, fields: Partial<Forecast> = {}): Forecast {
  const days = Object.entries(balances).map(([date, expected]) => ({ date, expected, low: expected, high: expected }));
  const least = days.toSorted((a, b) => a.expected - b.expected)[0];
  return {
    ...{ days, lowest: { date: least?.date ?? '', amount: least?.expected ?? 0 }, occurrences: [], spending: null },
    ...fields,
  };
}
