import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import type { StatisticsResponse } from '../../../contract/statistics-calls.ts';
import type { Loadable } from '../../server/resource.ts';
import { useUser } from '../../server/user.ts';
import { buttonClass } from '../../ui/button.tsx';
import { today } from '../../ui/day.ts';
import { InfoCard } from '../../ui/info-card.tsx';
import { lazyComponent } from '../../ui/lazy.tsx';
import { LoadError } from '../../ui/loading.tsx';
import { PageSection } from '../../ui/page.tsx';
import { IncomeExpenseTable } from './income-expense-table.tsx';
import { formatPeriod, PERIODS, type Period } from './periods.ts';

type PeriodChartsProps = { figures: Loadable<StatisticsResponse> };

/** Charts of the current week, month and year. */
export function PeriodCharts({ figures }: PeriodChartsProps) {
  return (
    <PageSection
      margin={
        <div className="noted">
          <h2 className="note">Income and expense by week / month / year</h2>
          <InfoCard label="About these figures">
            <p>This is calculated based on the transactions that you have made.</p>
          </InfoCard>
        </div>
      }
    >
      {figures.state === 'failed' ? (
        <LoadError problem={figures.problem} retry={figures.retry} />
      ) : (
        <div className="periods">
          {figures.state === 'loading' && (
            <p role="status" className="periods-status">
              Data loading...
            </p>
          )}
          {PERIODS.map((period) => (
            <PeriodChart
              key={period}
              period={period}
              figures={figures.state === 'ready' ? figures.value[period] : null}
            />
          ))}
        </div>
      )}
    </PageSection>
  );
}

const BarChart = lazyComponent(() => import('./bar-chart.tsx').then((file) => file.BarChart));

const NAMES: Record<Period, string> = { week: 'Week', month: 'Month', year: 'Year' };

type PeriodChartProps = { period: Period; figures: { income: number; expense: number } | null };

/** Chart and table of a period, or a link to create a transaction if it has none. `figures` is null while loading. */
function PeriodChart({ period, figures }: PeriodChartProps) {
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
