import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from './random.ts';
import { asked, type Town } from './town.ts';

type Fault = { name: string; strike(town: Town, random: Random): Promise<void> };

/** What `npm start` has brought up, and keeps up. */
const kill = (victim: 'api' | 'worker' | 'event store' | 'postgres'): Fault => ({
  name: `kill -9 ${victim}`,
  strike: async ({ daybook }) => {
    const pid = daybook.pids()[victim];
    if (pid) process.kill(pid, 'SIGKILL');
  },
});

const FAULTS: readonly Fault[] = [
  kill('api'),
  kill('worker'),
  kill('event store'),
  kill('postgres'),
  { name: 'kill -9 the second API', strike: async ({ api }) => api.kill() },
  { name: 'kill -9 the second worker', strike: async ({ worker }) => worker.kill() },
  { name: 'freeze the second worker', strike: ({ worker }, random) => worker.freeze(random.whole(500, 3_000)) },
  { name: 'cut the second ones off from the database', strike: async ({ toDatabase }) => toDatabase.cut() },
  { name: 'cut the second ones off from the event store', strike: async ({ toEventStore }) => toEventStore.cut() },
  {
    name: 'no answer from the database to the second ones',
    strike: async ({ toDatabase }, random) => {
      toDatabase.deaden();
      await pause(random.whole(300, 2_500));
      toDatabase.mend();
      toDatabase.cut(); // What was swallowed will never come.
    },
  },
  {
    name: 'no answer from the event store to the second ones',
    strike: async ({ toEventStore }, random) => {
      toEventStore.deaden();
      await pause(random.whole(300, 4_000));
      toEventStore.mend();
      toEventStore.cut();
    },
  },
  {
    name: 'everything late for the second ones',
    strike: async ({ toDatabase, toEventStore }, random) => {
      const late = random.whole(20, 200);
      for (const proxy of [toDatabase, toEventStore]) proxy.delay(late);
      await pause(random.whole(500, 3_000));
      for (const proxy of [toDatabase, toEventStore]) proxy.delay(0);
    },
  },
  {
    name: 'all events of a while delivered again',
    strike: async (town) => {
      const [before] = await asked<{ position: string }>(
        town.databaseUrl,
        'SELECT position FROM projections.checkpoint',
      );
      await pause(1_000);
      if (before?.position == null) return;
      await asked(town.databaseUrl, 'UPDATE projections.checkpoint SET position = $1', [before.position]);
      const pid = town.daybook.pids().worker;
      if (pid) process.kill(pid, 'SIGKILL');
      town.worker.kill();
    },
  },
];

/** Of what `npm start` keeps up nothing may end more than 5 times a minute, or it gives up; Postgres takes others with it. */
const LEAST_GAP = 2_500;
const MOST_GAP = 5_000;

/**
 * Lets one fault after another strike until told to stop, each once before any comes again, and says which. One that
 * can't strike, because what it strikes is down already, is passed over.
 */
export async function strikeOn(
  town: Town,
  random: Random,
  stopped: AbortSignal,
  say: (line: string) => void,
): Promise<void> {
  let order: Fault[] = [];
  while (!stopped.aborted) {
    if (order.length === 0) order = shuffled(FAULTS, random);
    const fault = order.shift() as Fault;
    say(fault.name);
    await fault.strike(town, random).catch((error) => say(`  passed over: ${error.message || error.code}`));
    await pause(random.whole(LEAST_GAP, MOST_GAP), undefined, { signal: stopped }).catch(() => {});
  }
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
