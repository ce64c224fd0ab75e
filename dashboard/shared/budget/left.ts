import type { Budget, BudgetCategory } from '#contract/budget-calls.ts';
import { leftOfPlan } from '#ledger/model/left-of-plan.ts';
import { sumOf } from '../../ui/money.ts';

/** Whether anything is planned for a category in a month, carried into it, or asked for by a target. */
export function isPlanned({ planned, carriedIn, target }: BudgetCategory): boolean {
  return planned !== 0 || carriedIn !== 0 || target !== null;
}

/**
 * Whether a month's budget has anything to show: something is planned in it, carried into it, or planned ahead.
 * Money that a refund carries is no plan where nobody ever planned.
 */
export function hasPlans({ categories, plannedAhead, isUsed }: Budget): boolean {
  return isUsed && (plannedAhead !== 0 || categories.some(isPlanned));
}

/** A category that stands alone, with what is available. */
export type Standing = BudgetCategory & { available: number };

/** The money that is left of the plans of a month, in whole units, as Overview and Budget say it (product 9.6). */
export function leftToSpend({ categories }: Budget): number {
  return sumOf(...categories.filter(standsAlone).map(leftOfPlan));
}

export const standsAlone = (category: BudgetCategory): category is Standing => category.available !== null;

/** The category from whose plan an expense of a category is paid: itself, or the category that it draws on. */
export function payingFor({ categories }: Budget, isMeant: (category: BudgetCategory) => boolean): Standing | null {
  const category = categories.find(isMeant);
  if (!category) return null;
  if (standsAlone(category)) return category;
  return categories.filter(standsAlone).find(({ categoryId }) => categoryId === category.parent) ?? null;
}

/**
 * The planned categories nearest to their end, by the share that is left of what there was, overspent ones first; at
 * most `count` (product 9.6).
 */
export function nearestToEnd({ categories }: Budget, count: number): Standing[] {
  const share = ({ available, planned, carriedIn }: Standing) =>
    available / Math.max(planned + carriedIn, available, 0.01);
  return categories
    .filter(standsAlone)
    .filter(({ available, planned, carriedIn }) =>
      available < 0 ? planned !== 0 || carriedIn !== 0 : planned + carriedIn > 0,
    )
    .toSorted((a, b) => share(a) - share(b))
    .slice(0, count);
}
