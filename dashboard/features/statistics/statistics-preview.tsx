import { PROBLEMS } from '../../../contract/problems.ts';
import type { StatisticsResponse } from '../../../contract/statistics-calls.ts';
import { UpgradeButton } from '../../premium/upgrade-button.tsx';
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

/** Statistics screen of a free user: blurred sample charts under the prompt to upgrade. */
export function StatisticsPreview() {
  return (
    <div className="locked">
      <div className="locked-preview" inert aria-hidden="true">
        <PageSection margin={<p className="note">Fixed income and expense</p>}>
          <FixedIncomeAndExpenseChart {...SAMPLE_MONTHLY} />
        </PageSection>
        <PeriodCharts figures={{ state: 'ready', value: SAMPLE_STATISTICS }} />
      </div>
      <section className="plate" aria-labelledby="locked">
        <span className="plate-lock">
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
