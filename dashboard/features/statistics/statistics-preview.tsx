import { PROBLEMS } from '#contract/problems.ts';
import type { StatisticsResponse } from '#contract/statistics-calls.ts';
import { UpgradeButton } from '../../shared/premium/upgrade-button.tsx';
import { LockIcon } from '../../ui/icons.tsx';
import { PageSection } from '../../ui/page.tsx';
import { FixedIncomeAndExpenseChart } from './fixed-income-and-expense.tsx';
import { PeriodCharts } from './period-charts.tsx';

/** Invented amounts. */
const SAMPLE_MONTHLY = { income: 4850, expense: 3120 };
const SAMPLE_STATISTICS: StatisticsResponse = {
  week: { income: 86, expense: 435.56 },
  month: { income: 2827, expense: 3064.42 },
  year: { income: 54_186.5, expense: 37_902.14 },
};

const PLATE = [
  'z-1 mt-30 w-[min(26rem,100%)] self-start justify-self-center',
  'rounded-b-float border-x border-b border-rule bg-raised',
  'px-10 pt-8 pb-9 text-center shadow-(--shadow) [border-top:3px_double_var(--premium)] max-sm:mt-20 max-sm:px-6',
].join(' ');

/** Statistics screen of a free user: blurred sample charts under the prompt to upgrade. */
export function StatisticsPreview() {
  return (
    <div className="grid *:col-start-1 *:row-start-1">
      <div
        className="pointer-events-none opacity-55 blur-[7px] select-none max-lg:max-h-184 max-lg:overflow-hidden"
        inert
        aria-hidden="true"
      >
        <PageSection margin={<p className="note">Fixed income and expense</p>}>
          <FixedIncomeAndExpenseChart {...SAMPLE_MONTHLY} />
        </PageSection>
        <PeriodCharts figures={SAMPLE_STATISTICS} />
      </div>
      <section className={PLATE} aria-labelledby="locked">
        <span className="mb-3 grid place-items-center text-premium">
          <LockIcon />
        </span>
        <h2 id="locked" className="title">
          {PROBLEMS.premium_required.title}
        </h2>
        <p className="mt-2.5 mb-6 text-ink-muted">
          See where the week, the month and the year went, drawn from your own transactions.
        </p>
        <UpgradeButton kind="premium-fill" />
      </section>
    </div>
  );
}
