import { AxisBottom } from '@visx/axis';
import { scaleLinear } from '@visx/scale';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { hasDecimals } from '#contract/texts.ts';
import { daysBetween } from '#ledger/model/days.ts';
import type { BalancePoint } from '../../server/queries.ts';
import { formatDay } from '../../ui/day.ts';
import { domainOf, labelledPlaces, movedBy, placeLabel, stepPath, within } from '../../ui/day-line.ts';
import { axisLabel, formatSigned } from '../../ui/money.ts';
import { MoneyAxis, moneyAxisWidth } from '../../ui/money-axis.tsx';
import { useWidth } from '../../ui/use-width.ts';

const HEIGHT_PX = 230;
const TOP_PX = 12;
const BASELINE_PX = 204;
/** Room for half of the last label. */
const RIGHT_PX = 30;
const TICKS = 4;
/** Labels that are closer together name days, since they could name the same month twice. */
const MONTH_DAYS_MAX = 31;

type Props = {
  points: readonly BalancePoint[];
  currency: string;
  /** The account's id, '' for all together. */
  account: string;
};

/**
 * Line of the balance with a point that the pointer and the arrow keys move. Above it stand the day of that point, its
 * balance once it was moved, and a link to the entries up to that day, which Enter opens, too.
 */
export function BalanceLine({ points, currency, account }: Props) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const navigate = useNavigate();
  const last = points.length - 1;
  // Null until a point is chosen: the balance of today stands above all this already.
  const [moved, setMoved] = useState<number | null>(null);
  const index = Math.min(moved ?? last, last);
  const chosen = points[index];
  const amounts = points.map(({ amount }) => amount);
  const y = scaleLinear<number>({
    domain: domainOf(Math.min(...amounts), Math.max(...amounts)),
    range: [BASELINE_PX, TOP_PX],
    nice: TICKS,
  });
  const ticks = y.ticks(TICKS).filter((tick) => hasDecimals(currency) || Number.isInteger(tick));
  const label = axisLabel(ticks, '');
  const left = moneyAxisWidth(ticks.map(label));
  const right = Math.max(width - RIGHT_PX, left + 1);
  const x = scaleLinear<number>({ domain: [0, Math.max(last, 1)], range: [left, right] });
  if (!chosen) return null;
  const places = labelledPlaces(last, right - left);
  const days = daysBetween(points[0]?.date ?? chosen.date, points[last]?.date ?? chosen.date);
  const hasDays = days < MONTH_DAYS_MAX * (places.length - 1);
  const { long } = formatDay(chosen.date);
  const entries = `/transactions?until=${chosen.date}${account && `&account=${account}`}`;

  function move(event: KeyboardEvent) {
    if (event.key === 'Enter') navigate(entries);
    const to = movedBy(event, index, last);
    if (to === null) return;
    event.preventDefault();
    setMoved(to);
  }

  function point({ clientX, currentTarget }: PointerEvent<HTMLDivElement>) {
    setMoved(within(Math.round(x.invert(clientX - currentTarget.getBoundingClientRect().left)), last));
  }

  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-rule py-2">
        <p>
          <span className="note mr-3 text-[1.0625rem]">{long}</span>
          {moved !== null && <span className="font-semibold">{formatSigned(chosen.amount, currency)}</span>}
        </p>
        <Link className="link inline text-small" to={entries}>
          Entries up to this day
        </Link>
      </div>
      <div
        ref={ref}
        role="slider"
        tabIndex={0}
        aria-label="Balance by date"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={index}
        aria-valuetext={`${long}: ${formatSigned(chosen.amount, currency)}`}
        className="touch-pan-y rounded"
        onKeyDown={move}
        onPointerMove={point}
        onPointerDown={point}
      >
        <svg width={width} height={HEIGHT_PX} aria-hidden="true" className="block">
          <MoneyAxis scale={y} ticks={ticks} label={label} left={left} right={right} />
          <path
            d={stepPath(amounts, x, y)}
            fill="none"
            stroke="var(--chart-1)"
            strokeWidth={2}
            strokeLinejoin="round"
          />
          <line x1={x(index)} x2={x(index)} y1={TOP_PX} y2={BASELINE_PX} stroke="var(--rule-strong)" />
          <circle
            cx={x(index)}
            cy={y(chosen.amount)}
            r={4.5}
            fill="var(--chart-1)"
            stroke="var(--background)"
            strokeWidth={2}
          />
          <AxisBottom
            scale={x}
            top={BASELINE_PX}
            tickValues={places}
            tickFormat={(place) => placeLabel(points[Number(place)]?.date ?? '', hasDays)}
            stroke="var(--rule-strong)"
            hideTicks
            tickLength={6}
            tickLabelProps={{ className: 'fill-ink-muted font-ui text-micro' }}
          />
        </svg>
      </div>
    </>
  );
}
