import { UpgradeButton } from '../premium/upgrade-button.tsx';
import { useUser } from '../store/user.ts';
import { today } from '../ui/day.ts';
import { DayMark } from '../ui/day-mark.tsx';
import { PageHead, useTitle } from '../ui/page.tsx';
import { Balance } from './balance.tsx';
import { IncomeAndExpense } from './income-and-expense.tsx';
import { RecentTransactions } from './recent-transactions.tsx';

/** The first screen: what there is, how much of the income goes out, and what happened last. */
export function Overview() {
  useTitle('Dashboard');
  const { isPaidUser } = useUser();
  return (
    <>
      <PageHead
        margin={<DayMark date={today()} />}
        heading="Overview"
        tools={
          <>
            <PaletteHint />
            {!isPaidUser && <UpgradeButton kind="premium" />}
          </>
        }
      />
      <Balance />
      <IncomeAndExpense />
      <RecentTransactions />
    </>
  );
}

function PaletteHint() {
  return (
    <p className="palette-hint">
      Press <kbd>ctrl</kbd> + <kbd>k</kbd> for faster navigation
    </p>
  );
}
