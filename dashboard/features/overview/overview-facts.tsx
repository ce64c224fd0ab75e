import { OverviewBudgetRow } from './budget-row.tsx';
import { GoalsRow } from './goals-row.tsx';
import { MonthSoFar } from './month-so-far.tsx';
import { OverviewNextDays } from './next-days.tsx';
import { ToFileRow } from './to-file-row.tsx';

/** The month, the next days, and the entries to file, if there are any (product 9.6). */
export function ComingFacts() {
  return (
    <>
      <MonthSoFar />
      <OverviewNextDays />
      <ToFileRow />
    </>
  );
}

/** The budget and the goals, if there are any. */
export function PlannedFacts() {
  return (
    <>
      <OverviewBudgetRow />
      <GoalsRow />
    </>
  );
}
