import { incomePercentage as percentOf } from '#contract/percentages.ts';

/**
 * Expense as a percentage of income: `text` with one decimal, `width` for a bar (0 to 100), and whether it exceeds
 * 100%.
 */
export function percentWords(expense: number, income: number): { text: string; width: number; over: boolean } {
  if (income === 0) return { text: '0%', width: 0, over: false };
  const width = Math.min((expense * 100) / income, 100);
  return { text: `${percentOf(expense, income).toFixed(1)}%`, width, over: expense > income };
}
