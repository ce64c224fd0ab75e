/**
 * How many revisions a block has. What a ledger was is stored at the end of each block, and the events of a block are
 * folded on top of it (decision 19).
 */
export const BLOCK_EVENTS = 64n;

/** The block of a revision. */
export function blockOf(revision: bigint): bigint {
  return revision / BLOCK_EVENTS;
}

/** Whether a revision is the last of its block. */
export function endsBlock(revision: bigint): boolean {
  return (revision + 1n) % BLOCK_EVENTS === 0n;
}
