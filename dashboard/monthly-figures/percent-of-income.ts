/**
 * Expense as a percentage of income: `text` with one decimal, `width` for a bar (0 to 100), and whether it exceeds
 * 100%.
 */
export function percentOfIncome(expense: number, income: number): { text: string; width: number; over: boolean } {
  if (income === 0) return { text: '0%', width: 0, over: false };
  const percent = (expense * 100) / income;
  return { text: `${percent.toFixed(1)}%`, width: Math.min(percent, 100), over: percent > 100 };
}
