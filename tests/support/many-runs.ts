import { createRequire } from 'node:module';
import type { Parameters } from 'fast-check';

/** How many times more often a property runs than its test says. */
export const RUNS_FACTOR = Number(process.env.RUNS_FACTOR ?? '1');

type FastCheck = typeof import('fast-check')['default'];

/** The runs of a property whose test names none. */
const USUAL_RUNS = 100;

// The configuration of Vitest puts this in place of fast-check, so it is asked for by another way.
const fc: FastCheck = createRequire(import.meta.url)('fast-check');

const often = <Values>(parameters: Parameters<Values> = {}): Parameters<Values> => ({
  ...parameters,
  numRuns: (parameters.numRuns ?? USUAL_RUNS) * RUNS_FACTOR,
});

/** fast-check whose properties run `RUNS_FACTOR` times as often. */
export default {
  ...fc,
  assert: (property, parameters) => fc.assert(property, often(parameters)),
  check: (property, parameters) => fc.check(property, often(parameters)),
} as FastCheck;
