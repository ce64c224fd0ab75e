import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { torture } from './torture/torture.ts';

const onLinux = existsSync('/proc/self/status');
if (!onLinux) console.info('Processes are found through /proc, which is not here: nothing is tortured.');

/** `npm run torture` takes longer, and another seed each time. */
const SEED = Number(process.env.TORTURE_SEED ?? 20_261_121);

test.runIf(onLinux)(
  'books are right after everything was killed, frozen, cut off and slowed down',
  { timeout: 300_000 },
  async () => {
    console.info(`Torture with seed ${SEED}; TORTURE_SEED=${SEED} does the same again.`);
    const result = await torture({ seed: SEED, ms: 30_000, people: 8, say: (line) => console.info(line) });
    expect(result.wrong).toEqual([]);
    expect(result.done).toBeGreaterThan(100);
  },
);
