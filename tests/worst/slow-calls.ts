import type { CallName } from '#contract/calls.ts';

/** Calls that hold the main thread for more than 50 ms on a ledger at every limit. The list may only get shorter. */
export const SLOW_CALLS: readonly CallName[] = ['moveBudget', 'planBudget'];
