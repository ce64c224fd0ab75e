import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { BASE_PATH, IDEMPOTENCY_KEY, LEDGER_REVISION } from '#contract/addresses.ts';
import type { Caller } from '#tests/support/caller.ts';
import { type BenchServer, headersOf } from '../harness/bench-server.ts';
import { cpuByPart } from '../harness/cpu.ts';
import { answerTo, type LoadRequest, load, send } from '../harness/load.ts';
import type { Measure } from '../harness/measure.ts';
import { type BenchProgram, startBeside } from '../harness/programs.ts';
import { quantile } from '../harness/rounds.ts';
import { type Reference, startReference } from '../reference/program.ts';

const CLIENTS = 16;
const LOAD_MS = 1_500;
const PAIRS = 10_000;

/**
 * Measures two APIs and two workers, of which one leads, behind one address, against one of each, and what each part
 * costs for a request. Before that, 10,000 commands are sent to one of the APIs each, and their user is read from the
 * other at once. Throws an Error where a read lacks what was answered.
 */
export async function twoOfEach(server: BenchServer): Promise<Measure[]> {
  const api = await startBeside(server, 'api');
  const worker = await startBeside(server, 'worker');
  const balancer = await startReference('balancer', { TARGETS: `${new URL(server.origin).port},${api.port}` });
  const users = await Promise.all(Array.from({ length: CLIENTS }, () => server.newUser()));
  const before = await bytesOf(server);
  const stale = await staleReads([server.origin, `http://127.0.0.1:${api.port}`], users);
  if (stale > 0) throw new Error(`${stale} of ${PAIRS} reads lacked what the other API had answered before.`);
  const bytes = (await bytesOf(server)) - before;
  console.log(
    `  ${PAIRS.toLocaleString('en-US')} commands at one API, each read at the other at once: 0 stale; ` +
      `${(bytes / PAIRS / 1_000).toFixed(1)} kB of both databases for each command`,
  );
  const sides = { server, users, api, worker, balancer };
  const [commands, reads] = [
    measured(sides, 'commands', (user) => command(user)),
    measured(sides, 'reads', (user) => read(user)),
  ];
  return [
    commands,
    {
      ...reads,
      close: async () => {
        await Promise.all([balancer.stop(), api.stop(), worker.stop()]);
      },
    },
  ];
}

/** The bytes of all databases, the references' included. */
async function bytesOf(server: BenchServer): Promise<number> {
  const { rows } = await server.pool.query('SELECT sum(pg_database_size(oid))::float8 AS bytes FROM pg_database');
  return rows[0].bytes;
}

type Sides = { server: BenchServer; users: Caller[]; api: BenchProgram; worker: BenchProgram; balancer: Reference };

function measured(
  { server, users, api, worker, balancer }: Sides,
  name: string,
  request: (user: Caller) => LoadRequest,
): Measure {
  const costs: Record<string, number[]> = {};
  const perSecond = (origin: string, isNoted: boolean) => async () => {
    const parts = () => cpuByPart(server.daybook.pids(), { api: api.pid, worker: worker.pid });
    const before = parts();
    const { perSecond, latencies } = await load(origin, CLIENTS, LOAD_MS, (client) => request(users[client] as Caller));
    const after = parts();
    if (isNoted) {
      for (const [part, ms] of Object.entries(after)) {
        costs[part] ??= [];
        costs[part].push((ms - (before[part] ?? 0)) / latencies.length);
      }
    }
    return perSecond;
  };
  return {
    name: `${name}/s, two APIs and two workers ÷ one of each`,
    unit: '/s',
    goal: { least: 0.9 },
    pair: { ours: perSecond(balancer.origin, true), reference: perSecond(server.origin, false) },
    note: () => {
      const each = Object.entries(costs).map(([part, ms]) => `${part} ${quantile(ms).toFixed(2)} ms`);
      return `processor time for each of the ${name}: ${each.join(', ')}`;
    },
  };
}

/** How many reads at one API lacked the newest command that the other had answered. */
async function staleReads(origins: readonly [string, string], users: readonly Caller[]): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  let stale = 0;
  const countOf = (text: string) => (JSON.parse(text).data as { transactionCount: number }).transactionCount;
  await Promise.all(
    users.map(async (user, client) => {
      for (let pair = client; pair < PAIRS; pair += users.length) {
        const [here, there] = pair % 2 === 0 ? origins : [origins[1], origins[0]];
        const answer = await answerTo(here, agent, command(user));
        const { method, path, headers } = read(user);
        const revision = String(answer.headers[LEDGER_REVISION.toLowerCase()]);
        const seen = await send(there, agent, { method, path, headers: { ...headers, [LEDGER_REVISION]: revision } });
        if (countOf(seen) !== countOf(answer.text)) stale += 1;
      }
    }),
  );
  agent.destroy();
  return stale;
}

const command = (user: Caller): LoadRequest => ({
  method: 'POST',
  path: `${BASE_PATH}/transaction/create-expense`,
  headers: { ...headersOf(user), [IDEMPOTENCY_KEY]: randomUUID() },
  body: JSON.stringify({ title: 'Tea', amount: 3.25, category: 'Food & Drinks', wallet: 'Bank', date: '2026-11-20' }),
});

const read = (user: Caller): LoadRequest => ({
  method: 'GET',
  path: `${BASE_PATH}/users/get-current-user`,
  headers: headersOf(user),
});
