import { cellId, type Target } from '#ledger/model/budget.ts';
import { monthsFrom } from '#ledger/model/months.ts';
import { type BudgetBooks, type BudgetMonth, isOfExpenses } from './month.ts';

/** The amount that a target wants a category's plan to be raised to, or lacks of that, in cents. */
export type TargetAmount = { categoryId: string; amount: number };

/** The plans that targets raise in a month, and what To budget had not enough for. */
export type Filled = { plans: TargetAmount[]; lacking: TargetAmount[] };

/**
 * Raises the plans of a month to what the targets of categories ask for, in the order of `categoryIds`, as long as To
 * budget has money; the last one in part. No plan is lowered, and none of an archived category is raised (product
 * 12.3).
 */
export function filled(
  books: BudgetBooks & { targets: ReadonlyMap<string, Target> },
  budget: BudgetMonth,
  categoryIds: readonly string[],
): Filled {
  const { month } = budget;
  const income = incomeOfMonthBefore(books, month);
  let left = Math.max(0, budget.toBudget);
  const outcome: Filled = { plans: [], lacking: [] };
  for (const categoryId of categoryIds) {
    const target = books.targets.get(categoryId);
    if (!target || books.categories.get(categoryId)?.isArchived) continue;
    const planned = books.plans.get(cellId({ categoryId, month })) ?? 0;
    const carriedIn = budget.categories.get(categoryId)?.carriedIn ?? 0;
    const missing = wanted(target, { month, carriedIn, income }) - planned;
    if (missing <= 0) continue;
    const given = Math.min(missing, left);
    left -= given;
    if (given > 0) outcome.plans.push({ categoryId, amount: planned + given });
    if (given < missing) outcome.lacking.push({ categoryId, amount: missing - given });
  }
  return outcome;
}

/**
 * How high a target wants the plan of a month to be. `carriedIn` is what the category carries in, and `income` what
 * came in in the month before; both, like the answer, in cents.
 */
export function wanted(
  target: Target,
  { month, carriedIn, income }: { month: string; carriedIn: number; income: number },
): number {
  switch (target.kind) {
    case 'monthly':
      return target.amount;
    case 'refill':
      return target.amount - carriedIn;
    case 'by': {
      const due = dueMonth(target, month);
      return due === null ? 0 : Math.floor((target.amount - carriedIn) / (monthsFrom(month, due) + 1));
    }
    case 'share':
      return Math.round((income * target.percent) / 100);
    default:
      return target satisfies never;
  }
}

/** The month in which the amount of a target is due, from this one on; null once that is past. */
function dueMonth({ date, repeat }: Extract<Target, { kind: 'by' }>, month: string): string | null {
  const due = date.slice(0, 7);
  if (due >= month) return due;
  if (!repeat) return null;
  const [year, ofYear] = [month.slice(0, 4), due.slice(4)];
  return month.slice(4) <= ofYear ? `${year}${ofYear}` : `${String(Number(year) + 1).padStart(4, '0')}${ofYear}`;
}

/** Returns the income of the month before `month` in cents, without refunds. */
function incomeOfMonthBefore({ sums, categories }: BudgetBooks, month: string): number {
  let income = 0;
  for (const { month: each, type, category, amount } of sums) {
    if (monthsFrom(each, month) === 1 && type === 'Income' && !isOfExpenses(category, categories)) income += amount;
  }
  return income;
}
