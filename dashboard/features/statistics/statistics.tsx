import { TodayInMargin } from '../../as-known/today-in-margin.tsx';
import { useAsKnown, useResource } from '../../server/resource.ts';
import { statisticsResource } from '../../server/resources.ts';
import { useUser } from '../../server/user.ts';
import { PageHeader, useTitle } from '../../ui/page.tsx';
import { FixedIncomeAndExpense } from './fixed-income-and-expense.tsx';
import { PeriodCharts } from './period-charts.tsx';
import { StatisticsPreview } from './statistics-preview.tsx';
import { WhereItWent } from './where-it-went.tsx';

/** Statistics screen. Free users see a preview. */
export function Statistics() {
  useTitle('Statistics');
  const { isPaidUser } = useUser();
  return (
    <>
      <PageHeader margin={<TodayInMargin />} heading="Statistics" />
      {isPaidUser ? <PaidStatistics /> : <StatisticsPreview />}
    </>
  );
}

function PaidStatistics() {
  const figures = useResource(useAsKnown(statisticsResource));
  return (
    <>
      <FixedIncomeAndExpense />
      <PeriodCharts figures={figures} />
      <WhereItWent />
    </>
  );
}
