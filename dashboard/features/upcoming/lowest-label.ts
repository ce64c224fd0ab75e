type Scale = (value: number) => number;

/** Where a text stands: its anchor, beside it, and its baseline; in px. */
export type Label = { anchor: 'start' | 'middle' | 'end'; x: number; y: number };

type Chart = {
  /** The expected amounts of all days, today's and the lowest one's place among them. */
  amounts: readonly number[];
  today: number;
  lowest: number;
  x: Scale;
  y: Scale;
  /** The width of the words, where they may begin and end, and the foot of the chart; in px. */
  wordsPx: number;
  leftPx: number;
  rightPx: number;
  footPx: number;
};

const BESIDE_PX = 6;
const BELOW_PX = 20;
const ABOVE_PX = 10;
const ABOVE_FOOT_PX = 6;
/** The height of a line of text above and below its baseline. */
const ASCENT_PX = 11;
const DESCENT_PX = 4;

/** The place for the words of the lowest point where they cover the least of the line and of today's marker. */
export function lowestLabel(chart: Chart): Label {
  const { amounts, lowest, x, y, wordsPx, leftPx, rightPx, footPx } = chart;
  const at = { x: x(lowest), y: y(amounts[lowest] ?? 0) };
  const rows = [at.y + BELOW_PX, at.y - ABOVE_PX, footPx - ABOVE_FOOT_PX];
  const middle = Math.max(leftPx + wordsPx / 2, Math.min(rightPx - wordsPx / 2, at.x));
  const labels: Label[] = rows.flatMap((row) => [
    { anchor: 'start', x: at.x + BESIDE_PX, y: row },
    { anchor: 'middle', x: middle, y: row },
    { anchor: 'end', x: at.x - BESIDE_PX, y: row },
  ]);
  const cost = (label: Label) => {
    const [from, to] = endsOf(label, wordsPx);
    return covered(label, chart) + (from >= leftPx && to <= rightPx ? 0 : amounts.length * 2);
  };
  return labels.reduce((best, label) => (cost(label) < cost(best) ? label : best));
}

function endsOf({ anchor, x }: Label, wordsPx: number): [number, number] {
  if (anchor === 'start') return [x, x + wordsPx];
  return anchor === 'end' ? [x - wordsPx, x] : [x - wordsPx / 2, x + wordsPx / 2];
}

/** How many pieces of the line, and whether the marker, a label covers. */
function covered(label: Label, { amounts, today, x, y, wordsPx }: Chart): number {
  const [left, right] = endsOf(label, wordsPx);
  const baseline = label.y;
  const hasLevel = (level: number) => level >= baseline - ASCENT_PX && level <= baseline + DESCENT_PX;
  const pieces = amounts.filter((amount, place) => {
    const next = amounts[place + 1] ?? amount;
    const [top, bottom] = [Math.min(y(amount), y(next)), Math.max(y(amount), y(next))];
    const isLevelIn = hasLevel(y(amount)) && x(place) <= right && x(place + 1) >= left;
    const isRiseIn =
      x(place + 1) >= left && x(place + 1) <= right && top <= baseline + DESCENT_PX && bottom >= baseline - ASCENT_PX;
    return isLevelIn || isRiseIn;
  });
  return pieces.length + (x(today) >= left && x(today) <= right ? 1 : 0);
}
