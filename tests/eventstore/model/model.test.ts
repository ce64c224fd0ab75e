import fc from 'fast-check';
import { expect, test } from 'vitest';
import { againstEachStore } from '../support/stage.ts';
import { Play } from './play.ts';
import { step } from './steps.ts';

/** How many random sequences are played; more by MODEL_RUNS, the same again by MODEL_SEED. */
const RUNS = Number(process.env.MODEL_RUNS ?? 40);
const SEED =
  process.env.MODEL_SEED === undefined ? Math.trunc(Math.random() * 2 ** 31) : Number(process.env.MODEL_SEED);

againstEachStore('random sequences of operations', (stage) => {
  test(
    `end as the rules say (MODEL_SEED=${SEED} repeats them)`,
    async () => {
      let played = 0;
      const sequences = fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 24, size: 'max' }),
        async (steps) => {
          await new Play(stage).play(steps);
          played++;
        },
      );
      await fc.assert(sequences, { seed: SEED, numRuns: RUNS, endOnFailure: RUNS > 1000 });
      expect(played).toBe(RUNS);
    },
    60_000 + RUNS * 1000,
  );
});
