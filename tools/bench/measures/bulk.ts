import { randomUUID } from 'node:crypto';
import type { NewEvent } from '#event-log/append.ts';
import { type EventLog, openEventLog } from '#event-log/event-log.ts';
import type { LedgerEvent } from '#ledger/events.ts';
import { encode } from '#ledger/log/codec.ts';
import { exactCents } from '#ledger/model/money.ts';
import type { TransactionState } from '#ledger/model/state.ts';
import { type Caller, expectOk } from '#tests/support/caller.ts';
import { settled } from '#tests/support/settled.ts';
import type { BenchServer } from '../harness/bench-server.ts';
import type { Measure } from '../harness/measure.ts';

export const BULK_ENTRIES = 10_000;
const BATCH_EVENTS = 500;
const SETTLE_MS = 60_000;
const CHANGE = { category: 'Groceries', addTags: ['sorted'] } as const;

/** Measures a bulk that changes 10,000 entries against appending the same events in batches. */
export async function bulkLarge(server: BenchServer): Promise<Measure[]> {
  const log = openEventLog(server.eventStoreUrl);
  return [
    {
      name: 'bulk of 10,000 entries ÷ appending the same events',
      unit: '/s',
      goal: { least: 0.5 },
      pair: {
        ours: async () => bulkOf((await benchEntries(server, log)).user),
        reference: async () => {
          const { user, ids } = await benchEntries(server, log);
          const begun = encoded('bulk', {
            type: 'BulkBegun',
            data: { change: { ...CHANGE, addTags: ['sorted'] }, count: BULK_ENTRIES },
          });
          const events = [begun, ...ids.map((id, at) => encoded('bulk', changed(id, at)))];
          const rate = await perSecond(() => append(log, user.userId, BULK_ENTRIES - 1, events));
          await sorted(user);
          return rate;
        },
      },
      close: () => log.close(),
    },
  ];
}

/** The entries that an action changes in a second. */
export async function perSecond(action: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await action();
  return BULK_ENTRIES / ((performance.now() - begin) / 1_000);
}

/** The entries that a bulk of all changes in a second; waits until the read models have them. */
export async function bulkOf(user: Caller): Promise<number> {
  const input = { select: { q: 'entry' }, change: CHANGE };
  const rate = await perSecond(() => expectOk(user.post('/ledger/bulk', input)));
  await sorted(user);
  return rate;
}

/** A user with 10,000 expenses, whose ids are given, in the read models. */
export async function benchEntries(server: BenchServer, log: EventLog): Promise<{ user: Caller; ids: string[] }> {
  const user = await server.newUser();
  const ids = Array.from({ length: BULK_ENTRIES }, () => randomUUID());
  const events = ids.map((transactionId, at): LedgerEvent => {
    const { type: _, ...data } = expense(at);
    return { type: 'ExpenseRecorded', data: { transactionId, ...data, wallet: 'Bank' } } as LedgerEvent;
  });
  await append(
    log,
    user.userId,
    -1,
    events.map((event) => encoded('import', event)),
  );
  await settled(
    () => user.user(),
    ({ transactionCount }) => transactionCount === BULK_ENTRIES,
    SETTLE_MS,
  );
  return { user, ids };
}

function expense(number: number): TransactionState {
  const date = new Date(Date.UTC(2026, 10, 20) - (number % 1_500) * 86_400_000).toISOString().slice(0, 10);
  return { type: 'Expense', title: `Entry ${number}`, amount: exactCents(1), date, wallet: 'Bank' };
}

function changed(transactionId: string, number: number): LedgerEvent {
  const before = expense(number);
  const after = { ...before, category: CHANGE.category, tags: [...CHANGE.addTags] };
  return { type: 'TransactionChanged', data: { transactionId, before, after } };
}

function encoded(commandId: string, event: LedgerEvent): NewEvent {
  const metadata = { commandId, inputHash: 'bench', recordedAt: '2026-11-20T12:00:00.000Z' };
  return { id: randomUUID(), ...encode(event, metadata) };
}

/** Appends events after a revision, in batches. */
async function append(log: EventLog, ledgerId: string, after: number, events: readonly NewEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += BATCH_EVENTS) {
    await log.append(ledgerId, BigInt(after + from), events.slice(from, from + BATCH_EVENTS));
  }
}

/** Waits until the read models have all changes. */
export async function sorted(user: Caller): Promise<void> {
  await settled(
    () => user.get<{ count: number }>(`/ledger/find?q=${encodeURIComponent('#sorted')}`),
    ({ data }) => data?.count === BULK_ENTRIES,
    SETTLE_MS,
  );
}
