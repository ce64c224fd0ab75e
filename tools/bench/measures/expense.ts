import { randomUUID } from 'node:crypto';
import { BASE_PATH } from '#contract/addresses.ts';
import { type BenchServer, headersOf, referenceIn } from '../harness/bench-server.ts';
import { cpuOf } from '../harness/cpu.ts';
import { load } from '../harness/load.ts';
import type { Measure } from '../harness/measure.ts';
import { quantile } from '../harness/rounds.ts';

const CLIENTS = 16;
const LOAD_MS = 1_500;

const expense = () => ({
  title: randomUUID(),
  amount: 3.25,
  category: 'Food & Drinks',
  wallet: 'Bank',
  date: '2026-11-20',
});

/** Measures recording an expense over HTTP against plain CRUD: commands per second and CPU time per command. */
export async function expenses(server: BenchServer): Promise<Measure[]> {
  const users = await Promise.all(Array.from({ length: CLIENTS }, () => server.newUser()));
  const reference = await referenceIn(server, 'crud');
  const ids = users.map(() => randomUUID());
  const cpu = { ours: [] as number[], reference: [] as number[] };
  const timed = async (side: 'ours' | 'reference', run: () => Promise<{ perSecond: number; latencies: number[] }>) => {
    const used = () => cpuOf(server.daybook.pids().start) + (side === 'reference' ? cpuOf(reference.pid) : 0);
    const before = used();
    const { perSecond, latencies } = await run();
    cpu[side].push((used() - before) / latencies.length);
    return perSecond;
  };
  return [
    {
      name: 'expenses/s, 16 clients ÷ plain CRUD',
      unit: '/s',
      goal: { least: 0.5 },
      pair: {
        ours: () =>
          timed('ours', () =>
            load(server.origin, CLIENTS, LOAD_MS, (client) => ({
              method: 'POST',
              path: `${BASE_PATH}/transaction/create-expense`,
              headers: headersOf(users[client] as (typeof users)[number]),
              body: JSON.stringify(expense()),
            })),
          ),
        reference: () =>
          timed('reference', () =>
            load(reference.origin, CLIENTS, LOAD_MS, (client) => ({
              method: 'POST',
              path: '/',
              headers: { 'Content-Type': 'application/json' },
              body: JSON.stringify({ ...expense(), userId: ids[client] }),
            })),
          ),
      },
      note: () =>
        `processor time: ${quantile(cpu.ours).toFixed(2)} ms a command, ` +
        `${quantile(cpu.reference).toFixed(2)} ms by CRUD`,
      close: reference.stop,
    },
  ];
}
