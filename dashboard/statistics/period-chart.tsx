import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { useUser } from '../store/user.ts';
import { buttonClass } from '../ui/button.tsx';
import { today } from '../ui/day.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { IncomeExpenseTable } from './income-expense-table.tsx';
import { formatPeriod, type Period } from './periods.ts';

const BarChart = lazyComponent('BarChart', () => import('./bar-chart.tsx'));

const NAMES: Record<Period, string> = { week: 'Week', month: 'Month', year: 'Year' };

type Props = { period: Period; figures: { income: number; expense: number } | null };

/** Chart and table of a period, or a link to create a transaction if it has none. `figures` is null while loading. */
export function PeriodChart({ period, figures }: Props) {
  return (
    <section className="period">
      <header className="period-head">
        <h3 className="subtitle">{NAMES[period]}</h3>
        <p>{formatPeriod(period, today())}</p>
      </header>
      {figures ? <Chart period={period} {...figures} /> : <div className="period-blank" />}
    </section>
  );
}

function Chart({ period, income, expense }: { period: Period; income: number; expense: number }) {
  const { currency } = useUser();
  if (income === 0 && expense === 0) {
    return (
      <div className="period-empty">
        <p className="text-ink-muted">You didn't make any transactions this {period}.</p>
        <Link className={buttonClass()} to="/create-transaction">
          Make a transaction
        </Link>
      </div>
    );
  }
  return (
    <>
      <div className="bar-chart">
        <Suspense fallback={null}>
          <BarChart income={income} expense={expense} currency={currency} name={NAMES[period]} />
        </Suspense>
      </div>
      <IncomeExpenseTable income={income} expense={expense} currency={currency} result="Difference" />
    </>
  );
}
