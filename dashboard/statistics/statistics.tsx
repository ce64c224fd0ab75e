import { useEffect } from 'react';
import { fetchStatistics, useStatistics } from '../store/statistics.ts';
import { useUser } from '../store/user.ts';
import { today } from '../ui/day.ts';
import { DayMark } from '../ui/day-mark.tsx';
import { PageHead, useTitle } from '../ui/page.tsx';
import { FixedIncomeAndExpense } from './fixed-income-and-expense.tsx';
import { PeriodList } from './period-list.tsx';
import { StatisticsPreview } from './statistics-preview.tsx';

/** Where the money went: for paid users; the others see what there would be to see. */
export function Statistics() {
  useTitle('Statistics');
  const { isPaidUser } = useUser();
  return (
    <>
      <PageHead margin={<DayMark date={today()} />} heading="Statistics" />
      {isPaidUser ? <Books /> : <StatisticsPreview />}
    </>
  );
}

function Books() {
  const { edition, figures } = useStatistics();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new edition has to be fetched.
  useEffect(() => void fetchStatistics(), [edition]);
  return (
    <>
      <FixedIncomeAndExpense />
      <PeriodList figures={figures} retry={fetchStatistics} />
    </>
  );
}
