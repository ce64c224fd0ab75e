import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { limitMs } from '../support/slowness.ts';
import { torture } from './torture/torture.ts';

const onLinux = existsSync('/proc/self/status');
if (!onLinux) console.info('Skipped: the torture needs /proc.');

/** Eight users who pause so long send several hundred commands, of which every fault interrupts some. */
const PAUSE_MS = 150;

/** Fixed here; `npm run torture` runs longer and with random seeds. */
const SEED = Number(process.env.TORTURE_SEED ?? 20_261_121);

test.runIf(onLinux)(
  'all ledgers are correct after processes were killed, frozen, disconnected and slowed down',
  { timeout: limitMs(600_000) },
  async () => {
    console.info(`Torture with seed ${SEED}; TORTURE_SEED=${SEED} repeats it.`);
    const result = await torture({
      seed: SEED,
      ms: 30_000,
      people: 8,
      pauseMs: PAUSE_MS,
      print: (line) => console.info(line),
    });
    expect(result.wrong).toEqual([]);
    expect(result.done).toBeGreaterThan(100);
  },
);
