import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { BASE_PATH } from '#contract/addresses.ts';
import { EXPENSE_CATEGORIES } from '#ledger/model/constants.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { Caller } from '#tests/support/caller.ts';
import { type BenchServer, headersOf } from '../harness/bench-server.ts';
import { send } from '../harness/load.ts';
import type { Measure } from '../harness/measure.ts';
import { quantile } from '../harness/rounds.ts';
import { type Given, userWith } from '../harness/user-with.ts';

const SMALL_EVENTS = 1_000;
const LARGE_EVENTS = 500_000;
const FIRST_DAY = '2024-11-01';
const LAST_DAY = '2026-10-31';
const DAYS = 730;
const DAY_MS = 86_400_000;
/** One entry in this number is split. */
const SPLIT_EVERY = 50;
const ASKED = 20;

/** Measures reports of 24 months over 500,000 entries, which are of these months, against 1,000. */
export async function reports(server: BenchServer): Promise<Measure[]> {
  const small = await userWith(server, spent(SMALL_EVENTS));
  const large = await userWith(server, spent(LARGE_EVENTS));
  const agent = new Agent({ keepAlive: true });
  const p50 = (user: Caller, question: string) => async () => {
    const path = `${BASE_PATH}/reports/run?from=${FIRST_DAY}&to=${LAST_DAY}&${question}`;
    const latencies: number[] = [];
    for (let turn = 0; turn < ASKED; turn += 1) {
      const begin = performance.now();
      await send(server.origin, agent, { method: 'GET', path, headers: headersOf(user) });
      latencies.push(performance.now() - begin);
    }
    return quantile(latencies);
  };
  const ofQuestion = (name: string, question: string): Measure => ({
    name: `a report ${name} over 24 months, 500,000 entries ÷ 1,000, p50`,
    unit: 'ms',
    goal: { most: 2 },
    pair: { ours: p50(large, question), reference: p50(small, question) },
  });
  return [
    ofQuestion('by category, by month', 'by=category&over=month'),
    ofQuestion('by group, by week', 'by=group&over=week'),
    ofQuestion('of months from the 25th', 'by=none&over=month&monthStart=25'),
  ];
}

function* spent(count: number): Generator<Given> {
  const recordedAt = new Date(`${LAST_DAY}T12:00:00Z`).toISOString();
  for (let number = 1; number < count; number += 1) {
    const amount = (100 + ((number * 7_919) % 20_000)) as Cents;
    const date = new Date(Date.parse(FIRST_DAY) + ((number * 977) % DAYS) * DAY_MS).toISOString().slice(0, 10);
    const category = categoryOf(number);
    const parts = [
      { amount: 40 as Cents, category },
      { amount: (amount - 40) as Cents, category: categoryOf(number + 1) },
    ];
    const data = { transactionId: randomUUID(), title: `Item ${number % 300}`, amount, date, wallet: 'Bank' } as const;
    const categories = number % SPLIT_EVERY === 0 ? { parts } : { category };
    yield { recordedAt, event: { type: 'ExpenseRecorded', data: { ...data, ...categories } } };
  }
}

/** The categories change with each run through the days, so that each day has all of them in a large ledger. */
function categoryOf(number: number): string {
  const place = number + Math.floor(number / DAYS);
  return EXPENSE_CATEGORIES[place % EXPENSE_CATEGORIES.length] ?? 'Other';
}
