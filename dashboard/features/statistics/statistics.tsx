import { useResource } from '../../server/resource.ts';
import { statisticsResource } from '../../server/resources.ts';
import { useUser } from '../../server/user.ts';
import { today } from '../../ui/day.ts';
import { MarginDate, PageHeader, useTitle } from '../../ui/page.tsx';
import { FixedIncomeAndExpense } from './fixed-income-and-expense.tsx';
import { PeriodCharts } from './period-charts.tsx';
import { StatisticsPreview } from './statistics-preview.tsx';

/** Statistics screen. Free users see a preview. */
export function Statistics() {
  useTitle('Statistics');
  const { isPaidUser } = useUser();
  return (
    <>
      <PageHeader margin={<MarginDate date={today()} />} heading="Statistics" />
      {isPaidUser ? <PaidStatistics /> : <StatisticsPreview />}
    </>
  );
}

function PaidStatistics() {
  const figures = useResource(statisticsResource);
  return (
    <>
      <FixedIncomeAndExpense />
      <PeriodCharts figures={figures} />
    </>
  );
}
