import { randomUUID } from 'node:crypto';
import { BASE_PATH } from '../../contract/addresses.ts';
import type { TransactionsResponse } from '../../contract/transaction-calls.ts';
import { openEventLog } from '../../event-log/event-log.ts';
import { encode } from '../../ledger/codec.ts';
import type { LedgerEvent } from '../../ledger/events.ts';
import { exactCents } from '../../ledger/model/money.ts';
import type { Caller } from '../../tests/support/caller.ts';
import { settled } from '../../tests/support/settled.ts';
import { type BenchServer, headersOf } from '../harness/bench-server.ts';
import { type Ask, load } from '../harness/load.ts';
import type { Measure } from '../harness/measure.ts';
import { quantile } from '../harness/rounds.ts';

const LARGE = 100_000;
const SMALL = 10;
const STEP = 500;
const MS = 1_500;
const PAGE = 50;
const PAGES = 1_000;

/** A user with 100,000 events against one with 10: what they wait for, and how far back they page. */
export async function largeLedgers(server: BenchServer): Promise<Measure[]> {
  const [large, small] = [await userWith(server, LARGE), await userWith(server, SMALL)];
  const p99 = (name: string, asks: (user: Caller) => readonly Ask[]): Measure => {
    const side = (user: Caller) => async () => {
      const wanted = asks(user);
      let turn = 0;
      const { latencies } = await load(server.origin, 1, MS, () => wanted[turn++ % wanted.length] as Ask);
      return quantile(latencies, 0.99);
    };
    return { name, unit: 'ms', goal: { most: 1.1 }, pair: { ours: side(large), reference: side(small) } };
  };
  const get = (user: Caller, path: string): Ask => ({
    method: 'GET',
    path: BASE_PATH + path,
    headers: headersOf(user),
  });
  const back = await pageAt(large, PAGES);
  const page = (before: string | null) => async () => {
    const path = `/transaction/get-transactions?limit=${PAGE}${before === null ? '' : `&before=${before}`}`;
    const { latencies } = await load(server.origin, 1, MS, () => get(large, path));
    return quantile(latencies);
  };
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
    {
      name: `page ${PAGES.toLocaleString('en-US')} of the transactions ÷ page 1, p50`,
      unit: 'ms',
      goal: { most: 1.1 },
      pair: { ours: page(back), reference: page(null) },
    },
  ];
}

/** Somebody with so many events, Premium among them, all of them in the read model. */
async function userWith(server: BenchServer, count: number): Promise<Caller> {
  const user = await server.newUser();
  const log = openEventLog(server.eventStoreUrl);
  const stored = (event: LedgerEvent) => ({
    id: randomUUID(),
    ...encode(event, { commandId: randomUUID(), inputHash: 'bench', recordedAt: '2026-11-20T12:00:00.000Z' }),
  });
  try {
    let revision = await log.append(user.userId, -1n, [
      stored({ type: 'PaymentConfirmed', data: { sessionId: 'bench' } }),
    ]);
    for (let left = count - 1; left > 0; left -= STEP) {
      const events = Array.from({ length: Math.min(left, STEP) }, (_, n) => stored(income(left - n)));
      revision = await log.append(user.userId, revision, events);
    }
  } finally {
    await log.close();
  }
  await settled(
    () => user.user(),
    ({ transactionCount }) => transactionCount === count - 1,
  );
  return user;
}

/** An income on some day of the last years. */
function income(number: number): LedgerEvent {
  const date = new Date(Date.UTC(2026, 10, 20) - (number % 1_500) * 86_400_000).toISOString().slice(0, 10);
  const data = { transactionId: randomUUID(), title: `Entry ${number}`, amount: exactCents(1), date } as const;
  return { type: 'IncomeRecorded', data: { ...data, category: 'Salary' } };
}

type Page = TransactionsResponse & { next: string | null };

/** The place after which a page begins, counted from 1. */
async function pageAt(user: Caller, page: number): Promise<string> {
  let place: string | null = null;
  for (let at = 1; at < page; at += 1) {
    const path: string = `/transaction/get-transactions?limit=${PAGE}${place === null ? '' : `&before=${place}`}`;
    const { data }: { data: Page } = await user.get<Page>(path);
    if (data.next === null) throw new Error(`There are only ${at} pages.`);
    place = data.next;
  }
  return place ?? '';
}
