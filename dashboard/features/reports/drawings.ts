import type { ReportAnswer, ReportColumnAnswer, ReportPicture } from '#contract/report-calls.ts';
import { ALL_KEY } from '#ledger/reports/words.ts';
import { formatSigned } from '../../ui/money.ts';
import { PATTERNS_MAX } from './pattern.tsx';
import { allOf, othersWords, type Series, seriesOf } from './series.ts';
import { columnWords, daysWords, figureOfCell, shortWords } from './words.ts';

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
  lines: { path: string; kind: 'axis' | 'average' | 'series' | 'before' | 'band'; pattern: number }[];
};

type Room = { left: number; right: number; top: number; bottom: number };

const HEIGHT_PX = 320;
const FOOT_PX = 28;
const HEAD_PX = 12;
const TICKS = 4;

/** The words of a cell: its row, its column and its amount. */
function cellWords(series: Series, column: string, amount: number, currency: string): string {
  const name = series.key === ALL_KEY ? '' : `${series.name}, `;
  return `${name}${column}, ${formatSigned(amount, currency)}`;
}

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

const rectangle = (x: number, y: number, width: number, height: number) => `M${x} ${y}h${width}v${height}h${-width}Z`;

/** A rectangle between two amounts, at least a pixel high. */
function bar(x: number, width: number, from: number, to: number): string {
  const [top, bottom] = from < to ? [from, to] : [to, from];
  return rectangle(x, top, width, Math.max(bottom - top, 1));
}

/** The scale of amounts in a room, and its ticks. */
function amountScale(amounts: readonly number[], room: Room) {
  const ticks = roundTicks(Math.min(0, ...amounts), Math.max(0, ...amounts));
  const [least, most] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const y = (amount: number) => room.bottom - ((amount - least) / (most - least || 1)) * (room.bottom - room.top);
  return { y, ticks: ticks.map((amount) => ({ amount, y: y(amount) })) };
}

const roomOf = (widthPx: number, axisPx: number): Room => ({
  left: axisPx,
  right: widthPx,
  top: HEAD_PX,
  bottom: HEIGHT_PX - FOOT_PX,
});

/** The places of columns, and labels for as many as fit. */
function columnsIn(columns: readonly ReportColumnAnswer[], room: Room, short: (at: number) => string) {
  const width = (room.right - room.left) / Math.max(columns.length, 1);
  const every = Math.max(1, Math.ceil(LABEL_PX / width));
  const labels = columns.flatMap((_, at) =>
    at % every === 0 ? [{ text: short(at), x: room.left + (at + 0.5) * width, y: HEIGHT_PX - 8 }] : [],
  );
  return { width, labels, x: (at: number) => room.left + at * width };
}

const LABEL_PX = 52;
/** The share of a column that a bar takes. */
const BAR_SHARE = 0.64;

type Asked = {
  report: ReportAnswer;
  /** The keys of rows that the legend hides; null among them for the others. */
  hidden: ReadonlySet<string | null>;
  widthPx: number;
  axisPx: number;
  currency: string;
  today: string;
  short: (at: number) => string;
};

/** The drawing of a report in a picture; of `table`, and of pictures that don't fit, none. */
export function drawingOf(picture: ReportPicture, asked: Asked): Drawing | null {
  switch (picture) {
    case 'bars':
      return bars(asked);
    case 'stacked':
      return stacked(asked);
    case 'lines':
      return lines(asked);
    case 'doughnut':
      return doughnut(asked);
    case 'heat':
      return heat(asked);
    case 'waterfall':
      return waterfall(asked);
    case 'flow':
      return moneyFlow(asked);
    default:
      return null;
  }
}

