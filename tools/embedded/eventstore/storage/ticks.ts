import { TICKS_PER_SECOND } from '../rules/visibility.ts';

const TICKS_PER_MS = TICKS_PER_SECOND / 1000n;

/** The present time, in 100 ns since 1970. */
export const ticksNow = (): bigint => BigInt(Date.now()) * TICKS_PER_MS;
