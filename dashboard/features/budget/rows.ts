import type { BudgetCategory } from '#contract/budget-calls.ts';
import { comparableText } from '#ledger/model/comparable-text.ts';
import { standsAlone } from '../../shared/budget/left.ts';
import { sumOf } from '../../ui/money.ts';

/**
 * A row of the table: a category, how deep it stands, the name of the category above it, and the categories below it.
 */
export type BudgetRow = {
  category: BudgetCategory;
  level: 1 | 2;
  above: string | null;
  below: readonly BudgetCategory[];
};

/** The categories as rows, each with those below it behind it. */
export function rowsOf(categories: readonly BudgetCategory[]): BudgetRow[] {
  const names = new Map(categories.map(({ categoryId, name }) => [categoryId, name]));
  const aboveOf = ({ parent }: BudgetCategory) => (parent === null ? null : (names.get(parent) ?? null));
  return categories
    .filter((category) => aboveOf(category) === null)
    .flatMap((top): BudgetRow[] => {
      const below = categories.filter(({ parent }) => parent === top.categoryId);
      return [
        { category: top, level: 1, above: null, below },
        ...below.map((category) => ({ category, level: 2 as const, above: top.name, below: [] })),
      ];
    });
}

/** The sums of a category with those below it. An expense of one that draws on it is in its own spent amount. */
export function sumsOfGroup({ category, below }: BudgetRow) {
  const standing = [category, ...below].filter(standsAlone);
  const sum = (amount: (each: (typeof standing)[number]) => number) => sumOf(...standing.map(amount));
  return {
    planned: sum(({ planned }) => planned),
    spent: sum(({ spent }) => spent),
    available: sum(({ available }) => available),
  };
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

/** Whether groups can be folded in a view: not where rows are sought or sorted. */
export const hasFolds = ({ isSorted, filter }: BudgetView): boolean => !isSorted && filter === '';

/** The rows that a view has, without those in folded groups. A category stands as long as one below it does. */
export function shownRows(
  rows: readonly BudgetRow[],
  { isSorted, hidesEmpty, filter }: BudgetView,
  folded: ReadonlySet<string> = new Set(),
): BudgetRow[] {
  const sought = comparableText(filter);
  const isSought = (name: string) => comparableText(name).includes(sought);
  const isShown = ({ category: { name, planned, spent, available }, above }: BudgetRow) =>
    (isSought(name) || (above !== null && isSought(above))) &&
    !(hidesEmpty && planned === 0 && spent === 0 && (available ?? 0) === 0);
  const parentsOfShown = new Set(rows.filter(isShown).map((row) => row.above));
  const shown = rows.filter((row) => isShown(row) || (row.level === 1 && parentsOfShown.has(row.category.name)));
  if (isSorted) return overspentFirst(shown);
  return shown.filter(({ category: { parent }, level }) => level === 1 || parent === null || !folded.has(parent));
}