/** The pictures that fit a report: at least the table. */
export function picturesFor({ asked, rows, columns }: ReportAnswer): ReportPicture[] {
  const isOverTime = columns.length > 1;
  const isSplit = asked.by !== 'none' && rows.length > 0;
  const isPositive = rows.every(({ total }) => total >= 0) && rows.some(({ total }) => total > 0);
  const fits: [ReportPicture, boolean][] = [
    ['stacked', isSplit],
    ['bars', true],
    ['lines', isOverTime],
    ['doughnut', isSplit && isPositive && asked.measure !== 'net'],
    ['waterfall', isSplit],
    ['flow', isSplit && asked.measure === 'net' && rows.some(({ total }) => total > 0)],
    ['heat', isOverTime && (asked.over === 'day' || isSplit)],
    ['table', true],
  ];
  return fits.flatMap(([picture, isFit]) => (isFit ? [picture] : []));
}

function visible({ report, hidden }: Asked): Series[] {
  return seriesOf(report).filter(({ key }) => !hidden.has(key));
}

/** The sums of the rows that are shown, by column. */
function sumsOf(asked: Asked): number[] {
  const { report, hidden } = asked;
  if (hidden.size === 0) return report.totals.cells;
  return report.columns.map((_, at) => visible(asked).reduce((sum, { cells }) => sum + (cells[at] ?? 0), 0));
}

function bars(asked: Asked): Drawing {
  const { report, widthPx, axisPx, currency, today, short } = asked;
  const room = roomOf(widthPx, axisPx);
  const all = allOf(report);
  const before = report.totals.beforeCells ?? [];
  const beforeColumns = report.before?.columns ?? [];
  const { y, ticks } = amountScale([...report.totals.cells, ...before], room);
  const { width, labels, x } = columnsIn(report.columns, room, short);
  const each = (width * BAR_SHARE) / (before.length > 0 ? 2 : 1);
  const marks = report.columns.map((column, at): ReportMark => {
    const amount = report.totals.cells[at] ?? 0;
    return {
      id: `now-${at}`,
      figure: figureOfCell(report, ALL_KEY, column),
      words: cellWords(all, columnWords(column, today), amount, currency),
      path: bar(x(at) + (width - each * (before.length > 0 ? 2 : 1)) / 2, each, y(0), y(amount)),
      ...{ column: at, row: 0, pattern: 0, isLight: !column.isWhole },
    };
  });
  for (const [at, column] of beforeColumns.entries()) {
    if (at >= report.columns.length) break;
    const amount = before[at] ?? 0;
    marks.push({
      id: `before-${at}`,
      figure: figureOfCell(report, ALL_KEY, column),
      words: `before: ${cellWords(all, columnWords(column, today), amount, currency)}`,
      path: bar(x(at) + (width - each * 2) / 2 + each, each, y(0), y(amount)),
      ...{ column: at, row: 1, pattern: null, isLight: false },
    });
  }
  return { marks, heightPx: HEIGHT_PX, ticks, labels, lines: [axis(room, y(0))] };
}

const axis = ({ left, right }: Room, y: number): Drawing['lines'][number] => ({
  path: `M${left} ${y}H${right}`,
  kind: 'axis',
  pattern: 0,
});

/** The edge between two parts of a stack. */
const EDGE_PX = 1;

/** A group of categories with the amounts that were spent and their figures, by month. */
export type SpentGroup = { key: string; name: string; spent: readonly number[]; figures: readonly string[] };

