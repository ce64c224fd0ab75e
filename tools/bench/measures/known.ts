import { randomUUID } from 'node:crypto';
import { BASE_PATH } from '#contract/addresses.ts';
import { exactCents } from '#ledger/model/money.ts';
import type { TransactionState } from '#ledger/model/state.ts';
import { type BenchServer, headersOf } from '../harness/bench-server.ts';
import { load } from '../harness/load.ts';
import type { Measure } from '../harness/measure.ts';
import { quantile } from '../harness/rounds.ts';
import { type Given, userWith } from '../harness/user-with.ts';

const EVENTS = 100_000;
/** One event in this many changes an entry that was recorded before. */
const CHANGE_EVERY_EVENTS = 10;
const YEARS_MS = 4 * 365 * 86_400_000;
const END_MS = Date.UTC(2026, 10, 20, 12);
/** The number of moments over the life of the ledger that are read in turn. */
const MOMENTS = 40;
const LOAD_MS = 1_500;

/**
 * Measures screens of a ledger of 100,000 events as known at moments all over its life against the same screens now.
 */
export async function knownBefore(server: BenchServer): Promise<Measure[]> {
  const user = await userWith(server, life());
  const p50 = (paths: readonly string[]) => async () => {
    let turn = 0;
    const { latencies } = await load(server.origin, 1, LOAD_MS, () => ({
      method: 'GET',
      path: BASE_PATH + (paths[turn++ % paths.length] ?? ''),
      headers: headersOf(user),
    }));
    return quantile(latencies);
  };
  const revisions = Array.from({ length: MOMENTS }, (_, index) => Math.floor(((index + 0.5) * EVENTS) / MOMENTS));
  const instants = revisions.map((revision) => new Date(timeOf(revision)).toISOString());
  const measure = (name: string, path: string, most: number): Measure => ({
    name: `${name} as known before ÷ now, p50`,
    unit: 'ms',
    goal: { most },
    pair: {
      ours: p50([...revisions, ...instants].map((known) => `${path}${path.includes('?') ? '&' : '?'}known=${known}`)),
      reference: p50([path]),
    },
  });
  return [
    measure('the user', '/users/get-current-user', 2),
    measure('recent transactions', '/transaction/recent-transactions', 2),
    measure('a page of transactions', '/transaction/get-transactions?limit=50', 2),
    measure('a page of entries', '/ledger/entries?limit=50', 2),
    measure('goals', '/goals/get-goals', 2),
    measure('statistics', '/stats/get-income-expense-by-time-range', 2),
    measure('a year by category', '/stats/get-by-category?from=2025-01-01&to=2025-12-31', 2),
  ];
}

const timeOf = (number: number) => END_MS - YEARS_MS + (number * YEARS_MS) / EVENTS;

/** Four years of expenses, recorded within a week of their day; some are changed later. */
export function life(): Given[] {
  const recorded: { transactionId: string; state: TransactionState }[] = [];
  return Array.from({ length: EVENTS - 1 }, (_, number) => {
    const recordedAt = new Date(timeOf(number)).toISOString();
    const earlier = recorded[Math.floor(recorded.length * ((number * 0.618) % 1))];
    if (number % CHANGE_EVERY_EVENTS === 0 && earlier) {
      const before = earlier.state;
      const after = { ...before, amount: exactCents(2 + (number % 50)) };
      earlier.state = after;
      return {
        recordedAt,
        event: { type: 'TransactionChanged', data: { transactionId: earlier.transactionId, before, after } },
      };
    }
    const date = new Date(timeOf(number) - (number % 7) * 86_400_000).toISOString().slice(0, 10);
    const fields = { title: `Entry ${number}`, amount: exactCents(1 + (number % 40)), date, wallet: 'Bank' } as const;
    const transactionId = randomUUID();
    recorded.push({ transactionId, state: { type: 'Expense', ...fields } });
    return { recordedAt, event: { type: 'ExpenseRecorded', data: { transactionId, ...fields } } };
  });
}
