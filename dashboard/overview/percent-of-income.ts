/**
 * What part of the income the expense is: in words, as a width from 0 to 100, and whether it is more than all of it.
 */
export function percentOfIncome(expense: number, income: number): { text: string; width: number; over: boolean } {
  if (income === 0) return { text: '0%', width: 0, over: false };
  const percent = (expense * 100) / income;
  return { text: `${percent.toFixed(1)}%`, width: Math.min(percent, 100), over: percent > 100 };
}