/** Stacks of months: the amounts that were spent of each group, and a dashed line at the amount of the plans. */
export function spentStacks(
  months: readonly string[],
  groups: readonly SpentGroup[],
  planned: readonly number[],
  { widthPx, axisPx, currency }: Pick<Asked, 'widthPx' | 'axisPx' | 'currency'>,
): Drawing {
  const room = roomOf(widthPx, axisPx);
  const inMonth = (at: number, sign: 1 | -1) =>
    groups.reduce((sum, { spent }) => sum + Math.max((spent[at] ?? 0) * sign, 0), 0) * sign;
  const { y, ticks } = amountScale([...planned, ...months.flatMap((_, at) => [inMonth(at, 1), inMonth(at, -1)])], room);
  const columns = months.map((label) => ({ from: '', to: '', label, isWhole: true }));
  const { width, labels, x } = columnsIn(columns, room, (at) => shortWords(months[at] ?? '', at === 0));
  const marks: ReportMark[] = [];
  const lines: Drawing['lines'] = [];
  for (const [at, month] of months.entries()) {
    let [above, below] = [0, 0];
    for (const [row, { key, name, spent, figures }] of groups.entries()) {
      const amount = spent[at] ?? 0;
      if (amount === 0) continue;
      const from = amount > 0 ? above : below;
      if (amount > 0) above += amount;
      else below += amount;
      const words = columnWords({ from: '', to: '', label: month, isWhole: true }, '');
      marks.push({
        id: `${key} ${month}`,
        figure: figures[at] ?? '',
        words: `spent of ${name}, ${words}, ${formatSigned(amount, currency)}`,
        path: bar(x(at) + (width * (1 - BAR_SHARE)) / 2, width * BAR_SHARE, y(from), y(from + amount) + EDGE_PX),
        ...{ column: at, row, pattern: row, isLight: false },
      });
    }
    const plan = planned[at] ?? 0;
    if (plan > 0) lines.push({ path: `M${x(at) + 2} ${y(plan)}h${width - 4}`, kind: 'before', pattern: 0 });
  }
  return { marks, heightPx: HEIGHT_PX, ticks, labels, lines: [axis(room, y(0)), ...lines] };
}

function stacked(asked: Asked): Drawing {
  const { report, widthPx, axisPx, currency, today, short } = asked;
  const room = roomOf(widthPx, axisPx);
  const series = visible(asked);
  const stackOf = (at: number, sign: 1 | -1) =>
    series.reduce((sum, { cells }) => sum + Math.max((cells[at] ?? 0) * sign, 0), 0) * sign;
  const ends = report.columns.flatMap((_, at) => [stackOf(at, 1), stackOf(at, -1)]);
  const { y, ticks } = amountScale(ends, room);
  const { width, labels, x } = columnsIn(report.columns, room, short);
  const marks: ReportMark[] = [];
  for (const [at, column] of report.columns.entries()) {
    let [above, below] = [0, 0];
    for (const [row, each] of series.entries()) {
      const amount = each.cells[at] ?? 0;
      if (amount === 0) continue;
      const from = amount > 0 ? above : below;
      if (amount > 0) above += amount;
      else below += amount;
      marks.push({
        id: `${each.key}-${at}`,
        figure: each.key === null ? null : figureOfCell(report, each.key, column),
        words: cellWords(each, columnWords(column, today), amount, currency),
        path: bar(x(at) + (width * (1 - BAR_SHARE)) / 2, width * BAR_SHARE, y(from), y(from + amount) + EDGE_PX),
        ...{ column: at, row, pattern: each.pattern, isLight: !column.isWhole },
      });
    }
  }
  return { marks, heightPx: HEIGHT_PX, ticks, labels, lines: [axis(room, y(0))] };
}

const DOT_PX = 4.5;
const dot = (x: number, y: number) =>
  `M${x - DOT_PX} ${y}a${DOT_PX} ${DOT_PX} 0 1 0 ${2 * DOT_PX} 0a${DOT_PX} ${DOT_PX} 0 1 0 ${-2 * DOT_PX} 0Z`;
const through = (points: readonly (readonly [number, number])[]) =>
  points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('');

