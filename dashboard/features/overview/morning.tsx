import { BudgetRow } from './budget-row.tsx';
import { GoalsRow } from './goals-row.tsx';
import { NextDays } from './next-days.tsx';
import { ToFileRow } from './to-file-row.tsx';

/** What one looks at each morning below the line of the balance, where there is something to show (product 9.6). */
export function Morning() {
  return (
    <>
      <NextDays />
      <BudgetRow />
      <GoalsRow />
      <ToFileRow />
    </>
  );
}
