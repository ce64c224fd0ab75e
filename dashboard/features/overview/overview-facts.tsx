import { OverviewBudgetRow } from './budget-row.tsx';
import { GoalsRow } from './goals-row.tsx';
import { MonthlyIncomeAndExpense } from './income-and-expense.tsx';
import { MonthSoFar } from './month-so-far.tsx';
import { OverviewNextDays } from './next-days.tsx';
import { WaitingForUser } from './waiting.tsx';

/** The month, the next days, and the things that wait for a person, if any do (product 9.6). */
export function ComingFacts() {
  return (
    <>
      <MonthSoFar />
      <OverviewNextDays />
      <WaitingForUser />
    </>
  );
}

/** The budget and the goals, if there are any, and the monthly income and expense. */
export function PlannedFacts() {
  return (
    <>
      <OverviewBudgetRow />
      <GoalsRow />
      <MonthlyIncomeAndExpense />
    </>
  );
}