function lines(asked: Asked): Drawing {
  const { report, widthPx, axisPx, currency, today, short } = asked;
  const room = roomOf(widthPx, axisPx);
  const isSplit = report.asked.by !== 'none';
  const series = isSplit ? visible(asked).slice(0, PATTERNS_MAX) : [allOf(report)];
  const before = isSplit ? [] : (report.totals.beforeCells ?? []).slice(0, report.columns.length);
  const average = isSplit ? null : report.totals.average;
  const { y, ticks } = amountScale([...series.flatMap(({ cells }) => cells), ...before, average ?? 0], room);
  const { width, labels, x } = columnsIn(report.columns, room, short);
  const middle = (at: number) => x(at) + width / 2;
  const marks = series.flatMap((each, row) =>
    report.columns.map((column, at): ReportMark => {
      const amount = each.cells[at] ?? 0;
      return {
        id: `${each.key}-${at}`,
        figure: each.key === null ? null : figureOfCell(report, each.key, column),
        words: cellWords(each, columnWords(column, today), amount, currency),
        path: dot(middle(at), y(amount)),
        ...{ column: at, row, pattern: each.pattern, isLight: !column.isWhole },
      };
    }),
  );
  return {
    ...{ marks, heightPx: HEIGHT_PX, ticks, labels },
    lines: [
      axis(room, y(0)),
      ...series.map(({ cells, pattern }) => ({
        path: through(cells.map((amount, at) => [middle(at), y(amount)] as const)),
        kind: 'series' as const,
        pattern,
      })),
      ...(before.length > 0
        ? [
            {
              path: through(before.map((amount, at) => [middle(at), y(amount)] as const)),
              kind: 'before' as const,
              pattern: 0,
            },
          ]
        : []),
      ...(average === null
        ? []
        : [{ path: `M${room.left} ${y(average)}H${room.right}`, kind: 'average' as const, pattern: 0 }]),
    ],
  };
}

const RING_PX = 300;
const OUTER_PX = 146;
const INNER_PX = 92;

function doughnut(asked: Asked): Drawing {
  const { report, widthPx, currency } = asked;
  const series = visible(asked).filter(({ total }) => total > 0);
  const sum = series.reduce((all, { total }) => all + total, 0);
  const [x, y] = [Math.min(widthPx / 2, RING_PX / 2 + 24), RING_PX / 2];
  const at = (share: number, radius: number) => {
    const angle = share * 2 * Math.PI;
    return `${x + radius * Math.sin(angle)} ${y - radius * Math.cos(angle)}`;
  };
  let from = 0;
  const days = daysWords(report.asked.from, report.asked.to);
  const marks = series.map((each, row): ReportMark => {
    // An arc of the whole circle would have no length.
    const to = Math.min(from + each.total / sum, from + 0.9999);
    const isLong = to - from > 0.5 ? 1 : 0;
    const path =
      `M${at(from, OUTER_PX)}A${OUTER_PX} ${OUTER_PX} 0 ${isLong} 1 ${at(to, OUTER_PX)}` +
      `L${at(to, INNER_PX)}A${INNER_PX} ${INNER_PX} 0 ${isLong} 0 ${at(from, INNER_PX)}Z`;
    from = to;
    const percent = `${Math.round((each.total / sum) * 100)}%`;
    return {
      id: `${each.key}`,
      figure: each.key === null ? null : figureOfCell(report, each.key, report.asked),
      words: `${cellWords(each, days, each.total, currency)}, ${percent}`,
      path,
      ...{ column: row, row: 0, pattern: each.pattern, isLight: false },
    };
  });
  const labels = [{ text: formatSigned(sum, currency), x, y: y + 5 }];
  return { marks, heightPx: RING_PX, ticks: [], labels, lines: [] };
}

const CELL_GAP_PX = 2;
const CELL_PX_MAX = 30;
const WEEKDAYS = ['M', 'T', 'W', 'T', 'F', 'S', 'S'];

/** Days as weeks beside one another, or rows by columns: the stronger the colour, the larger the amount. */
function heat(asked: Asked): Drawing {
  return asked.report.asked.over === 'day' ? heatOfDays(asked) : heatOfRows(asked);
}

