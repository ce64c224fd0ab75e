import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { useUser } from '../../server/user.ts';
import { IncomeAndExpensePrompt } from '../../shared/monthly-figures/income-and-expense-prompt.tsx';
import { InfoCard } from '../../ui/info-card.tsx';
import { lazyComponent, lazyOverlay } from '../../ui/lazy.tsx';
import { PageSection } from '../../ui/page.tsx';
import { IncomeExpenseTable } from './income-expense-table.tsx';

const SetIncomeAndExpense = lazyOverlay(() =>
  import('../../shared/monthly-figures/set-income-and-expense.tsx').then((file) => file.SetIncomeAndExpense),
);

/** Monthly income and expense as a chart, or the prompt to set them. */
export function FixedIncomeAndExpense() {
  const { hasSetIncomeAndExpense, income, expense } = useUser();
  const [open, setOpen] = useState(false);
  return (
    <PageSection
      margin={
        <div className="relative">
          <h2 className="inline note">Fixed income and expense</h2>
          <InfoCard label="About the fixed income and expense">
            <AccountPageLink />
          </InfoCard>
        </div>
      }
    >
      {hasSetIncomeAndExpense ? (
        <FixedIncomeAndExpenseChart income={income ?? 0} expense={expense ?? 0}>
          <AccountPageLink />
        </FixedIncomeAndExpenseChart>
      ) : (
        <IncomeAndExpensePrompt onSet={() => setOpen(true)} />
      )}
      <SetIncomeAndExpense open={open} onOpenChange={setOpen} />
    </PageSection>
  );
}

function AccountPageLink() {
  return (
    <p>
      You can update your fixed income and expense on the{' '}
      <Link className="link inline" to="/account">
        account page
      </Link>
      .
    </p>
  );
}

const CHART_AND_TABLE = [
  'grid grid-cols-[15rem_minmax(0,22rem)] items-center gap-x-16',
  'max-lg:grid-cols-[12.5rem_minmax(0,1fr)] max-lg:gap-x-10 max-sm:grid-cols-1',
].join(' ');

const Doughnut = lazyComponent(() => import('./doughnut.tsx').then((file) => file.Doughnut));

type FixedIncomeAndExpenseChartProps = { income: number; expense: number; children?: ReactNode };

/** Doughnut chart and table of the monthly income and expense, in whole units. */
export function FixedIncomeAndExpenseChart({ income, expense, children }: FixedIncomeAndExpenseChartProps) {
  const { currency } = useUser();
  return (
    <div className={CHART_AND_TABLE}>
      <div className="aspect-square max-sm:mx-auto max-sm:mb-6 max-sm:w-54">
        <Suspense fallback={null}>
          <Doughnut income={income} expense={expense} currency={currency} />
        </Suspense>
      </div>
      <div>
        <IncomeExpenseTable
          income={income}
          expense={expense}
          currency={currency}
          result="Left each month"
          figures={{ income: 'monthly:income', expense: 'monthly:expense', context: 'of each month' }}
          withLegend
        />
        {children && <div className="mt-6 text-small text-ink-muted">{children}</div>}
      </div>
    </div>
  );
}
