import type { Carries, CarrySetting, Plans, Target } from '#ledger/model/budget.ts';
import { cellId } from '#ledger/model/budget.ts';
import type { Carry } from '#ledger/model/constants.ts';
import type { Cents } from '#ledger/model/money.ts';
import { defineTable, idColumn, integerColumn, json, nullable, type Row, textColumn } from './table.ts';

/** A row for each category (`-` for none) and month for which something was ever planned. */
export const plans = defineTable(
  'plans',
  { ledgerId: idColumn(), categoryId: idColumn(), month: idColumn(), amount: integerColumn<Cents>() },
  ['ledgerId', 'categoryId', 'month'],
);
export type PlanRow = Row<typeof plans>;

/** A row for each month from which on it was ever said what carries over, or null if nothing is said by now. */
export const carries = defineTable(
  'carries',
  {
    ledgerId: idColumn(),
    categoryId: idColumn(),
    month: idColumn(),
    carry: nullable(textColumn<Carry>()),
    place: nullable(integerColumn()),
  },
  ['ledgerId', 'categoryId', 'month'],
);
export type CarryRow = Row<typeof carries>;

/** A row for each category that ever had a target, or null if it has none by now. */
export const targets = defineTable(
  'targets',
  { ledgerId: idColumn(), categoryId: idColumn(), target: nullable(json<Target>()) },
  ['ledgerId', 'categoryId'],
);
export type TargetRow = Row<typeof targets>;

/** The budget of a ledger as commands see it. */
export type BudgetOfLedger = { plans: Plans; carries: Carries; targets: ReadonlyMap<string, Target> };

/** The plans of a ledger as one text, null for none, and the rows of its settings and targets. */
export type BudgetRows = { plans: string | null; carries: readonly CarryRow[]; targets: readonly TargetRow[] };

/**
 * An SQL expression: all plans of a ledger as one text with a line for each, since thousands of rows take long to read,
 * also as JSON. `ledgerIdSql` is the expression of its id.
 */
export function plansAsText(schema: string, ledgerIdSql: string): string {
  return `(SELECT string_agg(p.amount || ' ' || p.category_id || ' ' || p.month, E'\\n')
    FROM ${schema}.${plans.name} p WHERE p.ledger_id = ${ledgerIdSql} AND p.amount <> 0)`;
}

/** A plan from its text, such as `30000 Groceries 2026-11`, by the id of its cell. */
function planOf(text: string): [cell: string, amount: Cents] {
  const space = text.indexOf(' ');
  return [text.slice(space + 1), Number(text.slice(0, space)) as Cents];
}

/** The budget of rows. */
export function budgetRows(rows: BudgetRows): BudgetOfLedger {
  const carries = new Map<string, CarrySetting>();
  for (const { carry, place, ...cell } of rows.carries) {
    if (carry !== null && place !== null) carries.set(cellId(cell), { carry, place });
  }
  return {
    plans: new Map((rows.plans?.split('\n') ?? []).map(planOf)),
    carries,
    targets: new Map(rows.targets.flatMap(({ categoryId, target }) => (target ? [[categoryId, target] as const] : []))),
  };
}
