import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { inPeriodBeside } from '#ledger/model/days.ts';
import { useKnown } from '../../browser-state/known.ts';
import { monthSoFarQuery } from '../../server/queries.ts';
import { useUser } from '../../server/user.ts';
import { DigestLink } from '../../shared/entries/digest-link.tsx';
import { Explained } from '../../shared/explain/explained.tsx';
import { formatDay, monthInWords, today } from '../../ui/day.ts';
import { lazyComponent } from '../../ui/lazy.tsx';
import { LoadError } from '../../ui/loading.tsx';
import { formatMoney } from '../../ui/money.ts';
import { PageSection } from '../../ui/page.tsx';
import { comparedWithBefore } from './compare-months.ts';
import { LeftToSpend } from './left-to-spend.tsx';

const SpentLines = lazyComponent(() => import('./spent-lines.tsx').then((file) => file.SpentLines));

/**
 * The expenses and incomes so far in this month, beside the last three months; nothing before the first transaction.
 */
export function MonthSoFar() {
  const { transactionCount } = useUser();
  if (transactionCount === 0) return null;
  return (
    <PageSection margin={<h2 className="note">This month</h2>}>
      <LeftToSpend />
      <div className="min-h-[4.75rem] max-sm:min-h-[8rem]">
        <Sums />
      </div>
      <Lines />
      <PrintTheMonth />
    </PageSection>
  );
}

/**
 * Links to the digest of the present month, and on its first days of the last one; none as of a past moment, of which
 * there is no digest.
 */
function PrintTheMonth() {
  if (useKnown()) return null;
  const day = today();
  const last = inPeriodBeside('month', day, -1);
  const isNew = Number(day.slice(8)) <= FIRST_DAYS;
  return (
    <p className="mt-2 flex flex-wrap gap-x-6 text-small">
      {isNew && <DigestLink day={last}>{formatDay(last).month} in one page</DigestLink>}
      <DigestLink day={day}>Print the month</DigestLink>
    </p>
  );
}

/** The first days of a month, on which the page of the last one is offered, too. */
const FIRST_DAYS = 7;

/** The lines of this month and the last; nothing where nothing was spent in both. */
function Lines() {
  const { data } = useQuery(monthSoFarQuery(useKnown()));
  if (data?.spentByDay.length === 0) return null;
  return (
    <div className="min-h-[15rem]">
      <Suspense fallback={null}>{data && <SpentLines month={data} />}</Suspense>
    </div>
  );
}

const WORDS = { spent: ['Spent', 'expense'], earned: ['Earned', 'income'] } as const;

function Sums() {
  const { currency, isPaidUser } = useUser();
  const { data, isLoadingError, error, refetch } = useQuery(monthSoFarQuery(useKnown()));
  if (isLoadingError) return <LoadError problem={error.problem} retry={refetch} />;
  if (!data) return null;
  const month = monthInWords(data.day, today());
  return (['spent', 'earned'] as const).map((sum) => {
    const [word, figure] = WORDS[sum];
    const amount = formatMoney(data[sum], currency);
    const compared = comparedWithBefore(sum, data[sum], { ...data, currency });
    const days = `range:${data.month}-01:${data.day}`;
    return (
      <p key={sum} className="not-first:mt-1.5 max-sm:not-first:mt-2.5">
        {word} so far in {month}:{' '}
        <span className="font-semibold">
          {isPaidUser ? (
            <Explained figure={`${figure}:${days}`} name={`${word.toLowerCase()} so far in ${month}`}>
              {amount}
            </Explained>
          ) : (
            amount
          )}
        </span>
        {compared && (
          <span className="text-small text-ink-muted max-sm:block">
            <span className="max-sm:hidden"> · </span>
            {compared}
          </span>
        )}
      </p>
    );
  });
}
