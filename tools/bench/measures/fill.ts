import { randomUUID } from 'node:crypto';
import { openEventLog } from '#event-log/event-log.ts';
import { encode } from '#ledger/log/codec.ts';
import { exactCents } from '#ledger/model/money.ts';

const USERS = 200;
const BATCH_EVENTS = 100;

/** Appends `entries` incomes (a multiple of 100) of 200 ledgers to an event store. */
export async function fill(eventStoreUrl: string, entries: number): Promise<void> {
  const log = openEventLog(eventStoreUrl);
  const users = Array.from({ length: USERS }, () => ({ userId: randomUUID(), revision: -1n }));
  for (let done = 0; done < entries; done += BATCH_EVENTS) {
    const user = users[(done / BATCH_EVENTS) % USERS] as (typeof users)[number];
    const events = Array.from({ length: BATCH_EVENTS }, (_, n) => ({
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
  await log.close();
}
