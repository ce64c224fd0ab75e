import type { BudgetCategory } from '#contract/budget-calls.ts';

/** A row of the table: a category, how deep it stands, and the name of the category above it. */
export type BudgetRow = { category: BudgetCategory; level: 1 | 2; above: string | null };

/** The categories as rows, each with those below it behind it. */
export function rowsOf(categories: readonly BudgetCategory[]): BudgetRow[] {
  const names = new Map(categories.map(({ categoryId, name }) => [categoryId, name]));
  const aboveOf = ({ parent }: BudgetCategory) => (parent === null ? null : (names.get(parent) ?? null));
  return categories
    .filter((category) => aboveOf(category) === null)
    .flatMap((top): BudgetRow[] => [
      { category: top, level: 1, above: null },
      ...categories
        .filter(({ parent }) => parent === top.categoryId)
        .map((category) => ({ category, level: 2 as const, above: top.name })),
    ]);
}

/** The rows with those that are overspent first, the most overspent at the top; the others keep their order. */
export function overspentFirst(rows: readonly BudgetRow[]): BudgetRow[] {
  const left = ({ category: { available } }: BudgetRow) => available ?? 0;
  const over = rows.filter((row) => left(row) < 0).toSorted((a, b) => left(a) - left(b));
  return [...over.map((row) => ({ ...row, level: 1 as const })), ...rows.filter((row) => left(row) >= 0)];
}
