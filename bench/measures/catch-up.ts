import { randomUUID } from 'node:crypto';
import { encode } from '../../ledger/codec.ts';
import { openEventLog } from '../../ledger/event-log/event-log.ts';
import { exactCents } from '../../ledger/money.ts';
import { openClient } from '../../platform/postgres.ts';
import { replay } from '../../projections/replay/replay.ts';
import type { BenchHouse } from '../house.ts';
import type { Measure } from '../measure.ts';

const USERS = 200;
const EVENTS = 20_000;
const STEP = 100;

/** Building the read models from the whole log against reading the same log and doing nothing with it: events per second. */
export async function catchUp(house: BenchHouse): Promise<Measure[]> {
  const log = openEventLog(house.eventStoreUrl);
  await fill(log);
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
    const client = await openClient(house.databaseUrl);
    const stopping = new AbortController();
    let events = 0;
    const begin = performance.now();
    let took = 0;
    const listener = {
      began: () => {},
      applied: (count: number) => {
        events += count;
        took = performance.now() - begin;
      },
      compared: () => {},
      broke: () => {},
    };
    await replay({ client, log, epoch: null, listener }, stopping.signal);
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

async function fill(log: ReturnType<typeof openEventLog>): Promise<void> {
  const users = Array.from({ length: USERS }, () => ({ userId: randomUUID(), revision: -1n }));
  for (let done = 0; done < EVENTS; done += STEP) {
    const user = users[(done / STEP) % USERS] as (typeof users)[number];
    const events = Array.from({ length: STEP }, (_, n) => ({
      id: randomUUID(),
      ...encode(
        {
          type: 'IncomeRecorded',
          data: {
            transactionId: randomUUID(),
            title: `Entry ${done + n}`,
            amount: exactCents(1.5),
            category: 'Salary',
            date: `2026-${String(1 + (n % 12)).padStart(2, '0')}-15`,
          },
        },
        { commandId: randomUUID(), inputHash: 'bench', recordedAt: '2026-11-20T12:00:00.000Z' },
      ),
    }));
    user.revision = await log.append(user.userId, user.revision, events);
  }
}
