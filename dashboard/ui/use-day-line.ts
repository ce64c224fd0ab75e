import { nice, ticks as ticksBetween } from 'd3-array';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { hasDecimals } from '#contract/texts.ts';
import { domainOf, movedBy, placedOn, within } from './day-line.ts';
import { axisLabel } from './money.ts';
import { moneyAxisWidth } from './money-axis.tsx';
import { useWidth } from './use-width.ts';

const TICKS = 4;

type Drawn = {
  /** The number of days. */
  count: number;
  /** The day that is chosen at first, by its place. */
  first: number;
  /** The least and the largest amount, in whole units. */
  amounts: readonly [least: number, largest: number];
  currency: string;
  /** The place of the largest amount, of the least one, and the room for half of the last label. */
  topPx: number;
  footPx: number;
  rightPx: number;
};

/** The scales of a line of a balance by day, and the day that the pointer and the arrow keys have chosen on it. */
export function useDayLine({ count, first, amounts, currency, topPx, footPx, rightPx }: Drawn) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const [moved, setMoved] = useState<number | null>(null);
  const last = count - 1;
  const index = Math.min(moved ?? first, last);
  const [least, most] = nice(...domainOf(...amounts), TICKS);
  const y = placedOn([least, most], [footPx, topPx]);
  const ticks = ticksBetween(least, most, TICKS).filter((tick) => hasDecimals(currency) || Number.isInteger(tick));
  const label = axisLabel(ticks, '');
  const left = moneyAxisWidth(ticks.map(label));
  const right = Math.max(width - rightPx, left + 1);
  const days = [0, Math.max(last, 1)] as const;
  const x = placedOn(days, [left, right]);
  const dayAt = placedOn([left, right], days);

  function onKeyDown(event: KeyboardEvent) {
    const to = movedBy(event, index, last);
    if (to === null) return;
    event.preventDefault();
    setMoved(to);
  }

  function onPoint({ clientX, currentTarget }: PointerEvent<HTMLDivElement>) {
    setMoved(within(Math.round(dayAt(clientX - currentTarget.getBoundingClientRect().left)), last));
  }

  return {
    ref,
    width,
    index,
    last,
    isMoved: moved !== null,
    x,
    y,
    ticks,
    label,
    left,
    right,
    onKeyDown,
    onPoint,
  };
}

export type DayLine = ReturnType<typeof useDayLine>;
