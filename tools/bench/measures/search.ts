import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { BASE_PATH } from '#contract/addresses.ts';
import { EXPENSE_CATEGORIES } from '#ledger/model/constants.ts';
import type { Cents } from '#ledger/model/money.ts';
import { type BenchServer, headersOf, referenceIn } from '../harness/bench-server.ts';
import { send } from '../harness/load.ts';
import type { Measure } from '../harness/measure.ts';
import { quantile } from '../harness/rounds.ts';
import { type Given, userWith } from '../harness/user-with.ts';

const EVENTS = 100_000;
/** Four years. */
const DAYS = 1_461;
const END_MS = Date.UTC(2026, 10, 20);
/** One entry in this number is split, and one has the rare word. */
const SPLIT_EVERY = 50;
const RARE_EVERY = 5_000;
const RARE_WORD = 'zanzibar';
const WORDS = ['market', 'coffee', 'bakery', 'ticket', 'pharmacy', 'insurance', 'water', 'street', 'online', 'card'];
const ASKED = 40;
/** The longest that any search may take. */
const SEARCH_MS_MAX = 300;

const isSplit = (number: number) => number % SPLIT_EVERY === 0;
const categoryOf = (number: number) => EXPENSE_CATEGORIES[(number * 7) % EXPENSE_CATEGORIES.length] ?? 'Other';
const amountOf = (number: number) => (100 + ((number * 7_919) % 20_000)) as Cents;
const dateOf = (number: number) => new Date(END_MS - ((number * 977) % DAYS) * 86_400_000).toISOString().slice(0, 10);
const partsOf = (number: number) => [
  { amount: 40 as Cents, category: categoryOf(number) },
  { amount: (amountOf(number) - 40) as Cents, category: categoryOf(number + 1) },
];
const titleOf = (number: number) => {
  const words = [WORDS[number % 10], WORDS[(number * 3 + 1) % 10], number % RARE_EVERY === 7 ? RARE_WORD : number];
  return words.join(' ');
};

/** Measures a page of searches with its totals against hand-written statements, and the longest of all searches. */
export async function searches(server: BenchServer): Promise<Measure[]> {
  const user = await userWith(server, spent());
  await fillReference(server);
  const reference = await referenceIn(server, 'search');
  const agent = new Agent({ keepAlive: true });
  const timed = async (origin: string, paths: readonly string[], headers: Record<string, string>) => {
    const begin = performance.now();
    for (const path of paths) await send(origin, agent, { method: 'GET', path, headers });
    return performance.now() - begin;
  };
  const p50 = (origin: string, paths: readonly string[], headers: Record<string, string>) => async () => {
    const latencies: number[] = [];
    for (let turn = 0; turn < ASKED; turn += 1) latencies.push(await timed(origin, paths, headers));
    return quantile(latencies);
  };
  const own = (q: string) => {
    const parameters = `q=${encodeURIComponent(q)}`;
    return [`${BASE_PATH}/ledger/entries?limit=50&${parameters}`, `${BASE_PATH}/ledger/find?${parameters}`];
  };
  const measure = async (name: string, q: string, question: string, asked: string): Promise<Measure> => {
    const byHand = ['page', 'totals'].map((path) => `/${path}?question=${question}&asked=${asked}`);
    const totals = async (origin: string, path = '', headers: Record<string, string> = {}) => {
      const { data } = JSON.parse(await send(origin, agent, { method: 'GET', path, headers }));
      return [data.count, data.out].map(Number);
    };
    const [count, out = 0] = await totals(server.origin, own(q)[1], headersOf(user));
    const [sameCount, cents = 0] = await totals(reference.origin, byHand[1]);
    if (count !== sameCount || Math.round(out * 100) !== cents) throw new Error(`${q} finds other rows by hand.`);
    return {
      name: `${name}: a page and its totals ÷ SQL by hand, p50, 100,000 entries`,
      unit: 'ms',
      goal: { most: 3 },
      pair: { ours: p50(server.origin, own(q), headersOf(user)), reference: p50(reference.origin, byHand, {}) },
    };
  };
  let slowest = '';
  return [
    await measure('a rare word', RARE_WORD, 'word', RARE_WORD),
    await measure('a category of a month', 'category:Groceries date:2025-03', 'category', 'Groceries'),
    await measure('an amount', 'amount:12.34', 'amount', '1234'),
    await measure('all but a category in a year', '-category:Groceries date:2025', 'without', 'Groceries'),
    {
      name: 'the longest of hostile searches ÷ 300 ms',
      unit: 'ms',
      goal: { most: 1 },
      pair: {
        ours: async () => {
          let longest = 0;
          for (const q of HOSTILE) {
            for (const path of own(q)) {
              const begin = performance.now();
              await send(server.origin, agent, { method: 'GET', path, headers: headersOf(user) }).catch((error) => {
                if (!String(error).includes('query_too_slow')) throw error;
              });
              const ms = performance.now() - begin;
              if (ms > longest) slowest = q.slice(0, 60);
              longest = Math.max(longest, ms);
            }
          }
          return longest;
        },
        reference: async () => SEARCH_MS_MAX,
      },
      note: () => `the longest was: ${slowest}`,
      close: async () => {
        agent.destroy();
        await reference.stop();
      },
    },
  ];
}

