import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { BASE_PATH } from '#contract/addresses.ts';
import { openClient } from '#platform/postgres.ts';
import { readCheckpoint } from '#projections/tables/checkpoint.ts';
import { LIVE } from '#projections/tables/read-models.ts';
import { type BenchServer, headersOf } from '../harness/bench-server.ts';
import { load } from '../harness/load.ts';
import type { Measure } from '../harness/measure.ts';
import { quantile } from '../harness/rounds.ts';
import { fill } from './fill.ts';

const LOAD_MS = 3_000;
/** Enough that no round reaches the end of the log. */
const EVENTS = 500_000;
const CLIENTS = 1;
const script = fileURLToPath(new URL('../../../projections/replay/main.ts', import.meta.url));

/** Measures the p99 latency of reads during a replay against that without one. */
export async function readsDuringReplay(server: BenchServer): Promise<Measure[]> {
  await fill(server.eventStoreUrl, EVENTS);
  await waitForWorker(server);
  const user = await server.newUser();
  const headers = headersOf(user);
  const p99 = async () => {
    const { latencies } = await load(server.origin, CLIENTS, LOAD_MS, () => ({
      method: 'GET',
      path: `${BASE_PATH}/users/get-current-user`,
      headers,
    }));
    return quantile(latencies, 0.99);
  };
  return [
    {
      name: 'p99 of a read during a replay ÷ without',
      unit: 'ms',
      goal: { most: 1.3 },
      pair: {
        ours: async () => {
          const env = { ...process.env, DATABASE_URL: server.databaseUrl, EVENTSTORE_URL: server.eventStoreUrl };
          const replaying = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'ignore'] });
          const ended = once(replaying, 'exit');
          await once(replaying.stdout, 'data'); // The replay has begun.
          const latency = await p99();
          replaying.kill('SIGTERM');
          await ended;
          return latency;
        },
        reference: p99,
      },
    },
  ];
}

/** Waits until the checkpoint stops moving. */
async function waitForWorker({ databaseUrl }: BenchServer): Promise<void> {
  const client = await openClient(databaseUrl);
  let reached: string | null | undefined;
  let before: string | null | undefined;
  do {
    before = reached;
    await pause(1_000);
    reached = (await readCheckpoint(client, LIVE))?.position;
  } while (reached !== before);
  await client.end();
}
