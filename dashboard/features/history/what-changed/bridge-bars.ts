import type { WhatChanged } from '#contract/explain-calls.ts';

/** A bar of a bridge, in whole units: a whole amount, or a step that starts where the one before has ended. */
export type BridgeBar = { name: string; kind: 'whole' | 'more' | 'less'; start: number; end: number };

/** The bars of a bridge: `from`, the steps by their numbers, and `to`. */
export function bridgeBars({ from, steps, to }: WhatChanged): BridgeBar[] {
  let reached = Math.round(from.amount * 100);
  const bars = steps.map(({ change }, index): BridgeBar => {
    const start = reached / 100;
    reached += Math.round(change * 100);
    return { name: String(index + 1), kind: change < 0 ? 'less' : 'more', start, end: reached / 100 };
  });
  return [
    { name: 'from', kind: 'whole', start: 0, end: from.amount },
    ...bars,
    { name: 'to', kind: 'whole', start: 0, end: to.amount },
  ];
}

/** How much room is left below the lowest end, as a share of all, so that whole amounts have a bar there. */
const BELOW_RATIO = 0.25;

/**
 * The least and the most that the scale of a bridge shows. It begins at 0 only where that is near, so that steps are
 * seen.
 */
export function boundsOf(bars: readonly BridgeBar[]): [number, number] {
  const ends = bars.map(({ end }) => end);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const below = Math.max((most - least) * BELOW_RATIO, 1);
  const start = least - below;
  return [least >= 0 ? Math.max(start, 0) : start, most];
}
