import { FIELDS, type Field } from '#ledger/model/fields.ts';
import { type CsvValue, csvOf, GOAL_COLUMNS } from './csv.ts';
import type { Goal } from './goal.ts';

/** The fields that have a column of `GOAL_COLUMNS`; others have a column by their word where a goal has a value. */
const NAMED = ['title', 'category', 'finalAmount', 'description'];

function isAmount(field: string): boolean {
  return field === 'currentAmount' || (FIELDS.goal as Record<string, Field>)[field]?.shape === 'amount';
}

/**
 * Formats goals as CSV in the given order (product 10.5). `amountCell` gives the cell of an amount in whole units.
 */
export function goalsCsv(goals: readonly Goal[], amountCell: (units: number) => CsvValue = (units) => units): string {
  const cellOf = (goal: Goal, field: string): CsvValue => {
    const value = (goal as Record<string, CsvValue>)[field];
    return typeof value === 'number' && isAmount(field) ? amountCell(value) : value;
  };
  const others = Object.entries<Field>(FIELDS.goal).filter(
    ([field]) => !NAMED.includes(field) && goals.some((goal) => cellOf(goal, field) != null),
  );
  return csvOf(
    [...GOAL_COLUMNS, ...others.map(([, { word }]) => word)],
    goals.map((goal) => {
      const fields = ['title', 'category', 'finalAmount', 'currentAmount', 'date', 'description'];
      return [...fields, ...others.map(([field]) => field)].map((field) => cellOf(goal, field));
    }),
  );
}
