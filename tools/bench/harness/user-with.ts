import { randomUUID } from 'node:crypto';
import { openEventLog } from '#event-log/event-log.ts';
import type { LedgerEvent } from '#ledger/events.ts';
import { encode } from '#ledger/log/codec.ts';
import type { Caller } from '#tests/support/caller.ts';
import { settled } from '#tests/support/settled.ts';
import type { BenchServer } from './bench-server.ts';

const BATCH_EVENTS = 500;
const SETTLE_MS = 900_000;

/** An event that a user begins with, and when it was recorded (ISO instant). */
export type Given = { event: LedgerEvent; recordedAt: string };

/** Creates a user with Premium and these events after its payment, and waits until the read model has all of them. */
export async function userWith(server: BenchServer, given: Iterable<Given>): Promise<Caller> {
  const user = await server.newUser();
  const log = openEventLog(server.eventStoreUrl);
  const stored = ({ event, recordedAt }: Given) => ({
    id: randomUUID(),
    ...encode(event, { commandId: randomUUID(), inputHash: 'bench', recordedAt }),
  });
  const paid = { type: 'PaymentConfirmed', data: { sessionId: 'bench' } } as const;
  let revision = -1n;
  let batch: Given[] = [];
  const append = async () => {
    revision = await log.append(user.userId, revision, batch.map(stored));
    batch = [];
  };
  try {
    for (const next of given) {
      if (revision < 0n && batch.length === 0) batch.push({ event: paid, recordedAt: next.recordedAt });
      batch.push(next);
      if (batch.length >= BATCH_EVENTS) await append();
    }
    if (batch.length > 0) await append();
  } finally {
    await log.close();
  }
  await settled(
    async () => (await user.get<{ revision: number | null }>('/ledger/explain?figure=monthly:income')).data.revision,
    (reached) => reached === Number(revision),
    SETTLE_MS,
  );
  return user;
}