const repeated = (term: (number: number) => string, separator: string) =>
  Array.from({ length: 50 }, (_, number) => term(number)).join(separator);

const HOSTILE = [
  'e',
  'market',
  '-zzz',
  repeated((number) => `zz${number}`, ' or '),
  repeated((number) => `-zz${number}`, ' '),
  repeated((number) => `-note:${number % 10}`, ' '),
  repeated((number) => `-amount:${number % 10}`, ' '),
  repeated((number) => `-title:${number % 10}`, ' '),
  `"${'e '.repeat(240)}e"`,
  `${'-('.repeat(166)}e${')'.repeat(166)}`,
  `"${'%_'.repeat(240)}"`,
];

export function spent(): Given[] {
  const recordedAt = new Date(END_MS).toISOString();
  return Array.from({ length: EVENTS - 1 }, (_, index) => {
    const number = index + 1;
    const fields = { title: titleOf(number), amount: amountOf(number), date: dateOf(number), wallet: 'Bank' } as const;
    const categories = isSplit(number) ? { parts: partsOf(number) } : { category: categoryOf(number) };
    const data = { transactionId: randomUUID(), ...fields, ...categories };
    return { recordedAt, event: { type: 'ExpenseRecorded', data } };
  });
}

/** The same entries in tables that were made for these questions. */
async function fillReference({ pool }: BenchServer): Promise<void> {
  await pool.query(`
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    DROP SCHEMA IF EXISTS searched CASCADE;
    CREATE SCHEMA searched;
    CREATE TABLE searched.entries (entry_id text PRIMARY KEY, revision bigint, type text, title text, texts text,
      amount bigint, date date, category text, is_split boolean, wallet text, account text, recorded_at timestamptz);
    CREATE TABLE searched.parts (entry_id text, amount bigint, category text, date date);
  `);
  const numbers = Array.from({ length: EVENTS - 1 }, (_, index) => index + 1);
  await pool.query(
    `INSERT INTO searched.entries SELECT gen_random_uuid()::text, n, 'Expense', title, lower(title), amount, date,
        category, category IS NULL, 'Bank', gen_random_uuid()::text, now()
      FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::date[], $5::text[])
        AS t (n, title, amount, date, category)`,
    [
      numbers,
      numbers.map(titleOf),
      numbers.map(amountOf),
      numbers.map(dateOf),
      numbers.map((number) => (isSplit(number) ? null : categoryOf(number))),
    ],
  );
  const parts = numbers.filter(isSplit).flatMap((number) => partsOf(number).map((part) => ({ number, ...part })));
  await pool.query(
    `INSERT INTO searched.parts SELECT e.entry_id, p.amount, p.category, e.date
      FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS p (n, amount, category)
        JOIN searched.entries e ON e.revision = p.n`,
    [parts.map(({ number }) => number), parts.map(({ amount }) => amount), parts.map(({ category }) => category)],
  );
  await pool.query(`
    CREATE INDEX ON searched.entries USING gin (texts gin_trgm_ops);
    CREATE INDEX ON searched.entries (category, date) INCLUDE (amount);
    CREATE INDEX ON searched.entries (amount);
    CREATE INDEX ON searched.entries (date, revision);
    CREATE INDEX ON searched.parts (category, date);
    CREATE INDEX ON searched.parts (amount);
  `);
  await pool.query('VACUUM ANALYZE searched.entries, searched.parts');
}
