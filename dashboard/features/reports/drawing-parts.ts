/**
 * A mark of a picture: its outline in pixels, the figure that it opens (null for the others, which opens their rows),
 * and its words for screen readers. Arrows lead along `column`, then along `row`.
 */
export type ReportMark = {
  id: string;
  figure: string | null;
  words: string;
  path: string;
  column: number;
  row: number;
  /** The place of its pattern; null for an outline alone. */
  pattern: number | null;
  /** The share of the largest amount, from 0 to 1, where the strength of the colour says it. */
  heat?: number;
  /** A column that is not whole is lighter. */
  isLight: boolean;
};

/** A drawing: its marks, the places of axes, and lines that are no marks. */
export type Drawing = {
  marks: ReportMark[];
  heightPx: number;
  /** The amounts of the axis with their places; none without an axis. */
  ticks: { amount: number; y: number }[];
  /** The labels of columns. */
  labels: { text: string; x: number; y: number; anchor?: 'start' | 'end' }[];
  lines: { path: string; kind: 'axis' | 'average' | 'series' | 'total' | 'before' | 'band'; pattern: number }[];
};

export type Room = { left: number; right: number; top: number; bottom: number };

export const HEIGHT_PX = 320;
export const FOOT_PX = 28;
export const HEAD_PX = 12;
const TICKS = 4;

/** Round amounts from at or below `least` to at or above `most`, with 0 among them. */
export function roundTicks(least: number, most: number): number[] {
  const reach = Math.max(most, 0) - Math.min(least, 0) || 1;
  const power = 10 ** Math.floor(Math.log10(reach / TICKS));
  const step =
    [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((each) => reach / each <= TICKS + 1) ?? power * 10;
  const first = Math.floor(Math.min(least, 0) / step);
  const last = Math.ceil(Math.max(most, 0) / step);
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

export const rectangle = (x: number, y: number, width: number, height: number) =>
  `M${x} ${y}h${width}v${height}h${-width}Z`;

/** A rectangle between two amounts, at least a pixel high. */
export function bar(x: number, width: number, from: number, to: number): string {
  const [top, bottom] = from < to ? [from, to] : [to, from];
  return rectangle(x, top, width, Math.max(bottom - top, 1));
}

/** The scale of amounts in a room, and its ticks. */
export function amountScale(amounts: readonly number[], room: Room) {
  const ticks = roundTicks(Math.min(0, ...amounts), Math.max(0, ...amounts));
  const [least, most] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const y = (amount: number) => room.bottom - ((amount - least) / (most - least || 1)) * (room.bottom - room.top);
  return { y, ticks: ticks.map((amount) => ({ amount, y: y(amount) })) };
}

export const roomOf = (widthPx: number, axisPx: number): Room => ({
  left: axisPx,
  right: widthPx,
  top: HEAD_PX,
  bottom: HEIGHT_PX - FOOT_PX,
});

/** The places of columns, and labels for as many as fit. */
export function columnPlaces(count: number, room: Room, short: (at: number) => string) {
  const width = (room.right - room.left) / Math.max(count, 1);
  const every = Math.max(1, Math.ceil(LABEL_PX / width));
  const labels = Array.from({ length: count }).flatMap((_, at) =>
    at % every === 0 ? [{ text: short(at), x: room.left + (at + 0.5) * width, y: HEIGHT_PX - 8 }] : [],
  );
  return { width, labels, x: (at: number) => room.left + at * width };
}

export const LABEL_PX = 52;
/** The share of a column that a bar takes. */
export const BAR_SHARE = 0.64;

export const axis = ({ left, right }: Room, y: number): Drawing['lines'][number] => ({
  path: `M${left} ${y}H${right}`,
  kind: 'axis',
  pattern: 0,
});

/** The edge between two parts of a stack. */
export const EDGE_PX = 1;

const DOT_PX = 4.5;
export const dot = (x: number, y: number) =>
  `M${x - DOT_PX} ${y}a${DOT_PX} ${DOT_PX} 0 1 0 ${2 * DOT_PX} 0a${DOT_PX} ${DOT_PX} 0 1 0 ${-2 * DOT_PX} 0Z`;
export const through = (points: readonly (readonly [number, number])[]) =>
  points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('');