function heatOfDays(asked: Asked): Drawing {
  const { report, widthPx, currency, today, short } = asked;
  const { weekStart, from } = report.asked;
  const weekdayOf = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() - (weekStart % 7) + 7) % 7;
  const lead = weekdayOf(from);
  const weeks = Math.ceil((report.columns.length + lead) / 7);
  const left = 24;
  const size = Math.min(CELL_PX_MAX, (widthPx - left) / Math.max(weeks, 1));
  const sums = sumsOf(asked);
  const most = Math.max(...sums.map(Math.abs), Number.MIN_VALUE);
  const all = allOf(report);
  const marks = report.columns.map((column, at): ReportMark => {
    const place = at + lead;
    const amount = sums[at] ?? 0;
    const [week, weekday] = [Math.floor(place / 7), place % 7];
    return {
      id: column.from,
      figure: figureOfCell(report, ALL_KEY, column),
      words: cellWords(all, columnWords(column, today), amount, currency),
      path: rectangle(left + week * size, HEAD_PX + weekday * size, size - CELL_GAP_PX, size - CELL_GAP_PX),
      ...{ column: week, row: weekday, pattern: amount < 0 ? 1 : 0, heat: Math.abs(amount) / most, isLight: false },
    };
  });
  const names = WEEKDAYS.map((_, at) => WEEKDAYS[(at + weekStart - 1) % 7] ?? '');
  const months = report.columns.flatMap((column, at) =>
    column.from.endsWith('-01') || at === 0 ? [{ week: Math.floor((at + lead) / 7), text: short(at) }] : [],
  );
  const heightPx = HEAD_PX + 7 * size + FOOT_PX;
  return {
    ...{ marks, heightPx, ticks: [], lines: [] },
    labels: [
      ...names.map((text, at) => ({ text, x: 8, y: HEAD_PX + (at + 0.5) * size + 4 })),
      ...months
        .filter(({ week }, at) => at === 0 || (week - (months[at - 1]?.week ?? 0)) * size >= LABEL_PX)
        .map(({ week, text }) => ({ text, x: left + week * size + LABEL_PX / 3, y: heightPx - 8 })),
    ],
  };
}

const NAME_PX = 150;
const NAME_PX_NARROW = 90;
const NARROW_PX = 480;

function heatOfRows(asked: Asked): Drawing {
  const { report, widthPx, currency, today, short } = asked;
  const series = visible(asked);
  const left = widthPx < NARROW_PX ? NAME_PX_NARROW : NAME_PX;
  const width = (widthPx - left) / Math.max(report.columns.length, 1);
  const size = CELL_PX_MAX;
  const most = Math.max(...series.flatMap(({ cells }) => cells.map(Math.abs)), Number.MIN_VALUE);
  const marks = series.flatMap((each, row) =>
    report.columns.map((column, at): ReportMark => {
      const amount = each.cells[at] ?? 0;
      return {
        id: `${each.key}-${at}`,
        figure: each.key === null ? null : figureOfCell(report, each.key, column),
        words: cellWords(each, columnWords(column, today), amount, currency),
        path: rectangle(left + at * width, HEAD_PX + row * size, Math.max(width - CELL_GAP_PX, 1), size - CELL_GAP_PX),
        ...{ column: at, row, pattern: amount < 0 ? 1 : 0, heat: Math.abs(amount) / most, isLight: !column.isWhole },
      };
    }),
  );
  const heightPx = HEAD_PX + series.length * size + FOOT_PX;
  const every = Math.max(1, Math.ceil(LABEL_PX / width));
  const characters = Math.floor(left / 7);
  return {
    ...{ marks, heightPx, ticks: [], lines: [] },
    labels: [
      ...series.map(({ name }, row) => ({
        text: name.length > characters ? `${name.slice(0, characters - 1)}…` : name,
        x: 0,
        y: HEAD_PX + (row + 0.5) * size + 4,
        anchor: 'start' as const,
      })),
      ...report.columns.flatMap((_, at) =>
        at % every === 0 ? [{ text: short(at), x: left + (at + 0.5) * width, y: heightPx - 8 }] : [],
      ),
    ],
  };
}

const STEPS_MAX = 12;

/** The rows with the largest amounts of either sign, the largest first, and the others as one behind them. */
function largestOf(series: readonly Series[]): Series[] {
  if (series.length <= STEPS_MAX) return [...series];
  const bySize = series.toSorted((one, other) => Math.abs(other.total) - Math.abs(one.total));
  const shown = bySize.slice(0, STEPS_MAX - 1).toSorted((one, other) => other.total - one.total);
  const rest = bySize.slice(STEPS_MAX - 1);
  const total = rest.reduce((sum, each) => sum + each.total, 0);
  return [...shown, { key: null, name: othersWords(rest.length), cells: [], total, pattern: 0 }];
}

