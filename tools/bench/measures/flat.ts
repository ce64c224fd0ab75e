import { BASE_PATH } from '#contract/addresses.ts';
import { type Caller, expectOk } from '#tests/support/caller.ts';
import { type BenchServer, headersOf } from '../harness/bench-server.ts';
import { type LoadRequest, load } from '../harness/load.ts';
import type { Measure } from '../harness/measure.ts';
import { quantile } from '../harness/rounds.ts';
import { userWith } from '../harness/user-with.ts';
import { incomes, PAGES, pageAt } from './large-ledger.ts';

const SMALL_EVENTS = 10;
const SIZES_EVENTS = [100_000, 1_000_000];
const LOAD_MS = 1_000;
const UNDOS = 40;

/** Measures ledgers of 100,000 and of 1,000,000 events against one of 10: latencies of one client, p50. */
export async function flat(server: BenchServer): Promise<Measure[]> {
  const small = await userWith(server, incomes(SMALL_EVENTS));
  const measures: Measure[] = [];
  for (const size of SIZES_EVENTS) measures.push(...(await ofSize(server, size, small)));
  return measures;
}

async function ofSize(server: BenchServer, size: number, small: Caller): Promise<Measure[]> {
  const large = await userWith(server, incomes(size));
  const events = `${size.toLocaleString('en-US')} events`;
  const p50 = (requests: readonly LoadRequest[]) => async () => {
    let turn = 0;
    const next = () => requests[turn++ % requests.length] as LoadRequest;
    return quantile((await load(server.origin, 1, LOAD_MS, next)).latencies);
  };
  const against = (name: string, most: number, sideOf: (user: Caller) => () => Promise<number>): Measure => ({
    name: `${name}, ${events} ÷ ${SMALL_EVENTS}, p50`,
    unit: 'ms',
    goal: { most },
    pair: { ours: sideOf(large), reference: sideOf(small) },
  });
  const reads = (name: string, most: number, ...paths: string[]) =>
    against(name, most, (user) => p50(paths.map((path) => get(user, path))));
  const { data } = await large.get<{ accounts: { _id: string }[] }>('/users/get-current-user');
  const everyday = data.accounts[0]?._id;
  const page = await pageAt(large, '/ledger/entries', PAGES);
  return [
    against('a command', 1.1, (user) => p50([expense(user)])),
    reads(
      "the Overview's reads",
      1.1,
      '/users/get-current-user',
      '/transaction/recent-transactions',
      '/stats/get-income-expense-by-time-range',
    ),
    {
      name: `page ${PAGES.toLocaleString('en-US')} of the entries ÷ page 1, ${events}, p50`,
      unit: 'ms',
      goal: { most: 1.1 },
      pair: {
        ours: p50([get(large, `/ledger/entries?limit=50&before=${page}`)]),
        reference: p50([get(large, '/ledger/entries?limit=50')]),
      },
    },
    {
      name: `entries of an account ÷ of all, ${events}, p50`,
      unit: 'ms',
      goal: { most: 1.1 },
      pair: {
        ours: p50([get(large, `/ledger/entries?limit=50&account=${everyday}`)]),
        reference: p50([get(large, '/ledger/entries?limit=50')]),
      },
    },
    against('undo of an expense', 1.1, (user) => () => undos(user)),
    {
      name: `entries as known in the middle ÷ now, ${events}, p50`,
      unit: 'ms',
      goal: { most: 1.1 },
      pair: {
        ours: p50([get(large, `/ledger/entries?limit=50&known=${size / 2}`)]),
        reference: p50([get(large, '/ledger/entries?limit=50')]),
      },
    },
    reads('explaining the balance', 3, '/ledger/explain?figure=balance'),
  ];
}

const get = (user: Caller, path: string): LoadRequest => ({
  method: 'GET',
  path: BASE_PATH + path,
  headers: headersOf(user),
});

const EXPENSE = { title: 'Tea', amount: 1, wallet: 'Bank', date: '2026-11-20' };

const expense = (user: Caller): LoadRequest => ({
  method: 'POST',
  path: `${BASE_PATH}/transaction/create-expense`,
  headers: headersOf(user),
  body: JSON.stringify(EXPENSE),
});

/** The median latency of undoing expenses that are recorded before. */
async function undos(user: Caller): Promise<number> {
  const latencies: number[] = [];
  for (let done = 0; done < UNDOS; done += 1) {
    const { headers } = await expectOk(user.post('/transaction/create-expense', EXPENSE));
    const begin = performance.now();
    await expectOk(user.post('/ledger/undo', { changeSetId: headers.get('Change-Set') }));
    latencies.push(performance.now() - begin);
  }
  return quantile(latencies);
}
