import type { MonthSoFarResponse } from '#contract/statistics-calls.ts';
import { useUser } from '../../server/user.ts';
import { Explained } from '../../shared/explain/explained.tsx';
import { formatDay } from '../../ui/day.ts';
import { labelledPlaces, placeLabel, stepPath } from '../../ui/day-line.ts';
import { DayDot, DayLineFrame, LINE } from '../../ui/day-line-frame.tsx';
import { formatMoney } from '../../ui/money.ts';
import { useDayLine } from '../../ui/use-day-line.ts';
import { type SpentUpTo, spentUpToDays } from './spent-by-day.ts';

const HEIGHT_PX = 170;
const TOP_PX = 10;
const BASELINE_PX = 146;
/** Room for half of the last label. */
const RIGHT_PX = 22;

/**
 * Two lines of what was spent from the first of a month up to each day: of this month, and fainter of the month before.
 * The pointer and the arrow keys choose a day, at first today, whose two amounts stand above and explain themselves.
 */
export function SpentLines({ month }: { month: MonthSoFarResponse }) {
  const { currency } = useUser();
  const { now, before } = spentUpToDays(month);
  const line = useDayLine({
    count: Math.max(now.length, before.length),
    first: now.length - 1,
    currency,
    amounts: [0, Math.max(now.at(-1)?.amount ?? 0, before.at(-1)?.amount ?? 0)],
    topPx: TOP_PX,
    footPx: BASELINE_PX,
    rightPx: RIGHT_PX,
  });
  const { index, last, left, right, x, y } = line;
  const longer = now.length > before.length ? now : before;
  const chosen = [now[index], before[index]].filter((day) => day !== undefined);
  const wordsOf = ({ date, amount }: SpentUpTo) => `${formatMoney(amount, currency)} by ${shortDay(date)}`;
  return (
    <div className="mt-5">
      <p className="flex min-h-13 flex-wrap items-baseline gap-x-6 border-t border-rule pt-2 pb-1">
        {now[index] && <UpTo day={now[index]} isNow />}
        {before[index] && <UpTo day={before[index]} isNow={false} />}
      </p>
      <DayLineFrame
        line={line}
        label="Spent by day"
        valueWords={chosen.map(wordsOf).join(', ')}
        heightPx={HEIGHT_PX}
        baselinePx={BASELINE_PX}
        topPx={TOP_PX}
        places={labelledPlaces(last, right - left)}
        placeWords={(place) => String(Number(longer[place]?.date.slice(8)))}
        marks={now[index] && <DayDot line={line} amount={now[index].amount} />}
      >
        <path d={stepPath(amountsOf(before), x, y)} {...LINE} {...BEFORE} />
        <path d={stepPath(amountsOf(now), x, y)} {...LINE} />
      </DayLineFrame>
    </div>
  );
}

const BEFORE = { stroke: 'var(--ink-muted)', strokeWidth: 1.5, strokeDasharray: '2 3' } as const;
const amountsOf = (days: readonly SpentUpTo[]) => days.map(({ amount }) => amount);
const shortDay = (date: string) => placeLabel(date, true);

/** The amount of a line up to the chosen day, beside a piece of that line. */
function UpTo({ day: { date, amount }, isNow }: { day: SpentUpTo; isNow: boolean }) {
  const { currency, isPaidUser } = useUser();
  const money = formatMoney(amount, currency);
  const { month, day } = formatDay(date);
  return (
    <span className="inline-flex items-baseline gap-x-2">
      <svg width="18" height="4" aria-hidden="true" className="self-center">
        <line x1="0" x2="18" y1="2" y2="2" {...LINE} {...(!isNow && BEFORE)} />
      </svg>
      <span className={isNow ? 'font-semibold' : 'text-ink-muted'}>
        {isPaidUser ? (
          <Explained
            figure={`expense:range:${date.slice(0, 7)}-01:${date}`}
            name={`spent from ${month} 1 to ${month} ${day}`}
          >
            {money}
          </Explained>
        ) : (
          money
        )}
      </span>
      <span className="note text-[1.0625rem]">by {shortDay(date)}</span>
    </span>
  );
}
