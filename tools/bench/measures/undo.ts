import { randomUUID } from 'node:crypto';
import { type EventLog, openEventLog } from '#event-log/event-log.ts';
import type { LedgerEvent } from '#ledger/events.ts';
import { encode } from '#ledger/log/codec.ts';
import { exactCents } from '#ledger/model/money.ts';
import { type Caller, expectOk } from '#tests/support/caller.ts';
import { settled } from '#tests/support/settled.ts';
import type { BenchServer } from '../harness/bench-server.ts';
import type { Measure } from '../harness/measure.ts';

const ENTRIES = 10_000;
const BATCH_EVENTS = 1_000;
const SETTLE_MS = 60_000;

/** Measures the undo of a change-set of 10,000 entries against appending as many events in batches. */
export async function undoLarge(server: BenchServer): Promise<Measure[]> {
  const log = openEventLog(server.eventStoreUrl);
  const perSecond = async (action: () => Promise<unknown>) => {
    const begin = performance.now();
    await action();
    return ENTRIES / ((performance.now() - begin) / 1_000);
  };
  return [
    {
      name: 'undo of 10,000 entries ÷ appending as many events',
      unit: '/s',
      goal: { least: 0.5 },
      pair: {
        ours: async () => {
          const user = await server.newUser();
          await append(log, user.userId, 'import');
          await visible(user, ENTRIES);
          const rate = await perSecond(() => expectOk(user.post('/ledger/undo', { changeSetId: 'import' })));
          await visible(user, 0);
          return rate;
        },
        reference: async () => {
          const user = await server.newUser();
          const rate = await perSecond(() => append(log, user.userId, 'import'));
          await visible(user, ENTRIES);
          return rate;
        },
      },
      close: () => log.close(),
    },
  ];
}

/** Appends a change-set of 10,000 expenses to an empty ledger, in batches. */
async function append(log: EventLog, ledgerId: string, commandId: string): Promise<void> {
  for (let from = 0; from < ENTRIES; from += BATCH_EVENTS) {
    const events = Array.from({ length: BATCH_EVENTS }, (_, index) => ({
      id: randomUUID(),
      ...encode(expense(from + index), { commandId, inputHash: 'bench', recordedAt: '2026-11-20T12:00:00.000Z' }),
    }));
    await log.append(ledgerId, BigInt(from) - 1n, events);
  }
}

function expense(number: number): LedgerEvent {
  const date = new Date(Date.UTC(2026, 10, 20) - (number % 1_500) * 86_400_000).toISOString().slice(0, 10);
  const data = { transactionId: randomUUID(), title: `Entry ${number}`, amount: exactCents(1), date } as const;
  return { type: 'ExpenseRecorded', data: { ...data, wallet: 'Bank' } };
}

/** Waits until the read model has this many transactions of a user. */
async function visible(user: Caller, count: number): Promise<void> {
  await settled(
    () => user.user(),
    ({ transactionCount }) => transactionCount === count,
    SETTLE_MS,
  );
}
