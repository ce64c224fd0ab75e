import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROJECTION_LAG } from '#contract/addresses.ts';
import type { TransactionsResponse } from '#contract/transaction-calls.ts';
import { Caller, expectOk } from '../support/caller.ts';
import { settled } from '../support/settled.ts';
import { limitMs } from '../support/slowness.ts';
import { Random } from './torture/random.ts';
import { type SystemUnderTest, startSystem } from './torture/system-under-test.ts';

// Product 7.5 with two APIs: each pair of a command and a read goes to one process each, while workers are frozen,
// killed and slowed.

const onLinux = existsSync('/proc/self/status');
if (!onLinux) console.info('Skipped: the crash tests need /proc.');

/** PAIRS=100000 takes twenty minutes. */
const PAIRS = Number(process.env.PAIRS ?? 3_000);
const USERS = 8;
/** `npm start` gives up a program that ends more than five times a minute. */
const KILLS_APART_MS = 15_000;

let system: SystemUnderTest;
beforeAll(async () => {
  if (!onLinux) return;
  system = await startSystem();
  const isReady = (origin: string) =>
    fetch(`${origin}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const origin of system.origins) await settled(() => isReady(origin), Boolean);
});
afterAll(() => system?.close());

/** Freezes, kills and slows the workers until `stopped` aborts. */
async function troubleWorkers(stopped: AbortSignal, random: Random): Promise<string[]> {
  const done: string[] = [];
  const { daybook, worker, toDatabase } = system;
  let killedAtMs = Number.NEGATIVE_INFINITY;
  while (!stopped.aborted) {
    const leader = daybook.pids().worker;
    const mayKill = performance.now() - killedAtMs > KILLS_APART_MS;
    const dice = random.whole(mayKill ? 0 : 1, 3);
    if (dice === 0 && leader) {
      process.kill(leader, 'SIGKILL');
      killedAtMs = performance.now();
    } else if (dice === 1 && leader) {
      process.kill(leader, 'SIGSTOP');
      await pause(random.whole(50, 1_200));
      process.kill(leader, 'SIGCONT');
    } else if (dice === 2) worker.kill();
    else {
      toDatabase.delay(random.whole(5, 40));
      await pause(random.whole(200, 1_000));
      toDatabase.delay(0);
    }
    done.push(['killed', 'frozen', 'second killed', 'slowed'][dice] as string);
    await pause(random.whole(500, 3_000));
  }
  return done;
}

/** Whether a read lacks what its user's last command recorded, though it doesn't say so. Counts those that say so. */
async function isStale(reader: Caller, title: string, count: number, random: Random, counts: { late: number }) {
  const isList = random.chance(0.5);
  const path = isList ? '/transaction/get-transactions?limit=5' : '/users/get-current-user';
  const answer = await expectOk(reader.get<TransactionsResponse & { transactionCount: number }>(path));
  const isThere = isList
    ? answer.data.transactions.some((transaction) => transaction.title === title)
    : answer.data.transactionCount === count;
  if (!isThere && isList && answer.headers.get(PROJECTION_LAG) !== null) counts.late += 1;
  return !isThere && (!isList || answer.headers.get(PROJECTION_LAG) === null);
}

test.runIf(onLinux)(
  'of pairs of a command and a read at two APIs, none is stale',
  { timeout: limitMs(300_000 + PAIRS * 30) },
  async () => {
    const random = new Random(Date.now());
    const users = await Promise.all(Array.from({ length: USERS }, () => Caller.registered(system.origins[0])));
    const stopped = new AbortController();
    const trouble = troubleWorkers(stopped.signal, random.fork());
    const counts = { stale: 0, late: 0, unanswered: 0 };
    await Promise.all(
      users.map(async (user, nth) => {
        const callers = system.origins.map((origin) => user.copy(origin));
        const own = random.fork();
        let count = 0;
        for (let pair = nth; pair < PAIRS; pair += USERS) {
          const [writer, reader] = (own.chance(0.5) ? callers : callers.toReversed()) as [Caller, Caller];
          const title = `${nth}-${pair}`;
          const expense = { title, amount: 1, date: '2026-11-20', wallet: 'Bank', category: 'Groceries' };
          const deposit = count === 0 ? await writer.post('/users/initial-deposit', { depositAmount: 50_000 }) : null;
          if (deposit) reader.cookie = writer.cookie;
          const answer = await writer.post('/transaction/create-expense', expense, { 'Idempotency-Key': title });
          if (answer.status !== 200) {
            counts.unanswered += 1;
            expect(answer.status, JSON.stringify(answer.problem)).toBe(503);
            continue;
          }
          count = answer.data.transactionCount;
          reader.cookie = writer.cookie;
          if (await isStale(reader, title, count, own, counts)) counts.stale += 1;
        }
      }),
    );
    stopped.abort();
    const happened = await trouble;
    const times = Object.entries(Object.groupBy(happened, (each) => each)).map(
      ([what, all]) => `${all?.length} ${what}`,
    );
    console.info(`${PAIRS} pairs, workers ${times.join(', ')}: ${JSON.stringify(counts)}`);
    expect(counts.stale).toBe(0);
    expect(counts.late + counts.unanswered).toBeLessThan(PAIRS / 10);
    expect(happened.length).toBeGreaterThan(2);
  },
);
