import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { BASE_PATH } from '#contract/addresses.ts';
import type { Cents } from '#ledger/model/money.ts';
import { monthAfter } from '#ledger/model/months.ts';
import { type Caller, expectOk } from '#tests/support/caller.ts';
import { type BenchServer, headersOf, openBenchServer } from '../harness/bench-server.ts';
import { type LoadRequest, send } from '../harness/load.ts';
import type { Measure } from '../harness/measure.ts';
import { quantile } from '../harness/rounds.ts';
import { type Given, userWith } from '../harness/user-with.ts';
import { type Peer, type PeerRow, startPeer } from '../peers/peer.ts';
import { previewedInBench, storedBytes, untilRowsAreVisible } from './imports.ts';

const ROWS = 20_000;
const CATEGORIES = 80;
const MONTHS = 12;
const PLANNED = 30_000 as Cents;
const LAST_MONTH = '2026-11';
const TODAY = '2026-11-20';
const FIRST_DAY = '2016-12-01';
const DAYS = 3_640;
const DAY_MS = 86_400_000;
const TIMES = 40;
/** Measures that take minutes. */
const ROUNDS_OF_LONG = 3;
/** In the text of one row in a hundred. */
const WORD = 'payment 77';

/**
 * Measures a Daybook of its own, over HTTP and durable, beside Actual's server library in a process, with the same
 * books: 20,000 rows of ten years in 80 categories.
 */
export async function besidePeers(_: BenchServer): Promise<Measure[]> {
  const peer = await startPeer();
  const server = await openBenchServer();
  // Postgres is restarted, too.
  server.pool.on('error', () => {});
  const rows = fileRows();
  const months = Array.from({ length: MONTHS }, (_, index) => monthAfter(LAST_MONTH, index - MONTHS + 1));
  const names = Array.from({ length: CATEGORIES }, (_, index) => `Category ${index}`);
  const before = await storedBytes(server);
  const user = await userWith(server, ourBooks(rows, names, months));
  const ourBytes = (await storedBytes(server)) - before;
  const asked = (name: string, path: string, reference: () => Promise<number>): Measure => ({
    name: `${name} ÷ Actual, p50`,
    unit: 'ms',
    goal: { most: 1 },
    pair: {
      ours: () => p50(server, () => ({ method: 'GET', path: BASE_PATH + path, headers: headersOf(user) })),
      reference,
    },
  });
  let theirBytes = 0;
  const books = async () => {
    await peer.ask({ does: 'prepare', names, months, planned: PLANNED });
    await peer.ask({ does: 'import', rows });
    theirBytes = await peer.ask({ does: 'bytes' });
  };
  return [
    importMeasure(server, peer, rows, books),
    {
      name: 'an expense ÷ Actual, p50',
      unit: 'ms',
      goal: { most: 1 },
      pair: {
        ours: () => p50(server, () => expenseOf(user)),
        reference: () => peer.ask({ does: 'expense', date: TODAY, times: TIMES }),
      },
    },
    asked('a month of 80 categories', `/budget/month?month=${LAST_MONTH}`, () =>
      peer.ask({ does: 'month', month: LAST_MONTH, times: TIMES }),
    ),
    asked('fifty entries by a text', `/ledger/entries?limit=50&q=${encodeURIComponent(`"${WORD}"`)}`, () =>
      peer.ask({ does: 'search', word: WORD, times: TIMES }),
    ),
    asked('ten years by category', `/stats/get-by-category?from=${FIRST_DAY}&to=${TODAY}`, () =>
      peer.ask({ does: 'byCategory', from: FIRST_DAY, times: TIMES }),
    ),
    {
      name: 'bytes of these books ÷ Actual',
      unit: 'MB',
      goal: { most: 1 },
      rounds: 1,
      pair: { ours: async () => ourBytes / 1e6, reference: async () => theirBytes / 1e6 },
      note: () => 'ours are both databases, without the write-ahead log of up to 256 MB',
    },
    {
      name: 'a start until a month is shown ÷ Actual',
      unit: 's',
      goal: { most: 1 },
      rounds: ROUNDS_OF_LONG,
      pair: {
        ours: () => startOf(server, user),
        reference: async () => {
          await peer.restart();
          return (await peer.ask({ does: 'open', month: LAST_MONTH })) / 1_000;
        },
      },
      note: () => `beside @actual-app/api ${peer.version}`,
      close: async () => {
        await peer.close();
        await server.close();
      },
    },
  ];
}

