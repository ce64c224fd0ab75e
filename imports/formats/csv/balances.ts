import type { Cents } from '#ledger/model/money.ts';

/**
 * The number of balances in a column that follow from the amounts (`hits`) and that don't (`misses`), line by line down
 * or up the file. `missAt` is the place of the first line whose balance doesn't, or null if all do.
 */
export type BalanceChain = { direction: 'down' | 'up'; hits: number; misses: number; missAt: number | null };

/**
 * Says how many balances follow from the amounts between them, in the better of the two directions. Lines without a
 * balance add their amount to the next one that has one. Null for an amount that can't be read, which breaks the chain
 * there.
 */
export function balanceChain(amounts: readonly (Cents | null)[], balances: readonly (Cents | null)[]): BalanceChain {
  const down: BalanceChain = { direction: 'down', hits: 0, misses: 0, missAt: null };
  const up: BalanceChain = { direction: 'up', hits: 0, misses: 0, missAt: null };
  let last: number | null = null;
  let isWhole = true;
  // Down, the amounts since the last balance count, with its own line's; up, the amounts from that line to the line
  // before this.
  let since = 0;
  let lastAmount = 0;
  for (const [index, balance] of balances.entries()) {
    const amount = amounts[index] ?? null;
    if (amount === null) isWhole = false;
    since += amount ?? 0;
    if (balance === null) continue;
    if (last !== null && isWhole) {
      count(down, balance - last === since, index);
      count(up, last - balance === since - (amount ?? 0) + lastAmount, index);
    }
    last = balance;
    lastAmount = amount ?? 0;
    since = 0;
    isWhole = amount !== null;
  }
  return up.hits > down.hits ? up : down;
}

function count(chain: BalanceChain, isHit: boolean, at: number): void {
  if (isHit) chain.hits += 1;
  else {
    chain.misses += 1;
    chain.missAt ??= at;
  }
}

/** Whether a chain proves that its columns are amounts and balances. */
export function isProof({ hits, misses }: Pick<BalanceChain, 'hits' | 'misses'>): boolean {
  return hits >= 2 ? hits >= misses * 4 : hits === 1 && misses === 0;
}
