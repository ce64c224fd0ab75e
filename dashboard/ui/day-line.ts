import type { KeyboardEvent } from 'react';
import { formatDay } from './day.ts';

// The common parts of lines of a balance by day: their domain, their path, their labels, and the keys that move along
// them.

/** An amount in whole units that holds from a day (ISO date) on. */
export type DayPoint = { date: string; amount: number };
type Scale = (value: number) => number;

const LABEL_WIDTH_PX = 110;
/** The points that PageUp and PageDown pass over. */
const PAGE_POINTS = 30;

/** The amounts that a line spans. One that does not change stands in the middle. */
export function domainOf(least: number, most: number): [number, number] {
  const room = Math.max(1, Math.abs(least) / 2);
  return least === most ? [least - room, most + room] : [least, most];
}

type Ends = readonly [from: number, to: number];

/** The function that gives the place of a value between two ends, by the places of the ends. */
export function placedOn([from, to]: Ends, [start, end]: Ends): Scale {
  return (value) => start + ((value - from) / (to - from)) * (end - start);
}

/** A balance holds until the day on which it changes: the line goes on level, then up or down. */
export function stepPath(amounts: readonly number[], x: Scale, y: Scale): string {
  return amounts
    .map((amount, index) => (index === 0 ? `M${x(0)},${y(amount)}` : `H${x(index).toFixed(1)}V${y(amount).toFixed(1)}`))
    .join('');
}

/** The places of the points that are labelled: evenly spaced, the last among them, as many as there is room for. */
export function labelledPlaces(last: number, widthPx: number): number[] {
  const count = Math.max(1, Math.min(6, last, Math.floor(widthPx / LABEL_WIDTH_PX)));
  return Array.from({ length: count + 1 }, (_, index) => Math.round((index * last) / count));
}

/** The label of a day: `Nov 20`, or without days `Nov 2026`. */
export function placeLabel(date: string, hasDay: boolean): string {
  if (date === '') return '';
  const { month, day, year } = formatDay(date);
  return hasDay ? `${month.slice(0, 3)} ${day}` : `${month.slice(0, 3)} ${year}`;
}

/** The point to which a key moves from one of `last + 1`; null for a key that does not. */
export function movedBy({ key }: KeyboardEvent, index: number, last: number): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: index - 1,
    ArrowDown: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index + 1,
    PageDown: index - PAGE_POINTS,
    PageUp: index + PAGE_POINTS,
    Home: 0,
    End: last,
  };
  const to = steps[key];
  return to === undefined ? null : within(to, last);
}

/** The nearest of `last + 1` points. */
export const within = (index: number, last: number): number => Math.max(0, Math.min(last, index));
