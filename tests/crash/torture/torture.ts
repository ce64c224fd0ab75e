import { setTimeout as pause } from 'node:timers/promises';
import { openEventLog } from '#event-log/event-log.ts';
import { Caller, expectOk } from '../../support/caller.ts';
import { settled } from '../../support/settled.ts';
import { injectFaults } from './faults.ts';
import { findErrors } from './find-errors.ts';
import { Random } from './random.ts';
import { SimulatedUser } from './simulated-user.ts';
import { type SystemUnderTest, startSystem } from './system-under-test.ts';

/** Time to recover after the last fault, on a busy machine. */
const RECOVERY_MS = 90_000;

/**
 * Settings of a run: the same seed gives the same requests and faults in the same order. `ms` is its duration,
 * `pauseMs` how long each user pauses after a command.
 */
export type TortureSettings = {
  seed: number;
  ms: number;
  people: number;
  pauseMs: number;
  print: (line: string) => void;
};

/** The number of commands by outcome, and the errors found, one line each. */
export type TortureResult = { done: number; refused: number; unknown: number; wrong: string[] };

/**
 * Runs simulated users against a new Daybook while its processes are killed, frozen, disconnected and slowed down, and
 * checks the result after recovery.
 */
export async function torture({ seed, ms, people: count, pauseMs, print }: TortureSettings): Promise<TortureResult> {
  const random = new Random(seed);
  const system = await startSystem();
  const log = openEventLog(system.eventStoreUrl);
  try {
    await settled(() => isUp(system), Boolean, RECOVERY_MS);
    const people = await Promise.all(
      Array.from({ length: count }, async (_, nth) => {
        const first = await Caller.registered(system.origins[0]);
        const made = { name: 'A program', scope: 'propose' };
        const { token } = (await expectOk(first.post<{ token: string }>('/tokens/create', made))).data;
        return new SimulatedUser({ first, token }, system.origins, random.fork(), `${seed}-${nth}`, pauseMs);
      }),
    );
    const [faultsOver, ended] = [new AbortController(), new AbortController()];
    const lives = people.map((user) => user.run(ended.signal));
    const injecting = injectFaults(system, random.fork(), faultsOver.signal, print);
    await pause(ms);
    faultsOver.abort();
    await injecting;
    await settled(() => isUp(system), Boolean, RECOVERY_MS);
    ended.abort();
    await Promise.all(lives);
    const outcomes = people.flatMap(({ commands }) => commands.map(({ outcome }) => outcome));
    const times = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;
    const wrong = await findErrors(system, log, people);
    return { done: times('done'), refused: times('refused'), unknown: times('unknown'), wrong };
  } finally {
    await log.close();
    await system.close();
  }
}

/** Whether both APIs are ready. */
async function isUp({ origins }: SystemUnderTest): Promise<boolean> {
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
