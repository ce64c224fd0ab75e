import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TransactionsResponse } from '#contract/transaction-calls.ts';
import { Caller, expectOk } from '../support/caller.ts';
import { Daybook } from '../support/daybook.ts';
import { settled } from '../support/settled.ts';
import { limitMs } from '../support/slowness.ts';

const onLinux = existsSync('/proc/self/status');
if (!onLinux) console.info('Skipped: the crash tests need /proc.');

let daybook: Daybook;
beforeAll(async () => {
  if (!onLinux) return;
  daybook = await Daybook.prepare();
  await daybook.start();
});
afterAll(() => daybook?.remove());

const PROCESSES = ['api', 'worker', 'event store', 'postgres', 'start'] as const;
const USERS = 4;
/** Pause of a user between commands: without it the load takes the processor time that a restart needs. */
const COMMAND_PAUSE_MS = 25;

/**
 * Records expenses one after another until `stopped` aborts, and retries each with its key. Gives the acknowledged
 * titles.
 */
async function recordExpenses(user: Caller, stopped: AbortSignal): Promise<string[]> {
  const acknowledged: string[] = [];
  while (!stopped.aborted) {
    const title = randomUUID();
    const expense = { title, amount: 1, date: '2026-11-20', wallet: 'Bank' };
    for (;;) {
      const status = await user
        .post('/transaction/create-expense', expense, { 'Idempotency-Key': title })
        .then((answer) => answer.status)
        .catch(() => 0);
      if (status === 200) break;
      expect([0, 503]).toContain(status);
      await pause(50);
    }
    acknowledged.push(title);
    await pause(COMMAND_PAUSE_MS);
  }
  return acknowledged;
}

test.runIf(onLinux)(
  'after each process was killed under load, every acknowledged expense is recorded exactly once',
  { timeout: limitMs(600_000) },
  async ({ onTestFailed }) => {
    onTestFailed(() => console.error(daybook.told()));
    const users = await Promise.all(Array.from({ length: USERS }, () => Caller.registered(daybook.address)));
    const load = new AbortController();
    const entered = users.map((user) => ({ user, titles: recordExpenses(user, load.signal) }));
    const progress = async () => (await users[0]?.user().catch(() => null))?.transactionCount ?? -1;

    for (const victim of PROCESSES) {
      const before = await settled(progress, (count) => count > 0);
      const pid = daybook.pids()[victim];
      if (!pid) throw new Error(`There is no process '${victim}'.`);
      process.kill(pid, 'SIGKILL');
      if (victim === 'start') {
        await daybook.gone();
        await daybook.start();
      } else {
        await settled(
          async () => daybook.pids()[victim],
          (now) => now !== undefined && now !== pid,
        );
      }
      await settled(progress, (count) => count > before + 5);
    }
    load.abort();

    for (const { user, titles } of entered) {
      const acknowledged = (await titles).toSorted();
      const { transactions } = (await expectOk(user.get<TransactionsResponse>('/transaction/get-transactions'))).data;
      expect(transactions.map(({ title }) => title).toSorted()).toEqual(acknowledged);
      expect((await user.user()).currentBalance).toBe(-acknowledged.length);
    }
  },
);

test.runIf(onLinux)('Ctrl-C exits with 0 and leaves no process behind, and the next start has the data', async () => {
  const user = await Caller.registered(daybook.address);
  await expectOk(user.post('/users/initial-deposit', { depositAmount: 42.5 }));
  expect(await daybook.stop()).toBe(0);
  expect(
    await settled(
      async () => daybook.leftovers(),
      (left) => left.length === 0,
    ),
  ).toEqual([]);
  await daybook.start();
  expect((await user.user()).currentBalance).toBe(42.5);
});
