import type { LedgerState } from '#ledger/history.ts';
import { type FieldName, fieldsOf } from '#ledger/model/fields.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { GoalState } from '#ledger/model/state.ts';
import { columnsOfFields, fieldsOfRow, rowOfFields } from './field-columns.ts';
import { dayColumn, defineTable, idColumn, integerColumn, nullable, type Row } from './table.ts';

const OF_GOAL = fieldsOf('goal') as readonly FieldName<'goal'>[];

/** A row for each goal; `place`, the revision of the event that created it, orders them, oldest first. */
export const goals = defineTable(
  'goals',
  {
    ledgerId: idColumn(),
    goalId: idColumn(),
    place: integerColumn(),
    ...columnsOfFields('goal', OF_GOAL),
    currentAmount: integerColumn<Cents>(),
    reachedOn: nullable(dayColumn()),
  },
  ['ledgerId', 'goalId'],
);
export type GoalRow = Row<typeof goals>;

/** The rows of a ledger's goals. */
export function goalRows(ledgerId: string, state: LedgerState): GoalRow[] {
  return [...state.goals].map(([goalId, goal]) => {
    const { place, currentAmount, reachedOn = null } = goal;
    return { ledgerId, goalId, place, ...rowOfFields(OF_GOAL, goal), currentAmount, reachedOn };
  });
}

/** The goal of a row. */
export function goalOf(row: GoalRow): GoalState {
  const { place, currentAmount, reachedOn } = row;
  return { ...fieldsOfRow('goal', row), place, currentAmount, reachedOn: reachedOn ?? undefined };
}
