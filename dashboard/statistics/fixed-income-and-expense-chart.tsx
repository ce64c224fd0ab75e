import { type ReactNode, Suspense } from 'react';
import { useUser } from '../store/user.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { IncomeExpenseTable } from './income-expense-table.tsx';

const Doughnut = lazyComponent('Doughnut', () => import('./doughnut.tsx'));

type Props = { income: number; expense: number; children?: ReactNode };

/** Doughnut chart and table of the monthly income and expense, in whole units. */
export function FixedIncomeAndExpenseChart({ income, expense, children }: Props) {
  const { currency } = useUser();
  return (
    <div className="fixed-figures">
      <div className="doughnut">
        <Suspense fallback={null}>
          <Doughnut income={income} expense={expense} currency={currency} />
        </Suspense>
      </div>
      <div className="fixed-account">
        <IncomeExpenseTable income={income} expense={expense} currency={currency} result="Left each month" withLegend />
        {children && <div className="mt-6 small text-ink-muted">{children}</div>}
      </div>
    </div>
  );
}
