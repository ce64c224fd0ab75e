/** The largest percentage of a goal that is not reached. */
const UNREACHED_PERCENT_MAX = 99.9;

/** The monthly expense as a percentage of the monthly income, with one decimal; 0 of no income (product 2.8). */
export function incomePercentage(expense: number, income: number): number {
  return income === 0 ? 0 : Number(((expense * 100) / income).toFixed(1));
}

/** The percentage of a goal that is saved, with one decimal; 100 only for a reached goal (product 3.3). */
export function percentOfGoal(currentAmount: number, finalAmount: number): number {
  if (currentAmount >= finalAmount) return 100;
  return Number(Math.min((currentAmount * 100) / finalAmount, UNREACHED_PERCENT_MAX).toFixed(1));
}
