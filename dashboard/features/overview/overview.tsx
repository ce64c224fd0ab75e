import { TodayInMargin } from '../../as-known/today-in-margin.tsx';
import { UpgradeButton } from '../../premium/upgrade-button.tsx';
import { useUser } from '../../server/user.ts';
import { PageHeader, useTitle } from '../../ui/page.tsx';
import { Balance } from './balance.tsx';
import { BalanceByDate } from './balance-by-date.tsx';
import { BudgetRow } from './budget-row.tsx';
import { Disagreements } from './disagreements.tsx';
import { IncomeAndExpense } from './income-and-expense.tsx';
import { RecentTransactions } from './recent-transactions.tsx';
import { SinceLastVisit } from './since-last-visit.tsx';

/** Overview screen: balance, monthly income and expense, recent transactions. */
export function Overview() {
  useTitle('Dashboard');
  const { isPaidUser } = useUser();
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
      <SinceLastVisit />
      <Balance />
      <Disagreements />
      <BalanceByDate />
      <BudgetRow />
      <IncomeAndExpense />
      <RecentTransactions />
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
