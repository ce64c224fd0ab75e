import { randomUUID } from 'node:crypto';
import { openEventLog } from '#event-log/event-log.ts';
import type { LedgerEvent } from '#ledger/events.ts';
import { encode } from '#ledger/log/codec.ts';
import type { Caller } from '#tests/support/caller.ts';
import { settled } from '#tests/support/settled.ts';
import type { BenchServer } from './bench-server.ts';

const BATCH_EVENTS = 500;

/** An event that a user begins with, and when it was recorded (ISO instant). */
export type Given = { event: LedgerEvent; recordedAt: string };

/** Creates a user with Premium and these events after its payment, and waits until the read model has all of them. */
export async function userWith(server: BenchServer, given: readonly Given[]): Promise<Caller> {
  const user = await server.newUser();
  const log = openEventLog(server.eventStoreUrl);
  const stored = ({ event, recordedAt }: Given) => ({
    id: randomUUID(),
    ...encode(event, { commandId: randomUUID(), inputHash: 'bench', recordedAt }),
  });
  const paid = { type: 'PaymentConfirmed', data: { sessionId: 'bench' } } as const;
  const all = [{ event: paid, recordedAt: given[0]?.recordedAt ?? '2026-11-20T12:00:00.000Z' }, ...given];
  try {
    let revision = -1n;
    for (let from = 0; from < all.length; from += BATCH_EVENTS) {
      revision = await log.append(user.userId, revision, all.slice(from, from + BATCH_EVENTS).map(stored));
    }
  } finally {
    await log.close();
  }
  await settled(
    async () => (await user.get<{ revision: number | null }>('/ledger/explain?figure=monthly:income')).data.revision,
    (revision) => revision === all.length - 1,
  );
  return user;
}
