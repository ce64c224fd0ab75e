import { useQuery } from '@tanstack/react-query';
import { useKnown } from '../../browser-state/known.ts';
import { statisticsQuery } from '../../server/queries.ts';
import { useUser } from '../../server/user.ts';
import { TodayInMargin } from '../../shared/as-known/today-in-margin.tsx';
import { LoadError } from '../../ui/loading.tsx';
import { PageHeader, useTitle } from '../../ui/page.tsx';
import { FixedIncomeAndExpense } from './fixed-income-and-expense.tsx';
import { PeriodCharts } from './period-charts.tsx';
import { StatisticsPreview } from './statistics-preview.tsx';
import { TwelveMonths } from './twelve-months.tsx';
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
  const { data, isLoadingError, error, refetch } = useQuery(statisticsQuery(useKnown()));
  return (
    <>
      <FixedIncomeAndExpense />
      <PeriodCharts figures={data} failure={isLoadingError && <LoadError problem={error.problem} retry={refetch} />} />
      <TwelveMonths />
      <WhereItWent />
    </>
  );
}
