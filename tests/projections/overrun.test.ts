import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openEventLog } from '#event-log/event-log.ts';
import type { LedgerEvent } from '#ledger/events.ts';
import { encode } from '#ledger/log/codec.ts';
import { units } from '#ledger/testing/scenario.ts';
import { openLogFile } from '#platform/log.ts';
import { startWorker } from '#projections/worker/worker.ts';
import { openCluster } from '../support/cluster.ts';
import { settled } from '../support/settled.ts';
import { openTestServer } from '../support/test-server.ts';

const expense = (): LedgerEvent => ({
  type: 'ExpenseRecorded',
  data: { transactionId: randomUUID(), title: 'Coffee', amount: units(1), date: '2026-11-20', wallet: 'Cash' },
});
const stored = () => ({
  id: randomUUID(),
  ...encode(expense(), { commandId: randomUUID(), inputHash: 'hash', recordedAt: '2026-11-20T18:30:00.000Z' }),
});

test('a worker applies every event once after subscription overruns, and logs no outage', async () => {
  const server = await openTestServer();
  await server.worker.stop();
  const port = Number(/:(\d+)(?=[/?]|$)/.exec(server.eventStoreUrl)?.[1]);
  const cluster = await openCluster([port, port, port]);
  const log = openEventLog(`esdb://127.0.0.1:${cluster.nodes[0].port}?tls=false`);
  const lines: string[] = [];
  const logger = openLogFile('test', 'info', { write: (line) => void lines.push(line) });
  const worker = startWorker({ databaseUrl: server.databaseUrl, log, logger });
  try {
    expect(await worker.ready).toBe('leading');
    const user = randomUUID();
    const applied = async () =>
      (await server.database.query('SELECT transaction_count FROM projections.ledgers WHERE ledger_id = $1', [user]))
        .rows[0]?.transaction_count ?? 0;
    for (let round = 0; round < 3; round += 1) {
      const events = Array.from({ length: 40 }, stored);
      await server.log.append(user, BigInt(round * 40) - 1n, events);
      cluster.nodes[0].overrun();
      await settled(applied, (count) => Number(count) === (round + 1) * 40);
    }
    const said = lines.map((line) => JSON.parse(line) as { level: number; msg: string });
    expect(said.filter(({ msg }) => msg.startsWith('the subscription overran'))).not.toEqual([]);
    expect(said.filter(({ level }) => level >= 40)).toEqual([]);
  } finally {
    await worker.stop();
    await log.close();
    await cluster.close();
    await server.close();
  }
});