/** Rows one after the other up to their sum. */
function waterfall(asked: Asked): Drawing {
  const { report, widthPx, axisPx, currency } = asked;
  const room = roomOf(widthPx, axisPx);
  const series = largestOf(visible(asked));
  const days = daysWords(report.asked.from, report.asked.to);
  let sum = 0;
  const steps = series.map((each) => {
    const from = sum;
    sum += each.total;
    return { each, from, to: sum };
  });
  const total: Series = { ...allOf(report), name: 'All', total: sum };
  const { y, ticks } = amountScale([0, ...steps.map(({ to }) => to)], room);
  const columns = [...steps, { each: total, from: 0, to: sum }];
  const width = (room.right - room.left) / columns.length;
  const isWhole = asked.hidden.size === 0;
  const marks = columns.flatMap(({ each, from, to }, at): ReportMark[] => {
    // The sum of some rows alone is no figure.
    if (each.key === ALL_KEY && !isWhole) return [];
    return [
      {
        id: `${each.key}`,
        figure: each.key === null ? null : figureOfCell(report, each.key, report.asked),
        words: `${each.key === ALL_KEY ? 'All together' : each.name}, ${days}, ${formatSigned(each.total, currency)}`,
        path: bar(room.left + (at + (1 - BAR_SHARE) / 2) * width, width * BAR_SHARE, y(from), y(to)),
        ...{ column: at, row: 0, pattern: each.key === ALL_KEY ? null : each.total < 0 ? 1 : 0, isLight: false },
      },
    ];
  });
  const characters = Math.max(2, Math.floor(width / 7));
  const labels = columns.map(({ each: { name } }, at) => ({
    text: name.length > characters ? `${name.slice(0, characters - 1)}…` : name,
    x: room.left + (at + 0.5) * width,
    y: HEIGHT_PX - 8,
  }));
  return { marks, heightPx: HEIGHT_PX, ticks, labels, lines: [axis(room, y(0))] };
}

const NODE_PX = 14;
const NODE_GAP_PX = 15;
const FLOW_PX = 400;
/** The room for the names at both sides. */
const FLOW_NAME_PX = 170;

/** A side of a flow from the top down: the rows with the places of their nodes. */
function sideOf(rows: readonly Series[], pxOfUnit: number): { each: Series; y: number; height: number }[] {
  let y = HEAD_PX;
  return rows.map((each) => {
    const height = Math.max(Math.abs(each.total) * pxOfUnit, 1);
    const place = { each, y, height };
    y += height + NODE_GAP_PX;
    return place;
  });
}

/** A band from one node to another, as wide at both ends. */
function band(x: number, y: number, toX: number, toY: number, height: number): string {
  const middle = (x + toX) / 2;
  return (
    `M${x} ${y}C${middle} ${y} ${middle} ${toY} ${toX} ${toY}v${height}` +
    `C${middle} ${toY + height} ${middle} ${y + height} ${x} ${y + height}Z`
  );
}

