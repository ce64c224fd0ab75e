import { OverviewBudgetRow } from './budget-row.tsx';
import { GoalsRow } from './goals-row.tsx';
import { OverviewNextDays } from './next-days.tsx';
import { ToFileRow } from './to-file-row.tsx';

/** The morning's facts below the line of the balance, if there are any (product 9.6). */
export function OverviewFacts() {
  return (
    <>
      <OverviewNextDays />
      <OverviewBudgetRow />
      <GoalsRow />
      <ToFileRow />
    </>
  );
}
