import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useKnown } from '../../browser-state/known.ts';
import { recentTransactionsQuery } from '../../server/queries.ts';
import { useUser } from '../../server/user.ts';
import { TodayInMargin } from '../../shared/as-known/today-in-margin.tsx';
import { UpgradeButton } from '../../shared/premium/upgrade-button.tsx';
import { lazyComponent } from '../../ui/lazy.tsx';
import { PageHeader, useTitle } from '../../ui/page.tsx';
import { steadyClass, useSteady } from '../../ui/use-steady.ts';
import { Balance } from './balance.tsx';
import { BalanceByDate } from './balance-by-date.tsx';
import { Disagreements } from './disagreements.tsx';
import { MonthlyIncomeAndExpense } from './income-and-expense.tsx';
import { RecentTransactions } from './recent-transactions.tsx';
import { SinceLastVisitNote } from './since-last-visit.tsx';

const Morning = lazyComponent(() => import('./overview-facts.tsx').then((file) => file.OverviewFacts));

/** Overview screen: balance, monthly income and expense, recent transactions. */
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
      <div className={steadyClass(isSteady)}>
        <SinceLastVisitNote />
        <Balance />
        <Disagreements />
        <BalanceByDate />
        {!isPending && (
          <Suspense fallback={null}>
            <Morning />
          </Suspense>
        )}
        <MonthlyIncomeAndExpense />
        <RecentTransactions />
      </div>
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
