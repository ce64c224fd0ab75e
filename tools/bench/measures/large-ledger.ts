import { randomUUID } from 'node:crypto';
import { BASE_PATH } from '#contract/addresses.ts';
import type { LedgerEvent } from '#ledger/events.ts';
import { exactCents } from '#ledger/model/money.ts';
import type { Caller } from '#tests/support/caller.ts';
import { type BenchServer, headersOf } from '../harness/bench-server.ts';
import { type LoadRequest, load } from '../harness/load.ts';
import type { Measure } from '../harness/measure.ts';
import { quantile } from '../harness/rounds.ts';
import { type Given, userWith } from '../harness/user-with.ts';

const LARGE_EVENTS = 100_000;
const SMALL_EVENTS = 10;
const LOAD_MS = 1_500;
/** Ten years. */
const DAYS = 3_650;
const NEWEST_DAY = '2026-11-20';
const OLDEST_DAY = '2016-11-23';
const PAGE_ROWS = 50;
export const PAGES = 1_000;

/** Measures a user with 100,000 events against one with 10: latencies of commands, reads and pages. */
export async function largeLedgers(server: BenchServer): Promise<Measure[]> {
  const [large, small] = [await userWith(server, incomes(LARGE_EVENTS)), await userWith(server, incomes(SMALL_EVENTS))];
  const p99 = (name: string, requestsOf: (user: Caller) => readonly LoadRequest[]): Measure => {
    const side = (user: Caller) => async () => {
      const requests = requestsOf(user);
      let turn = 0;
      const { latencies } = await load(
        server.origin,
        1,
        LOAD_MS,
        () => requests[turn++ % requests.length] as LoadRequest,
      );
      return quantile(latencies, 0.99);
    };
    return { name, unit: 'ms', goal: { most: 1.1 }, pair: { ours: side(large), reference: side(small) } };
  };
  const get = (user: Caller, path: string): LoadRequest => ({
    method: 'GET',
    path: BASE_PATH + path,
    headers: headersOf(user),
  });
  const page = (address: string, before: string | null) => async () => {
    const path = `${address}?limit=${PAGE_ROWS}${before === null ? '' : `&before=${before}`}`;
    const { latencies } = await load(server.origin, 1, LOAD_MS, () => get(large, path));
    return quantile(latencies);
  };
  const p50 = (path: string) => async () => {
    const { latencies } = await load(server.origin, 1, LOAD_MS, () => get(large, path));
    return quantile(latencies);
  };
  const byDate = (step: string): Measure => ({
    name: `balance by date, ten years, step=${step} ÷ reading the user, p50`,
    unit: 'ms',
    goal: { most: 5 },
    pair: {
      ours: p50(`/stats/net-worth?from=${OLDEST_DAY}&to=${NEWEST_DAY}&step=${step}`),
      reference: p50('/users/get-current-user'),
    },
  });
  const pages = async (subject: string, address: string): Promise<Measure> => ({
    name: `page ${PAGES.toLocaleString('en-US')} of the ${subject} ÷ page 1, p50`,
    unit: 'ms',
    goal: { most: 1.1 },
    pair: { ours: page(address, await pageAt(large, address, PAGES)), reference: page(address, null) },
  });
  return [
    p99('p99 of a command, 100,000 events ÷ 10', (user) => [
      {
        method: 'POST',
        path: `${BASE_PATH}/transaction/create-expense`,
        headers: headersOf(user),
        body: JSON.stringify({ title: 'Tea', amount: 1, wallet: 'Bank', date: '2026-11-20' }),
      },
    ]),
    p99("p99 of the Overview's reads, 100,000 ÷ 10", (user) => [
      get(user, '/users/get-current-user'),
      get(user, '/transaction/recent-transactions'),
      get(user, '/stats/get-income-expense-by-time-range'),
    ]),
    byDate('month'),
    byDate('day'),
    await pages('transactions', '/transaction/get-transactions'),
    await pages('entries', '/ledger/entries'),
    await pages('change-sets', '/ledger/change-sets'),
  ];
}

/** Incomes on the days of ten years, which are `count` events with the user's payment. */
export function* incomes(count: number): Generator<Given, undefined> {
  for (let number = count - 1; number > 0; number -= 1) {
    yield { event: income(number), recordedAt: '2026-11-20T12:00:00.000Z' };
  }
}

/** An income on one of the days of ten years. */
function income(number: number): LedgerEvent {
  const date = new Date(Date.UTC(2026, 10, 20) - (number % DAYS) * 86_400_000).toISOString().slice(0, 10);
  const data = { transactionId: randomUUID(), title: `Entry ${number}`, amount: exactCents(1), date } as const;
  return { type: 'IncomeRecorded', data: { ...data, category: 'Salary' } };
}

/** The cursor of a page, counted from 1. */
export async function pageAt(user: Caller, address: string, page: number): Promise<string> {
  let cursor: string | null = null;
  for (let number = 1; number < page; number += 1) {
    const path: string = `${address}?limit=${PAGE_ROWS}${cursor === null ? '' : `&before=${cursor}`}`;
    const { data }: { data: { next: string | null } } = await user.get(path);
    if (data.next === null) throw new Error(`There are only ${number} pages.`);
    cursor = data.next;
  }
  return cursor ?? '';
}
