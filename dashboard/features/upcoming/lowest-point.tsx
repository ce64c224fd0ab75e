import type { Forecast } from '#contract/forecast-calls.ts';
import { formatDay } from '../../ui/day.ts';
import { formatSigned } from '../../ui/money.ts';

/** The lowest balance ahead and its day, in words; in red below 0. */
export function LowestPoint({ lowest, currency }: { lowest: Forecast['lowest']; currency: string }) {
  return (
    <>
      Lowest:{' '}
      <span className={`lining-nums ${lowest.amount < 0 ? 'text-danger' : 'text-ink'}`}>
        {formatSigned(lowest.amount, currency)}
      </span>{' '}
      on {formatDay(lowest.date).long}
    </>
  );
}
