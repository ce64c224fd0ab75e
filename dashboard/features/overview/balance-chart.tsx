import { Link, useNavigate } from 'react-router-dom';
import { daysBetween } from '#ledger/model/days.ts';
import type { BalancePoint } from '../../server/queries.ts';
import { formatDay } from '../../ui/day.ts';
import { labelledPlaces, placeLabel, stepPath } from '../../ui/day-line.ts';
import { DayDot, DayLineFrame, LINE } from '../../ui/day-line-frame.tsx';
import { formatSigned } from '../../ui/money.ts';
import { useDayLine } from '../../ui/use-day-line.ts';

const HEIGHT_PX = 230;
const TOP_PX = 12;
const BASELINE_PX = 204;
/** Room for half of the last label. */
const RIGHT_PX = 30;
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
export function OverviewBalanceLine({ points, currency, account }: Props) {
  const navigate = useNavigate();
  const amounts = points.map(({ amount }) => amount);
  const line = useDayLine({
    count: points.length,
    first: points.length - 1,
    currency,
    amounts: [Math.min(...amounts), Math.max(...amounts)],
    topPx: TOP_PX,
    footPx: BASELINE_PX,
    rightPx: RIGHT_PX,
  });
  const { last, left, right, x, y } = line;
  const chosen = points[line.index];
  if (!chosen) return null;
  const places = labelledPlaces(last, right - left);
  const days = daysBetween(points[0]?.date ?? chosen.date, points[last]?.date ?? chosen.date);
  const hasDays = days < MONTH_DAYS_MAX * (places.length - 1);
  const { long } = formatDay(chosen.date);
  const entries = `/transactions?until=${chosen.date}${account && `&account=${account}`}`;

  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-rule py-2">
        <p>
          <span className="note mr-3 text-[1.0625rem]">{long}</span>
          {/* The balance of today stands above all this already. */}
          {line.isMoved && <span className="font-semibold">{formatSigned(chosen.amount, currency)}</span>}
        </p>
        <Link className="link inline text-small" to={entries}>
          Entries up to this day
        </Link>
      </div>
      <DayLineFrame
        line={line}
        label="Balance by date"
        valueWords={`${long}: ${formatSigned(chosen.amount, currency)}`}
        heightPx={HEIGHT_PX}
        baselinePx={BASELINE_PX}
        topPx={TOP_PX}
        places={places}
        placeWords={(place) => placeLabel(points[place]?.date ?? '', hasDays)}
        onKeyDown={({ key }) => key === 'Enter' && navigate(entries)}
        marks={<DayDot line={line} amount={chosen.amount} />}
      >
        <path d={stepPath(amounts, x, y)} {...LINE} />
      </DayLineFrame>
    </>
  );
}
