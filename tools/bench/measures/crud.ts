import { randomUUID } from 'node:crypto';
import { BASE_PATH, IDEMPOTENCY_KEY } from '#contract/addresses.ts';
import { type BenchServer, headersOf, referenceIn } from '../harness/bench-server.ts';
import { cpuOf } from '../harness/cpu.ts';
import { type LoadRequest, type LoadResult, load, send } from '../harness/load.ts';
import type { Measure } from '../harness/measure.ts';
import { quantile } from '../harness/rounds.ts';

const CLIENTS = 16;
const LOAD_MS = 1_500;

/** A side of a comparison: where it listens, and a request of each kind by one of the clients. */
type Side = { origin: string; command(client: number): LoadRequest; read(client: number): LoadRequest };

const expense = () =>
  JSON.stringify({
    title: randomUUID(),
    amount: 3.25,
    category: 'Food & Drinks',
    wallet: 'Bank',
    date: '2026-11-20',
  });

/** Measures commands and reads over HTTP against plain CRUD with the same contract. */
export async function crud(server: BenchServer): Promise<Measure[]> {
  const reference = await referenceIn(server, 'crud');
  const clients = Array.from({ length: CLIENTS });
  const users = await Promise.all(clients.map(() => server.newUser()));
  const register = { method: 'POST', path: '/register', headers: { 'Content-Type': 'application/json' }, body: '{}' };
  const tokens = await Promise.all(
    clients.map(async () => JSON.parse(await send(reference.origin, undefined, register)).token as string),
  );
  const sideOf = (origin: string, headers: Record<string, string>[], prefix: string): Side => ({
    origin,
    command: (client) => ({
      method: 'POST',
      path: `${prefix}/transaction/create-expense`,
      headers: { ...headers[client], [IDEMPOTENCY_KEY]: randomUUID() },
      body: expense(),
    }),
    read: (client) => ({
      method: 'GET',
      path: `${prefix}/users/get-current-user`,
      headers: headers[client] as Record<string, string>,
    }),
  });
  const ours = sideOf(server.origin, users.map(headersOf), BASE_PATH);
  const theirs = sideOf(
    reference.origin,
    tokens.map((token) => ({ Cookie: `session=${token}`, 'Content-Type': 'application/json' })),
    '',
  );
  const measured = (name: string, least: number, request: (side: Side) => Side['read']): Measure => {
    const cpuMs = { ours: [] as number[], reference: [] as number[] };
    const perSecond = (key: keyof typeof cpuMs, side: Side) => async () => {
      const used = () => cpuOf(server.daybook.pids().start) + (key === 'reference' ? cpuOf(reference.pid) : 0);
      const before = used();
      const result: LoadResult = await load(side.origin, CLIENTS, LOAD_MS, request(side));
      cpuMs[key].push((used() - before) / result.latencies.length);
      return result.perSecond;
    };
    return {
      name: `${name}/s, ${CLIENTS} clients ÷ CRUD with the same contract`,
      unit: '/s',
      goal: { least },
      pair: { ours: perSecond('ours', ours), reference: perSecond('reference', theirs) },
      note: () =>
        `processor time of a request: ${quantile(cpuMs.ours).toFixed(2)} ms, ` +
        `by CRUD ${quantile(cpuMs.reference).toFixed(2)} ms`,
    };
  };
  const p50 = (side: Side) => async () =>
    quantile((await load(side.origin, 1, LOAD_MS, () => side.command(0))).latencies);
  return [
    measured('commands', 1, (side) => side.command),
    measured('reads', 2, (side) => side.read),
    {
      name: 'a command of one client ÷ CRUD, p50',
      unit: 'ms',
      goal: { most: 1.3 },
      pair: { ours: p50(ours), reference: p50(theirs) },
      close: reference.stop,
    },
  ];
}
