import type { WhatChanged } from '#contract/explain-calls.ts';

/** A bar of a bridge, in whole units: a total, or a step that starts where the step before ends. */
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

/** Share of the range that stays free below the lowest bar end, so that totals have a visible bar. */
const BELOW_RATIO = 0.25;

/** The minimum and maximum of the scale of a bridge. It begins at 0 only if that is near, so that steps are visible. */
export function barBounds(bars: readonly BridgeBar[]): [number, number] {
  const ends = bars.map(({ end }) => end);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const below = Math.max((most - least) * BELOW_RATIO, 1);
  const start = least - below;
  return [least >= 0 ? Math.max(start, 0) : start, most];
}
