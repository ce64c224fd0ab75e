import type { Goal } from '#contract/goal.ts';
import type { LedgerState } from '#ledger/history.ts';
import { amountOf } from '#ledger/model/money.ts';

/** Converts a ledger's goals to the contract's, oldest first: amounts in whole units, null for unset fields. */
export function presentGoals({ goals }: LedgerState): Goal[] {
  return [...goals].map(([goalId, goal]) => ({
    _id: goalId,
    title: goal.title,
    finalAmount: amountOf(goal.finalAmount),
    currentAmount: amountOf(goal.currentAmount),
    category: goal.category ?? null,
    description: goal.description ?? null,
    date: goal.reachedOn ?? null,
    ...(goal.wantedBy && { wantedBy: goal.wantedBy }),
  }));
}
