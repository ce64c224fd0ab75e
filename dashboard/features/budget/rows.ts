import type { BudgetCategory } from '#contract/budget-calls.ts';
import { comparableText } from '#ledger/model/comparable-text.ts';

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
function overspentFirst(rows: readonly BudgetRow[]): BudgetRow[] {
  const left = ({ category: { available } }: BudgetRow) => available ?? 0;
  const over = rows.filter((row) => left(row) < 0).toSorted((a, b) => left(a) - left(b));
  return [...over.map((row) => ({ ...row, level: 1 as const })), ...rows.filter((row) => left(row) >= 0)];
}

/** Which rows of a budget are shown, and in which order. */
export type BudgetView = { isSorted: boolean; hidesEmpty: boolean; filter: string };

/** All rows, in their order. */
export const WHOLE: BudgetView = { isSorted: false, hidesEmpty: false, filter: '' };

/** The rows that a view has. A category stands as long as one below it does. */
export function shownRows(rows: readonly BudgetRow[], { isSorted, hidesEmpty, filter }: BudgetView): BudgetRow[] {
  const sought = comparableText(filter);
  const isShown = ({ category: { name, planned, spent, available } }: BudgetRow) =>
    comparableText(name).includes(sought) && !(hidesEmpty && planned === 0 && spent === 0 && (available ?? 0) === 0);
  const above = new Set(rows.filter(isShown).map((row) => row.above));
  const shown = rows.filter((row) => isShown(row) || (row.level === 1 && above.has(row.category.name)));
  return isSorted ? overspentFirst(shown) : shown;
}
