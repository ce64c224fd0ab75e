import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router-dom';
import type { StatisticsResponse } from '#contract/statistics-calls.ts';
import { PERIODS, type Period } from '#ledger/model/days.ts';
import { useIsPast } from '../../browser-state/known.ts';
import { useUser, weekStartOf } from '../../server/user.ts';
import { useToday } from '../../shared/as-known/moment.ts';
import { periodOf } from '../../shared/explain/figure-words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { InfoCard } from '../../ui/info-card.tsx';
import { lazyComponent } from '../../ui/lazy.tsx';
import { PageSection } from '../../ui/page.tsx';
import { IncomeExpenseTable } from './income-expense-table.tsx';
import { formatPeriod } from './periods.ts';

type PeriodChartsProps = {
  /** Undefined while they load. */
  figures: StatisticsResponse | undefined;
  /** Shown in place of the charts. */
  failure?: ReactNode;
};

/** Charts of the current week, month and year. */
export function PeriodCharts({ figures, failure }: PeriodChartsProps) {
  return (
    <PageSection
      margin={
        <div className="relative">
          <h2 className="inline note">Income and expense by week / month / year</h2>
          <InfoCard label="About these figures">
            <p>This is calculated based on the transactions that you have made.</p>
          </InfoCard>
        </div>
      }
    >
      {failure || (
        <div className="relative grid grid-cols-3 gap-x-10 max-xl:gap-x-7 max-lg:grid-cols-1 max-lg:gap-y-10">
          {!figures && (
            <p role="status" className="absolute top-[3.65rem] text-ink-muted">
              Data loading...
            </p>
          )}
          {PERIODS.map((period) => (
            <PeriodChart key={period} period={period} figures={figures?.[period] ?? null} />
          ))}
        </div>
      )}
    </PageSection>
  );
}

const BarChart = lazyComponent(() => import('./bar-chart.tsx').then((file) => file.BarChart));

const NAMES: Record<Period, string> = { week: 'Week', month: 'Month', year: 'Year' };

/**
 * Above the table the chart, or on medium widths beside it. The pseudo-element is the rule before the second and third.
 */
const PERIOD_CLASSES = [
  'relative max-lg:grid max-lg:grid-cols-[minmax(0,18rem)_minmax(0,1fr)] max-lg:items-end max-lg:gap-x-10',
  'max-sm:grid-cols-1 lg:flex lg:flex-col',
  'before:absolute before:inset-y-0 before:-left-5 before:border-l before:border-rule first-of-type:before:hidden',
  'max-xl:before:-left-3.5 max-lg:before:hidden',
].join(' ');

type PeriodChartProps = { period: Period; figures: { income: number; expense: number } | null };

/** Chart and table of a period, or a link to create a transaction if it has none. `figures` is null while loading. */
function PeriodChart({ period, figures }: PeriodChartProps) {
  return (
    <section className={PERIOD_CLASSES}>
      <header className="col-span-full mb-3 flex items-baseline justify-between gap-4 text-label text-ink-muted">
        <h3 className="subtitle text-ink">{NAMES[period]}</h3>
        <p>{formatPeriod(period, useToday(), weekStartOf(useUser()))}</p>
      </header>
      {figures ? (
        <Chart period={period} {...figures} />
      ) : (
        <div className="h-[calc(250px+7.5rem)] max-lg:h-[250px] max-sm:h-[calc(250px+8rem)]" />
      )}
    </section>
  );
}

function Chart({ period, income, expense }: { period: Period; income: number; expense: number }) {
  const user = useUser();
  const { currency } = user;
  const isPast = useIsPast();
  const span = periodOf(period, useToday(), weekStartOf(user));
  const figures = { income: `income:${span}`, expense: `expense:${span}`, context: `of the ${period}` };
  if (income === 0 && expense === 0) {
    return (
      <div className="col-span-full grid content-start justify-items-start gap-5 pt-5">
        <p className="text-ink-muted">You didn't make any transactions this {period}.</p>
        {!isPast && (
          <Link className={buttonClass()} to="/create-transaction">
            Make a transaction
          </Link>
        )}
      </div>
    );
  }
  return (
    <>
      <div className="min-h-[250px]">
        <Suspense fallback={null}>
          <BarChart income={income} expense={expense} currency={currency} name={NAMES[period]} figures={figures} />
        </Suspense>
      </div>
      <IncomeExpenseTable
        income={income}
        expense={expense}
        currency={currency}
        result="Difference"
        figures={figures}
        className="mt-2 max-sm:mt-4"
      />
    </>
  );
}
