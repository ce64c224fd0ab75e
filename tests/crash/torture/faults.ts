import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from './random.ts';
import { queryOnce, type SystemUnderTest } from './system-under-test.ts';

type Fault = { name: string; inject(system: SystemUnderTest, random: Random): Promise<void> };

/** Kills a process of `npm start`, which restarts it. */
const kill = (victim: 'api' | 'worker' | 'event store' | 'postgres'): Fault => ({
  name: `kill -9 ${victim}`,
  inject: async ({ daybook }) => {
    const pid = daybook.pids()[victim];
    if (pid) process.kill(pid, 'SIGKILL');
  },
});

const FAULTS: readonly Fault[] = [
  kill('api'),
  kill('worker'),
  kill('event store'),
  kill('postgres'),
  { name: 'kill -9 the second API', inject: async ({ api }) => api.kill() },
  { name: 'kill -9 the second worker', inject: async ({ worker }) => worker.kill() },
  { name: 'freeze the second worker', inject: ({ worker }, random) => worker.freeze(random.whole(500, 3_000)) },
  {
    name: 'disconnect the second API and worker from the database',
    inject: async ({ toDatabase }) => toDatabase.cut(),
  },
  {
    name: 'disconnect the second API and worker from the event store',
    inject: async ({ toEventStore }) => toEventStore.cut(),
  },
  {
    name: 'freeze the connections of the second API and worker to the database',
    inject: async ({ toDatabase }, random) => {
      toDatabase.deaden();
      await pause(random.whole(300, 2_500));
      toDatabase.mend();
      toDatabase.cut(); // The proxy dropped bytes, so the connections are broken.
    },
  },
  {
    name: 'freeze the connections of the second API and worker to the event store',
    inject: async ({ toEventStore }, random) => {
      toEventStore.deaden();
      await pause(random.whole(300, 4_000));
      toEventStore.mend();
      toEventStore.cut();
    },
  },
  {
    name: 'delay all connections of the second API and worker',
    inject: async ({ toDatabase, toEventStore }, random) => {
      const late = random.whole(20, 200);
      for (const proxy of [toDatabase, toEventStore]) proxy.delay(late);
      await pause(random.whole(500, 3_000));
      for (const proxy of [toDatabase, toEventStore]) proxy.delay(0);
    },
  },
  {
    name: 'redeliver the events of one second',
    inject: async (system) => {
      const [before] = await queryOnce<{ position: string }>(
        system.databaseUrl,
        'SELECT position FROM projections.checkpoint',
      );
      await pause(1_000);
      if (before?.position == null) return;
      await queryOnce(system.databaseUrl, 'UPDATE projections.checkpoint SET position = $1', [before.position]);
      const pid = system.daybook.pids().worker;
      if (pid) process.kill(pid, 'SIGKILL');
      system.worker.kill();
    },
  },
];

/** `npm start` gives up on a program that exits 5 times within a minute. A killed Postgres ends other programs too. */
const FAULT_INTERVAL_MIN_MS = 2_500;
const FAULT_INTERVAL_MAX_MS = 5_000;

/**
 * Injects one fault after another, in random rounds of all faults, until `stopped` aborts, and prints each. Skips a
 * fault whose target is already down.
 */
export async function injectFaults(
  system: SystemUnderTest,
  random: Random,
  stopped: AbortSignal,
  print: (line: string) => void,
): Promise<void> {
  let order: Fault[] = [];
  while (!stopped.aborted) {
    if (order.length === 0) order = shuffled(FAULTS, random);
    const fault = order.shift() as Fault;
    print(fault.name);
    await fault.inject(system, random).catch((error) => print(`  skipped: ${error.message || error.code}`));
    await pause(random.whole(FAULT_INTERVAL_MIN_MS, FAULT_INTERVAL_MAX_MS), undefined, { signal: stopped }).catch(
      () => {},
    );
  }
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