/** The rows of a file: an expense each, or an income, dated over ten years. */
function fileRows(): PeerRow[] {
  return Array.from({ length: ROWS }, (_, row) => ({
    date: new Date(Date.parse(FIRST_DAY) + Math.floor((row * DAYS) / ROWS) * DAY_MS).toISOString().slice(0, 10),
    amount: row % 30 === 0 ? 250_000 : -(((row * 7) % 15_000) + 100),
    payee_name: `Shop ${row % 997}`,
    notes: `Card payment ${row} in the High Street`,
    imported_id: `row ${row}`,
    category: row % 30 === 0 ? null : row % CATEGORIES,
  }));
}

function ourBooks(rows: readonly PeerRow[], names: readonly string[], months: readonly string[]): Given[] {
  const recordedAt = `${TODAY}T00:00:00.000Z`;
  const categories = names.map((name) => ({ categoryId: randomUUID(), name, kind: 'Expense' as const }));
  return [
    ...categories.map((data): Given => ({ recordedAt, event: { type: 'CategoryAdded', data } })),
    ...months.flatMap((month) =>
      categories.map(({ categoryId }): Given => {
        const data = { categoryId, month, from: 0 as Cents, to: PLANNED };
        return { recordedAt, event: { type: 'BudgetPlanned', data } };
      }),
    ),
    ...rows.map(({ date, amount, payee_name: title, notes: note, category: index }): Given => {
      const shared = { transactionId: randomUUID(), title, amount: Math.abs(amount) as Cents, date, note };
      if (index === null) return { recordedAt, event: { type: 'IncomeRecorded', data: shared } };
      const category = categories[index]?.categoryId;
      return { recordedAt, event: { type: 'ExpenseRecorded', data: { ...shared, category, wallet: 'Bank' } } };
    }),
  ];
}

/** Each import is into empty books. After it `then` is called. */
function importMeasure(server: BenchServer, peer: Peer, rows: readonly PeerRow[], then: () => Promise<void>): Measure {
  const file = [
    'Date;Payee;Description;Amount',
    ...rows.map(({ date, payee_name, notes, amount }) => `${date};${payee_name};${notes};${(amount / 100).toFixed(2)}`),
  ].join('\n');
  const uncategorised = rows.map((row) => ({ ...row, category: null }));
  return {
    name: 'import of 20,000 rows until they are shown ÷ Actual',
    unit: 's',
    goal: { most: 1 },
    rounds: 1,
    pair: {
      ours: async () => {
        const user = await server.newUser();
        const since = performance.now();
        const { importId } = await previewedInBench(user, file);
        await expectOk(user.post('/import/commit', { importId }));
        await untilRowsAreVisible(user, ROWS);
        return (performance.now() - since) / 1_000;
      },
      reference: async () => {
        await peer.ask({ does: 'prepare', names: [], months: [], planned: 0 });
        return (await peer.ask({ does: 'import', rows: uncategorised })) / 1_000;
      },
    },
    close: then,
  };
}

async function p50(server: BenchServer, next: () => LoadRequest): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const latencies: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const since = performance.now();
    await send(server.origin, agent, next());
    latencies.push(performance.now() - since);
  }
  agent.destroy();
  return quantile(latencies);
}

function expenseOf(user: Caller): LoadRequest {
  const body = { title: 'Tea', amount: 3.25, category: 'Food & Drinks', wallet: 'Bank', date: TODAY };
  return {
    method: 'POST',
    path: `${BASE_PATH}/transaction/create-expense`,
    headers: { ...headersOf(user), 'Idempotency-Key': randomUUID() },
    body: JSON.stringify(body),
  };
}

/** The seconds from the start of a stopped Daybook until it answers with a month. */
async function startOf({ daybook }: BenchServer, user: Caller): Promise<number> {
  await daybook.stop();
  const since = performance.now();
  await daybook.start();
  await expectOk(user.get(`/budget/month?month=${LAST_MONTH}`));
  return (performance.now() - since) / 1_000;
}
