import { setTimeout as pause } from 'node:timers/promises';
import { openEventLog } from '../../../event-log/event-log.ts';
import { Caller } from '../../support/caller.ts';
import { settled } from '../../support/settled.ts';
import { strikeOn } from './faults.ts';
import { Person } from './person.ts';
import { Random } from './random.ts';
import { openTown, type Town } from './town.ts';
import { verdict } from './verdict.ts';

/** All is well again within so many milliseconds after the last fault, on a busy machine, too. */
const RECOVERY = 90_000;

/** How it is to be: the same seed gives the same wishes and the same faults in the same order. */
export type TortureSettings = { seed: number; ms: number; people: number; say: (line: string) => void };

/** What it came to: how many commands ended how, and what was wrong, a line each. */
export type Tortured = { done: number; refused: number; unknown: number; wrong: string[] };

/**
 * Lets people keep their books on a Daybook of its own while one process after another is killed, frozen, cut off or
 * slowed down, and judges what is left when all is well again.
 */
export async function torture({ seed, ms, people: count, say }: TortureSettings): Promise<Tortured> {
  const random = new Random(seed);
  const town = await openTown();
  const log = openEventLog(town.eventStoreUrl);
  try {
    await settled(() => isUp(town), Boolean, RECOVERY);
    const people = await Promise.all(
      Array.from({ length: count }, async (_, nth) => {
        const first = await Caller.registered(town.origins[0]);
        return new Person(first, town.origins, random.fork(), `${seed}-${nth}`);
      }),
    );
    const [struck, ended] = [new AbortController(), new AbortController()];
    const lives = people.map((person) => person.live(ended.signal));
    const striking = strikeOn(town, random.fork(), struck.signal, say);
    await pause(ms);
    struck.abort();
    await striking;
    await settled(() => isUp(town), Boolean, RECOVERY);
    ended.abort();
    await Promise.all(lives);
    const told = people.flatMap(({ asked }) => asked.map((one) => one.told));
    const times = (what: string) => told.filter((one) => one === what).length;
    const wrong = await verdict(town, log, people);
    return { done: times('done'), refused: times('refused'), unknown: times('unknown'), wrong };
  } finally {
    await log.close();
    await town.close();
  }
}

/** Whether both APIs are ready. */
async function isUp({ origins }: Town): Promise<boolean> {
  const ready = await Promise.all(
    origins.map((origin) =>
      fetch(`${origin}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    ),
  );
  return ready.every(Boolean);
}
