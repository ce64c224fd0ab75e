import type { Cents } from '#ledger/model/money.ts';

/**
 * The number of balances in a column that follow from the amounts (`hits`) and that don't (`misses`), line by line down
 * or up the file.
 */
export type Chain = { direction: 'down' | 'up'; hits: number; misses: number };

/**
 * Says how many balances follow from the amounts between them, in the better of the two directions. Lines without a
 * balance add their amount to the next one that has one. Null for an amount that can't be read, which breaks the chain
 * there.
 */
export function chainOf(amounts: readonly (Cents | null)[], balances: readonly (Cents | null)[]): Chain {
  const down = { direction: 'down' as const, hits: 0, misses: 0 };
  const up = { direction: 'up' as const, hits: 0, misses: 0 };
  let last: number | null = null;
  let isWhole = true;
  // Down, the amounts since the last balance count, with its own line's; up, those from that line to the one before
  // this.
  let since = 0;
  let lastAmount = 0;
  for (const [index, balance] of balances.entries()) {
    const amount = amounts[index] ?? null;
    if (amount === null) isWhole = false;
    since += amount ?? 0;
    if (balance === null) continue;
    if (last !== null && isWhole) {
      if (balance - last === since) down.hits += 1;
      else down.misses += 1;
      if (last - balance === since - (amount ?? 0) + lastAmount) up.hits += 1;
      else up.misses += 1;
    }
    last = balance;
    lastAmount = amount ?? 0;
    since = 0;
    isWhole = amount !== null;
  }
  return up.hits > down.hits ? up : down;
}

/** Whether a chain proves that its columns are amounts and balances. */
export function isProof({ hits, misses }: Chain): boolean {
  return hits >= 2 ? hits >= misses * 4 : hits === 1 && misses === 0;
}
