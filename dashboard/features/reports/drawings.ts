import type { ReportAnswer, ReportPicture } from '#contract/report-calls.ts';
import { formatSigned } from '../../ui/money.ts';
import {
  amountScale,
  axis,
  BAR_SHARE,
  bar,
  columnPlaces,
  type Drawing,
  dot,
  FOOT_PX,
  HEAD_PX,
  HEIGHT_PX,
  LABEL_PX,
  type ReportMark,
  rectangle,
  roomOf,
  through,
} from './drawing-parts.ts';
import { PATTERNS_MAX } from './pattern.tsx';
import { ALL_SERIES_KEY, allOf, othersWords, type Series, seriesOf } from './series.ts';
import { stacksOf } from './stacks.ts';
import { columnWords, daysWords, figureOfCell } from './words.ts';

const isAll = ({ key }: Pick<Series, 'key'>) => key === ALL_SERIES_KEY;

/** The words of a cell: its row, its column and its amount. */
function cellWords(series: Series, column: string, amount: number, currency: string): string {
  const name = isAll(series) ? '' : `${series.name}, `;
  return `${name}${column}, ${formatSigned(amount, currency)}`;
}

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
  const { width, labels, x } = columnPlaces(report.columns.length, room, short);
  const each = (width * BAR_SHARE) / (before.length > 0 ? 2 : 1);
  const marks = report.columns.map((column, at): ReportMark => {
    const amount = report.totals.cells[at] ?? 0;
    return {
      id: `now-${at}`,
      figure: figureOfCell(report, ALL_SERIES_KEY, column),
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
      figure: figureOfCell(report, ALL_SERIES_KEY, column),
      words: `before: ${cellWords(all, columnWords(column, today), amount, currency)}`,
      path: bar(x(at) + (width - each * 2) / 2 + each, each, y(0), y(amount)),
      ...{ column: at, row: 1, pattern: null, isLight: false },
    });
  }
  return { marks, heightPx: HEIGHT_PX, ticks, labels, lines: [axis(room, y(0))] };
}

function stacked(asked: Asked): Drawing {
  const { report, currency, today } = asked;
  const { columns } = report;
  const rows = visible(asked).map((series) => ({
    ...{ key: String(series.key), name: series.name, amounts: series.cells, pattern: series.pattern },
    figures: columns.map((column) => (series.key === null ? null : figureOfCell(report, series.key, column))),
  }));
  return stacksOf(
    columns.map(({ label, isWhole }) => ({ label, isLight: !isWhole })),
    rows,
    ({ name }, at, amount) => {
      const column = columns[at];
      return `${name}, ${column ? columnWords(column, today) : ''}, ${formatSigned(amount, currency)}`;
    },
    asked,
  ).drawing;
}

function lines(asked: Asked): Drawing {
  const { report, widthPx, axisPx, currency, today, short } = asked;
  const room = roomOf(widthPx, axisPx);
  const isSplit = report.asked.by !== 'none';
  const series = isSplit ? visible(asked).slice(0, PATTERNS_MAX) : [allOf(report)];
  const before = isSplit ? [] : (report.totals.beforeCells ?? []).slice(0, report.columns.length);
  const average = isSplit ? null : report.totals.average;
  const { y, ticks } = amountScale([...series.flatMap(({ cells }) => cells), ...before, average ?? 0], room);
  const { width, labels, x } = columnPlaces(report.columns.length, room, short);
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
      figure: figureOfCell(report, ALL_SERIES_KEY, column),
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
    if (isAll(each) && !isWhole) return [];
    return [
      {
        id: `${each.key}`,
        figure: each.key === null ? null : figureOfCell(report, each.key, report.asked),
        words: `${isAll(each) ? 'All together' : each.name}, ${days}, ${formatSigned(each.total, currency)}`,
        path: bar(room.left + (at + (1 - BAR_SHARE) / 2) * width, width * BAR_SHARE, y(from), y(to)),
        ...{ column: at, row: 0, pattern: isAll(each) ? null : each.total < 0 ? 1 : 0, isLight: false },
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
  if (isAll({ key })) return 2;
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
