import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Occurrence, Schedule } from '#contract/schedule-calls.ts';
import { shifted } from '#ledger/model/days.ts';
import { useKnown } from '../../browser-state/known.ts';
import { forecastQuery, schedulesQuery, upcomingQuery } from '../../server/schedule-queries.ts';
import { useUser } from '../../server/user.ts';
import { useToday } from '../../shared/as-known/moment.ts';
import { Explained } from '../../shared/explain/explained.tsx';
import { ExpectedAmount, TITLE_AND_AMOUNT } from '../../shared/schedules/expected-amount.tsx';
import {
  dayWords,
  expectedText,
  isOpenOccurrence,
  occurrenceMarks,
  signSeen,
  sumsOf,
} from '../../shared/schedules/occurrence-words.ts';
import { formatDay } from '../../ui/day.ts';
import { LoadError } from '../../ui/loading.tsx';
import { formatMoney, formatSigned, MINUS, sumOf } from '../../ui/money.ts';
import { PageSection } from '../../ui/page.tsx';
import { FRESH_MS } from './fresh.ts';

const HEADING = <h2 className="note">Next seven days</h2>;
/** The number of days ahead that Overview shows, today included. */
export const NEXT_DAYS = 7;
/** The lowest balance is looked for in the same number of days, as of a month. */
const LOWEST_DAYS = 30;
const SHOWN_MAX = 5;
/**
 * The occurrences of the next seven days and the missed ones, with their sum and the balance after them; nothing if
 * there are none.
 */
export function OverviewNextDays() {
  const { currency, currentBalance } = useUser();
  const known = useKnown();
  const today = useToday();
  const last = shifted(today, NEXT_DAYS - 1);
  const upcoming = useQuery({ ...upcomingQuery(last, known), staleTime: FRESH_MS });
  const schedules = useQuery({ ...schedulesQuery(known), staleTime: FRESH_MS });
  const open = upcoming.data?.filter(isOpenOccurrence) ?? [];
  const failed = upcoming.isLoadingError ? upcoming : open.length > 0 && schedules.isLoadingError ? schedules : null;
  if (failed?.error)
    return (
      <PageSection kind="ledger" margin={HEADING}>
        <LoadError problem={failed.error.problem} retry={failed.refetch} />
      </PageSection>
    );
  if (open.length === 0 || !schedules.data) return null;
  const byId = new Map(schedules.data.map((schedule) => [schedule._id, schedule]));
  const { income, expense } = sumsOf(open, '');
  const net = sumOf(income, -expense);
  const more = open.length - SHOWN_MAX;
  return (
    <PageSection kind="ledger" margin={HEADING}>
      <ul className="border-t border-rule-strong">
        {open.slice(0, SHOWN_MAX).map((occurrence) => (
          <Line
            key={`${occurrence.scheduleId} ${occurrence.nominal}`}
            {...{ occurrence, today, currency }}
            schedule={byId.get(occurrence.scheduleId)}
          />
        ))}
      </ul>
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 pt-2.5">
        <Link className="link" to="/upcoming">
          {more > 0 ? `and ${more} more` : 'Upcoming'}
        </Link>
        <span className="double double-fine">
          <ExpectedAmount sign={net < 0 ? MINUS : '+'}>{formatMoney(net, currency)}</ExpectedAmount>
        </span>
      </p>
      <p className="mt-2.5 text-right text-small text-ink-muted">
        which leaves{' '}
        <span className="text-ink">
          <Explained figure={`forecast:${last}`} name={`balance on ${formatDay(last).long}`}>
            <ExpectedAmount sign="">{formatSigned(sumOf(currentBalance, net), currency)}</ExpectedAmount>
          </Explained>
        </span>{' '}
        on {formatDay(last).month} {formatDay(last).day}
        <LowestAhead below={sumOf(currentBalance, net)} />
      </p>
    </PageSection>
  );
}

/** The lowest balance of the next month, where it is `below` an amount (product 13.7). */
function LowestAhead({ below }: { below: number }) {
  const { currency } = useUser();
  const until = shifted(useToday(), LOWEST_DAYS);
  const ahead = { ...forecastQuery({ account: '', until, hasSpending: false }, useKnown()), staleTime: FRESH_MS };
  const { data } = useQuery(ahead);
  if (!data || data.lowest.amount >= below) return null;
  const { date, amount } = data.lowest;
  const { month, day, long } = formatDay(date);
  return (
    <>
      , and at the lowest{' '}
      <span className={amount < 0 ? 'text-danger' : 'text-ink'}>
        <Explained figure={`forecast:${date}`} name={`balance on ${long}`}>
          <ExpectedAmount sign="">{formatSigned(amount, currency)}</ExpectedAmount>
        </Explained>
      </span>{' '}
      on {month} {day}
    </>
  );
}

const ROW = [
  'grid min-h-11 grid-cols-[5rem_minmax(0,1fr)] items-baseline gap-x-3 border-b border-rule py-2',
  'last:border-rule-strong max-sm:grid-cols-[4rem_minmax(0,1fr)]',
].join(' ');

type LineProps = { occurrence: Occurrence; schedule: Schedule | undefined; today: string; currency: string };

function Line({ occurrence, schedule, today, currency }: LineProps) {
  const marks = occurrenceMarks(occurrence, schedule).join(', ');
  return (
    <li className={ROW}>
      <span className="text-ink-muted">{dayWords(occurrence.day, today)}</span>
      <div className={TITLE_AND_AMOUNT}>
        <span className="min-w-0 flex-[1_1_7rem] wrap-anywhere">
          {occurrence.title} {marks !== '' && <span className="note text-[1.0625rem]">{marks}</span>}
        </span>
        <span className="ml-auto text-right">
          <ExpectedAmount sign={signSeen(occurrence, '')}>
            {expectedText(occurrence, schedule, currency)}
          </ExpectedAmount>
        </span>
      </div>
    </li>
  );
}
