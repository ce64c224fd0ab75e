import { openEventLog } from '#event-log/event-log.ts';
import { openClient } from '#platform/postgres.ts';
import { replay } from '#projections/replay/replay.ts';
import type { BenchServer } from '../harness/bench-server.ts';
import type { Measure } from '../harness/measure.ts';
import { fill } from './fill.ts';

/** Measures building the read models from the whole log against only reading the log, in events per second. */
export async function catchUp(server: BenchServer): Promise<Measure[]> {
  const log = openEventLog(server.eventStoreUrl);
  await fill(server.eventStoreUrl, 100_000);
  const drain = async () => {
    const stopping = new AbortController();
    let events = 0;
    const begin = performance.now();
    for await (const { kind } of log.subscribe(null, stopping.signal, () => {})) {
      if (kind === 'event') events += 1;
      if (kind === 'caught-up') stopping.abort();
    }
    return events / ((performance.now() - begin) / 1_000);
  };
  const build = async () => {
    const client = await openClient(server.databaseUrl);
    const stopping = new AbortController();
    let events = 0;
    const begin = performance.now();
    let took = 0;
    const listener = {
      began: () => {},
      applied: (count: number) => {
        events += count;
      },
      caughtUp: () => {},
      completed: () => {
        took = performance.now() - begin;
      },
      compared: () => {},
      broke: () => {},
    };
    await replay({ client, log, epoch: null, listener, gently: false }, stopping.signal);
    await client.end();
    return events / (took / 1_000);
  };
  return [
    {
      name: 'projecting the log ÷ reading it',
      unit: '/s',
      goal: { least: 0.5 },
      pair: { ours: build, reference: drain },
      close: () => log.close(),
    },
  ];
}