/** Rows above 0 on the left, rows below it on the right, and on the shorter side what was saved or drawn. */
function moneyFlow(asked: Asked): Drawing {
  const { report, widthPx, currency } = asked;
  const days = daysWords(report.asked.from, report.asked.to);
  const shown = visible(asked);
  const left = largestOf(shown.filter(({ total }) => total > 0));
  const right = largestOf(shown.filter(({ total }) => total < 0)).toSorted((one, other) => one.total - other.total);
  const net = shown.reduce((sum, { total }) => sum + total, 0);
  // The sum of some rows alone is no figure.
  const rest: Series = { ...allOf(report), name: net >= 0 ? 'Saved' : 'Drawn from savings', total: -net };
  if (net > 0 && asked.hidden.size === 0) right.push(rest);
  if (net < 0 && asked.hidden.size === 0) left.push(rest);
  const sumOfSide = (rows: readonly Series[]) => rows.reduce((sum, { total }) => sum + Math.abs(total), 0);
  const most = Math.max(sumOfSide(left), sumOfSide(right), 1);
  const gaps = NODE_GAP_PX * Math.max(left.length, right.length);
  const pxOfUnit = (FLOW_PX - HEAD_PX - gaps) / most;
  const namePx = Math.min(FLOW_NAME_PX, widthPx / 4);
  const [leftX, hubX, rightX] = [namePx, (widthPx - NODE_PX) / 2, widthPx - namePx - NODE_PX];
  const hubHeight = most * pxOfUnit;
  const hubY = HEAD_PX + (FLOW_PX - HEAD_PX - hubHeight) / 2;
  const sides = [
    { places: sideOf(left, pxOfUnit), x: leftX, column: 0, isLeft: true },
    { places: sideOf(right, pxOfUnit), x: rightX, column: 1, isLeft: false },
  ];
  const characters = Math.max(4, Math.floor(namePx / 7.5));
  const cut = (name: string) => (name.length > characters ? `${name.slice(0, characters - 1)}…` : name);
  const lines: Drawing['lines'] = sides.flatMap(({ places, x, isLeft }) => {
    let hubAt = hubY;
    return places.map(({ each, y, height }) => {
      const path = isLeft ? band(x + NODE_PX, y, hubX, hubAt, height) : band(hubX + NODE_PX, hubAt, x, y, height);
      hubAt += height;
      return { path, kind: 'band' as const, pattern: patternOfFlow(each, isLeft) };
    });
  });
  lines.push({ path: rectangle(hubX, hubY, NODE_PX, hubHeight), kind: 'band', pattern: 3 });
  const marks = sides.flatMap(({ places, x, column, isLeft }) =>
    places.map(({ each, y, height }, row): ReportMark => {
      const amount = Math.abs(each.total);
      return {
        id: `${column} ${each.key} ${each.name}`,
        figure: each.key === null ? null : figureOfCell(report, each.key, report.asked),
        words: `${isLeft ? 'from' : 'to'} ${each.name}, ${days}, ${formatSigned(amount, currency)}`,
        path: rectangle(x, y, NODE_PX, height),
        ...{ column, row: -row, pattern: patternOfFlow(each, isLeft), isLight: false },
      };
    }),
  );
  const labels = sides.flatMap(({ places, x, isLeft }) =>
    places.map(({ each, y, height }) => ({
      text: cut(each.name),
      x: isLeft ? x - 8 : x + NODE_PX + 8,
      y: y + height / 2 + 4,
      anchor: isLeft ? ('end' as const) : ('start' as const),
    })),
  );
  const foot = Math.max(...sides.flatMap(({ places }) => places.map(({ y, height }) => y + height)), FLOW_PX);
  return { marks, heightPx: foot + HEAD_PX, ticks: [], labels, lines };
}

/** Incomes, expenses, and what is left have patterns of their own. */
function patternOfFlow({ key }: Series, isLeft: boolean): number {
  if (key === ALL_KEY) return 2;
  return isLeft ? 0 : 1;
}

/** The mark to which a key leads from one: along the columns, or the rows of a column; the same where there is none. */
export function markBeside(marks: readonly ReportMark[], from: ReportMark, key: string): ReportMark {
  if (key === 'Home') return marks[0] ?? from;
  if (key === 'End') return marks.at(-1) ?? from;
  const isAcross = key === 'ArrowLeft' || key === 'ArrowRight';
  const direction = key === 'ArrowRight' || key === 'ArrowUp' ? 1 : -1;
  const isAhead = (mark: ReportMark) =>
    isAcross
      ? (mark.column - from.column) * direction > 0
      : mark.column === from.column && (mark.row - from.row) * direction > 0;
  const distance = (mark: ReportMark) =>
    isAcross
      ? Math.abs(mark.column - from.column) * 1_000 + Math.abs(mark.row - from.row)
      : Math.abs(mark.row - from.row);
  return marks.filter(isAhead).toSorted((one, other) => distance(one) - distance(other))[0] ?? from;
}
