import type { Goal } from '#contract/goal.ts';
import type { LedgerState } from '#ledger/history.ts';
import { FIELDS, type Field, type FieldName, type ValuesOf } from '#ledger/model/fields.ts';
import { amountOf, type Cents } from '#ledger/model/money.ts';

/** Converts a ledger's goals to the contract's, oldest first: amounts in whole units, null for unset fields. */
export function presentGoals({ goals }: Pick<LedgerState, 'goals'>): Goal[] {
  return [...goals].map(([goalId, goal]) => {
    const { currentAmount, reachedOn = null } = goal;
    return { _id: goalId, ...fieldsIn(goal), currentAmount: amountOf(currentAmount), date: reachedOn };
  });
}

type Fields = Pick<Goal, FieldName<'goal'>>;

/** The fields of a goal that the specification names are null if they are unset; others are absent (product 3.3). */
const NULL_IF_UNSET: readonly FieldName<'goal'>[] = ['category', 'description'];

function fieldsIn(goal: ValuesOf<'goal'>): Fields {
  const fields: Record<string, unknown> = {};
  for (const [name, { shape }] of Object.entries<Field>(FIELDS.goal)) {
    const value = goal[name as FieldName<'goal'>];
    if (value !== undefined) fields[name] = shape === 'amount' ? amountOf(value as Cents) : value;
    else if (NULL_IF_UNSET.some((field) => field === name)) fields[name] = null;
  }
  return fields as Fields;
}
