import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scavengeOf } from '../../scavenge.ts';
import { againstEachStore } from '../support/store-fixture.ts';
import { ModelRun } from './model-run.ts';
import { step } from './steps.ts';

/** How many random sequences run (MODEL_RUNS), and the seed that repeats them (MODEL_SEED). */
const RUNS = Number(process.env.MODEL_RUNS ?? 40);
const SEED =
  process.env.MODEL_SEED === undefined ? Math.trunc(Math.random() * 2 ** 31) : Number(process.env.MODEL_SEED);
/** Shrinking a failure ends in time to report it: a run that waits in vain takes 20 seconds. */
const TIMEOUT_MS = 60_000 + RUNS * 1000;
const INTERRUPT_AFTER_MS = TIMEOUT_MS - 30_000;

againstEachStore('random sequences of operations', (fixture) => {
  test(
    `have the outcomes of the model (MODEL_SEED=${SEED} repeats them)`,
    async () => {
      // The stand-in scavenges at its start, which would remove hidden events that `$all` still has.
      if (fixture.isStandIn) await scavengeOf(fixture.port, fixture.client);
      let runs = 0;
      const sequences = fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 24, size: 'max' }),
        async (steps) => {
          await new ModelRun(fixture).run(steps);
          runs++;
        },
      );
      await fc.assert(sequences, {
        seed: SEED,
        numRuns: RUNS,
        endOnFailure: RUNS > 1000,
        interruptAfterTimeLimit: INTERRUPT_AFTER_MS,
      });
      expect(runs).toBe(RUNS);
    },
    TIMEOUT_MS,
  );
});
