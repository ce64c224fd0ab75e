import type { Forecast } from '#contract/forecast-calls.ts';
import type { BalancePoint } from '../../server/queries.ts';
import { formatDay } from '../../ui/day.ts';
import { labelledPlaces, placeLabel, stepPath } from '../../ui/day-line.ts';
import { DayDot, DayLineFrame, LINE } from '../../ui/day-line-frame.tsx';
import { formatSigned } from '../../ui/money.ts';
import { useDayLine } from '../../ui/use-day-line.ts';
import { lowestLabel } from './lowest-label.ts';
import { LowestPoint } from './lowest-point.tsx';

const HEIGHT_PX = 270;
const TOP_PX = 12;
const BASELINE_PX = 244;
/** Below the line, for the words of its lowest point. */
const LOWEST_ROOM_PX = 30;
/** Room for half of the last label. */
const RIGHT_PX = 22;
/** The width of a character of the words at the lowest point. */
const CHARACTER_PX = 6;

type Props = {
  /** The days before today. */
  past: readonly BalancePoint[];
  /** From today on. */
  forecast: Forecast;
  currency: string;
};

/**
 * Line of the balance: solid before today, dashed ahead, with the band of what it may be at least and at most, and its
 * lowest point in words. The pointer and the arrow keys read any day, which stands above it.
 */
export function ForecastLine({ past, forecast: { days, lowest }, currency }: Props) {
  const first = past.length;
  const points = [...past.map(({ date, amount }) => ({ date, low: amount, expected: amount, high: amount })), ...days];
  const line = useDayLine({
    count: points.length,
    first,
    currency,
    amounts: [Math.min(...points.map(({ low }) => low)), Math.max(...points.map(({ high }) => high))],
    topPx: TOP_PX,
    footPx: BASELINE_PX - LOWEST_ROOM_PX,
    rightPx: RIGHT_PX,
  });
  const { width, index, last, left, right, x, y } = line;
  const chosen = points[index];
  if (!chosen) return null;
  const ahead = (place: number) => x(first + place);
  const money = (amount: number) => formatSigned(amount, currency);
  const lowestPlace = first + days.findIndex(({ date }) => date === lowest.date);
  const words = `${money(lowest.amount)}, ${placeLabel(lowest.date, true)}`;
  const place = lowestLabel({
    amounts: points.map(({ expected }) => expected),
    today: first,
    lowest: lowestPlace,
    x,
    y,
    wordsPx: words.length * CHARACTER_PX,
    leftPx: left,
    rightPx: width,
    footPx: BASELINE_PX,
  });
  const isBelow = lowest.amount < 0;
  const isFlat = days.every(({ low, high }) => low === high);
  const { long } = formatDay(chosen.date);
  const now = past.at(-1)?.amount;
  const expected = stepPath(
    days.map(({ expected }) => expected),
    ahead,
    y,
  );
  const dashed = now === undefined ? expected : `M${x(first)},${y(now)}L${expected.slice(1)}`;

  return (
    <>
      <p className="flex min-h-13 flex-wrap items-baseline gap-x-3 border-t border-rule pt-2 pb-1">
        <span className="note text-[1.0625rem]">{long}</span>
        {index < first ? (
          <span className="font-semibold">{money(chosen.expected)}</span>
        ) : (
          <span className={EXPECTED}>
            {money(chosen.expected)}
            {chosen.low < chosen.high && (
              <span className="text-ink-muted">
                , {money(chosen.low)} to {money(chosen.high)}
              </span>
            )}
          </span>
        )}
      </p>
      <DayLineFrame
        line={line}
        label="Balance ahead"
        valueWords={`${long}: ${valueWords(chosen, index >= first, money)}`}
        heightPx={HEIGHT_PX}
        baselinePx={BASELINE_PX}
        topPx={TOP_PX}
        places={labelledPlaces(last, right - left)}
        placeWords={(place) => placeLabel(points[place]?.date ?? '', true)}
        marks={
          <>
            <circle cx={x(lowestPlace)} cy={y(lowest.amount)} r={4.5} fill="var(--background)" {...MARK} />
            <text
              x={place.x}
              y={place.y}
              textAnchor={place.anchor}
              className={`${WORDS} ${isBelow ? 'fill-danger' : 'fill-ink'}`}
              stroke="var(--background)"
              strokeWidth={4}
            >
              {words}
            </text>
            <DayDot line={line} amount={chosen.expected} />
          </>
        }
      >
        {!isFlat && <path d={bandPath(days, ahead, y)} fill="var(--chart-1)" opacity={0.18} />}
        {now !== undefined && <path d={stepPath([...past.map(({ amount }) => amount), now], x, y)} {...LINE} />}
        <path d={dashed} strokeDasharray="5 4" {...LINE} />
      </DayLineFrame>
      <p className="note mt-1 text-[1.0625rem] max-sm:hidden">
        <LowestPoint lowest={lowest} currency={currency} />
      </p>
    </>
  );
}

const EXPECTED = 'font-book text-[1.125rem]/[1.3] italic lining-nums tabular-nums';
const WORDS = 'font-book text-[0.9375rem] italic [paint-order:stroke]';
const MARK = { stroke: 'var(--chart-1)', strokeWidth: 2 };

type Day = Forecast['days'][number];

function valueWords({ low, expected, high }: Day, isExpected: boolean, money: (amount: number) => string): string {
  if (!isExpected) return money(expected);
  return `${money(expected)} expected${low < high ? `, ${money(low)} to ${money(high)}` : ''}`;
}

type Scale = (value: number) => number;

/** The area between what the balance is at least and at most. */
function bandPath(days: readonly Day[], x: Scale, y: Scale): string {
  const back = days.map(({ low }, index) => ({ low, index })).toReversed();
  const bottom = back.map(({ low, index }) => `V${y(low).toFixed(1)}H${x(index).toFixed(1)}`).join('');
  return `${stepPath(
    days.map(({ high }) => high),
    x,
    y,
  )}${bottom}Z`;
}
