import { shifted } from '#ledger/model/days.ts';
import { formatDay } from '../../ui/day.ts';
import { formatSigned } from '../../ui/money.ts';
import {
  amountScale,
  axis,
  BAR_SHARE,
  bar,
  columnPlaces,
  type Drawing,
  dot,
  EDGE_PX,
  HEIGHT_PX,
  type ReportMark,
  roomOf,
  through,
} from './drawing-parts.ts';
import { columnWords, shortWords } from './words.ts';

/** A row of stacks: its amounts by column, and their figures: several rows together have none. */
export type StackRow = {
  key: string;
  name: string;
  amounts: readonly number[];
  figures: readonly (string | null)[];
  pattern: number;
};

type Room = { widthPx: number; axisPx: number; currency: string };

/** A column of stacks; one that is not whole is lighter. */
type StackColumn = { label: string; isLight: boolean };

/** Stacks of columns: what is above 0 upwards, what is below it downwards. The scale has the amounts `beside`, too. */
export function stacksOf(
  columns: readonly StackColumn[],
  rows: readonly StackRow[],
  wordsOf: (row: StackRow, at: number, amount: number) => string,
  { widthPx, axisPx }: Pick<Room, 'widthPx' | 'axisPx'>,
  beside: readonly number[] = [],
) {
  const room = roomOf(widthPx, axisPx);
  const stackOf = (at: number, sign: 1 | -1) =>
    rows.reduce((sum, { amounts }) => sum + Math.max((amounts[at] ?? 0) * sign, 0), 0) * sign;
  const { y, ticks } = amountScale([...beside, ...columns.flatMap((_, at) => [stackOf(at, 1), stackOf(at, -1)])], room);
  const places = columnPlaces(columns.length, room, (at) => shortWords(columns[at]?.label ?? '', at === 0));
  const marks: ReportMark[] = [];
  for (const [at, { isLight }] of columns.entries()) {
    let [above, below] = [0, 0];
    for (const [row, each] of rows.entries()) {
      const amount = each.amounts[at] ?? 0;
      if (amount === 0) continue;
      const from = amount > 0 ? above : below;
      if (amount > 0) above += amount;
      else below += amount;
      const x = places.x(at) + (places.width * (1 - BAR_SHARE)) / 2;
      marks.push({
        id: `${each.key} ${at}`,
        figure: each.figures[at] ?? null,
        words: wordsOf(each, at, amount),
        path: bar(x, places.width * BAR_SHARE, y(from), y(from + amount) + EDGE_PX),
        ...{ column: at, row, pattern: each.pattern, isLight },
      });
    }
  }
  const drawing: Drawing = { marks, heightPx: HEIGHT_PX, ticks, labels: places.labels, lines: [axis(room, y(0))] };
  return { drawing, y, places };
}

const whole = (label: string): StackColumn => ({ label, isLight: false });

/** Stacks of months: the amounts that were spent of each row, and a dashed line at the amount of the plans. */
export function spentStacks(
  months: readonly string[],
  rows: readonly StackRow[],
  planned: readonly number[],
  room: Room,
): Drawing {
  const wordsOf = ({ name }: StackRow, at: number, amount: number) => {
    const month = columnWords({ from: '', to: '', label: months[at] ?? '', isWhole: true }, '');
    return `spent of ${name}, ${month}, ${formatSigned(amount, room.currency)}`;
  };
  const { drawing, y, places } = stacksOf(months.map(whole), rows, wordsOf, room, planned);
  const lines = planned.flatMap((plan, at): Drawing['lines'] =>
    plan > 0 ? [{ path: `M${places.x(at) + 2} ${y(plan)}h${places.width - 4}`, kind: 'before', pattern: 0 }] : [],
  );
  return { ...drawing, lines: [...drawing.lines, ...lines] };
}

/** A day with what accounts come to together at its end, and the figure of that balance. */
export type WorthPoint = { date: string; total: number; figure: string };

/** Stacks of days: what accounts have, upwards, and owe, downwards, and a line at what they come to together. */
export function worthStacks(points: readonly WorthPoint[], rows: readonly StackRow[], room: Room): Drawing {
  const dates = points.map(({ date }) => date);
  // The end of a month is named after the month.
  const labels = dates.map((date) => (shifted(date, 1).endsWith('-01') ? date.slice(0, 7) : date));
  const on = (at: number) => formatDay(dates[at] ?? '').long;
  const totals = points.map(({ total }) => total);
  const { drawing, y, places } = stacksOf(
    labels.map(whole),
    rows,
    ({ name }, at, amount) => `${name}, ${on(at)}, ${formatSigned(amount, room.currency)}`,
    room,
    totals,
  );
  const middles = totals.map((total, at) => [places.x(at) + places.width / 2, y(total)] as const);
  const dots = points.map(({ total, figure }, at): ReportMark => {
    const [x, top] = middles[at] ?? [0, 0];
    return {
      id: `all ${at}`,
      figure,
      words: `all accounts, ${on(at)}, ${formatSigned(total, room.currency)}`,
      path: dot(x, top),
      ...{ column: at, row: rows.length, pattern: null, isLight: false },
    };
  });
  return {
    ...drawing,
    marks: [...drawing.marks, ...dots],
    lines: [...drawing.lines, { path: through(middles), kind: 'total', pattern: 0 }],
  };
}
