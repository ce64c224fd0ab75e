import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useKnown } from '../../browser-state/known.ts';
import { recentTransactionsQuery } from '../../server/queries.ts';
import { useUser } from '../../server/user.ts';
import { TodayInMargin } from '../../shared/as-known/today-in-margin.tsx';
import { UpgradeButton } from '../../shared/premium/upgrade-button.tsx';
import { lazyComponent } from '../../ui/lazy.tsx';
import { PageHeader, useTitle } from '../../ui/page.tsx';
import { Steady } from '../../ui/steady.tsx';
import { useSteady } from '../../ui/use-steady.ts';
import { Balance } from './balance.tsx';
import { BalanceByDate } from './balance-by-date.tsx';
import { RecentTransactions } from './recent-transactions.tsx';
import { SinceLastVisitNote } from './since-last-visit.tsx';

const Coming = lazyComponent(() => import('./overview-facts.tsx').then((file) => file.ComingFacts));
const Planned = lazyComponent(() => import('./overview-facts.tsx').then((file) => file.PlannedFacts));

/** `--room` is the width that large amounts have in a column. */
const TWO_COLUMNS = [
  'xl:ml-(--indent) xl:grid xl:max-w-(--measure) xl:grid-cols-2 xl:gap-x-12 print:ml-0 print:block',
  'xl:[--room:calc((var(--width)-3rem)/2)]',
].join(' ');

/**
 * Overview screen. On wide screens the left column has what one wants to know in the morning, and the right one the
 * rest; on narrow screens one follows the other.
 */
export function Overview() {
  useTitle('Dashboard');
  const { isPaidUser } = useUser();
  // The rest is asked for once the list of transactions is there.
  const { isPending } = useQuery({ ...recentTransactionsQuery(useKnown()), enabled: false });
  const isSteady = useSteady(!isPending);
  return (
    <>
      <PageHeader
        margin={<TodayInMargin />}
        heading="Overview"
        tools={
          <>
            <PaletteHint />
            {!isPaidUser && <UpgradeButton kind="premium" />}
          </>
        }
      />
      <Steady isSteady={isSteady}>
        <SinceLastVisitNote />
        <div data-two-columns className={TWO_COLUMNS}>
          <div className="min-w-0">
            <Balance />
            {!isPending && (
              <Suspense fallback={null}>
                <Coming />
              </Suspense>
            )}
          </div>
          <div className="min-w-0">
            <BalanceByDate />
            {!isPending && (
              <Suspense fallback={null}>
                <Planned />
              </Suspense>
            )}
            <RecentTransactions />
          </div>
        </div>
      </Steady>
    </>
  );
}

function PaletteHint() {
  return (
    <p className="text-label text-ink-muted max-sm:hidden">
      Press <kbd>ctrl</kbd> + <kbd>k</kbd> for faster navigation
    </p>
  );
}
