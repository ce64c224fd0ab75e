import { idsByName } from './comparable-names.ts';
import { comparableText } from './comparable-text.ts';
import { CATEGORY_KINDS, type CategoryKind, EXPENSE_CATEGORIES, INCOME_CATEGORIES } from './constants.ts';
import type { ValuesOf, Whole } from './fields.ts';

/** Longest name of a category, in UTF-16 units, and most categories of one's own, archived ones too (product 2.1). */
export const CATEGORY_NAME_MAX = 30;
export const OWN_CATEGORIES_MAX = 200;

/** Names what has no category, in plans, in figures and in answers. */
export const NO_CATEGORY = '-';

/** The ids of the categories that stand in where none is chosen: they can't be archived (product 4.19). */
export const OTHER_EXPENSE = 'Other';
export const OTHER_INCOME = 'Other income';
export const SALARY = 'Salary';
export const DEFAULTS: readonly string[] = [SALARY, OTHER_EXPENSE, OTHER_INCOME];

/** A category as it is now. `parent` is the id of the category above it; own ones are ordered by `place`. */
export type CategoryState = Whole<ValuesOf<'category'>> & {
  /** The revision of the event that added it; below 0 of the specification's. */
  place: number;
};

/** The categories of a ledger by their ids: the specification's, then own ones in the order of adding. */
export type Categories = ReadonlyMap<string, CategoryState>;

/** The specification's categories, whose id is the name, but for the Other of incomes (product 2.7). */
export const GIVEN_CATEGORIES: Categories = new Map(
  [
    ...EXPENSE_CATEGORIES.map((name) => [name, name, 'Expense'] as const),
    ...INCOME_CATEGORIES.map((name) => [name === 'Other' ? OTHER_INCOME : name, name, 'Income'] as const),
  ].map(([id, name, kind], index, { length }) => [
    id,
    { name, kind, parent: undefined, isArchived: false, position: undefined, place: index - length },
  ]),
);

/** Categories with their ids, as lists have them. */
export function listed(categories: Categories): (CategoryState & { id: string })[] {
  return [...categories].map(([id, category]) => ({ id, ...category }));
}

/** Whether a category of the specification of a kind has a name. */
export function isGivenName(name: string, kind: CategoryKind): boolean {
  return [...GIVEN_CATEGORIES.values()].some((category) => category.kind === kind && category.name === name);
}

/** The names of the specification's categories, each once. */
export const GIVEN_NAMES: readonly string[] = [...new Set([...GIVEN_CATEGORIES.values()].map(({ name }) => name))];

/** Whether a category is one of the specification's, by its id. */
export function isGiven(categoryId: string): boolean {
  return GIVEN_CATEGORIES.has(categoryId);
}

/**
 * A category as a command names it: by its id, or by a name, which stands for the category of the kind that the entry
 * needs.
 */
export type CategoryRef = string | { name: string };

/** The id of the category of a kind that has a name, compared as `comparableText` has it; undefined where none has. */
export function categoryNamed(categories: Categories, name: string, kind: CategoryKind): string | undefined {
  const same = idsByName(categories, ([id, category]) => ({ id, name: category.name })).get(comparableText(name)) ?? [];
  return same.find((id) => categories.get(id)?.kind === kind);
}

/** The name of a category by its id; the id itself where it is not there. */
export function nameOfCategory(categories: Categories, categoryId: string): string {
  return categories.get(categoryId)?.name ?? categoryId;
}

/** The ids of all categories of expenses. */
export function expenseCategoryIds({ categories }: { categories: Categories }): string[] {
  return [...categories].flatMap(([id, { kind }]) => (kind === 'Expense' ? [id] : []));
}

/** The categories below another one. */
export function childrenOf(categories: Categories, categoryId: string): [string, CategoryState][] {
  return [...categories].filter(([, { parent }]) => parent === categoryId);
}

/**
 * The categories in the order in which they are shown (product 4.19): expenses before incomes; in a list categories
 * that the user has placed, then the specification's in their order, then own ones by name; each with the categories
 * below it behind it.
 */
export function inShownOrder(categories: Categories): [string, CategoryState][] {
  const compared = [...categories].map(([id, category]) => ({ id, category, key: comparableText(category.name) }));
  const rank = (id: string, { place }: CategoryState) => (isGiven(id) ? place : 0);
  const position = ({ category }: { category: CategoryState }) => category.position ?? Number.MAX_SAFE_INTEGER;
  compared.sort((one, other) => {
    const ranks = position(one) - position(other) || rank(one.id, one.category) - rank(other.id, other.category);
    return ranks || (one.key < other.key ? -1 : one.key > other.key ? 1 : one.category.place - other.category.place);
  });
  const isTop = ({ parent }: CategoryState) => parent === undefined || !categories.has(parent);
  return CATEGORY_KINDS.flatMap((kind) =>
    compared
      .filter(({ category }) => category.kind === kind && isTop(category))
      .flatMap((top) => [top, ...compared.filter(({ category }) => category.parent === top.id)])
      .map(({ id, category }): [string, CategoryState] => [id, category]),
  );
}
