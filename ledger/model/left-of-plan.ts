/**
 * The money that a category has left of the plan of its month: money from before is spent first, and kept money is
 * not there to be spent in this month (product 12.5). Below 0 where it is overspent.
 */
export function leftOfPlan({ planned, available }: { planned: number; available: number | null }): number {
  return Math.min(planned, available ?? 0);
}
