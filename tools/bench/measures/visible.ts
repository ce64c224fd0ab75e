import { randomUUID } from 'node:crypto';
import { openEventLog } from '#event-log/event-log.ts';
import { encode } from '#ledger/log/codec.ts';
import { exactCents } from '#ledger/model/money.ts';
import { openLogFile } from '#platform/log.ts';
import { openPool } from '#platform/postgres.ts';
import { listenForCommits } from '#projections/listen.ts';
import { RevisionWaiters } from '#projections/wait-for-revision.ts';
import type { BenchServer } from '../harness/bench-server.ts';
import type { Measure } from '../harness/measure.ts';
import { quantile } from '../harness/rounds.ts';

const APPENDS = 100;

/** Measures the time from an append until it is visible in the read model against an append and a commit. */
export async function writeToVisible(server: BenchServer): Promise<Measure[]> {
  const logger = openLogFile('bench', 'silent');
  const log = openEventLog(server.eventStoreUrl);
  const database = openPool(server.databaseUrl, logger, 2);
  const waiters = new RevisionWaiters(database);
  const commits = await listenForCommits(server.databaseUrl, logger, (reached) => waiters.hint(reached));
  await server.pool.query('CREATE TABLE IF NOT EXISTS commits (id uuid PRIMARY KEY, note text)');
  const entry = () => ({
    id: randomUUID(),
    ...encode(
      {
        type: 'IncomeRecorded',
        data: {
          transactionId: randomUUID(),
          title: 'Pay',
          amount: exactCents(1),
          category: 'Salary',
          date: '2026-11-20',
        },
      },
      { commandId: randomUUID(), inputHash: 'bench', recordedAt: '2026-11-20T12:00:00.000Z' },
    ),
  });
  const timed = async (step: (userId: string, revision: bigint) => Promise<void>) => {
    const userId = randomUUID();
    const took: number[] = [];
    for (let n = 0; n < APPENDS; n += 1) {
      const begin = performance.now();
      await step(userId, BigInt(n) - 1n);
      took.push(performance.now() - begin);
    }
    return quantile(took);
  };
  return [
    {
      name: 'append to visible ÷ an append and a commit, p50',
      unit: 'ms',
      goal: { most: 1.5 },
      pair: {
        ours: () =>
          timed(async (userId, revision) => {
            const reached = await log.append(userId, revision, [entry()]);
            if (!(await waiters.wait(userId, reached, 5_000))) throw new Error('It did not become visible.');
          }),
        reference: () =>
          timed(async (userId, revision) => {
            await log.append(`reference-${userId}`, revision, [entry()]);
            await server.pool.query('INSERT INTO commits VALUES ($1, $2)', [randomUUID(), userId]);
          }),
      },
      close: async () => {
        await commits.close();
        waiters.close();
        await log.close();
        await database.end();
      },
    },
  ];
}
