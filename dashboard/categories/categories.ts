import type { Category } from '#contract/category-calls.ts';
import { EXPENSE_CATEGORIES, INCOME_CATEGORIES } from '#ledger/model/constants.ts';

export type CategoryKind = Category['kind'];

/** The id of the Other of incomes: that of every other category of the specification is its name (product 2.7). */
const OTHER_INCOME = 'Other income';

const given = (kind: CategoryKind, names: readonly string[]) =>
  names.map(
    (name): Category => ({
      _id: kind === 'Income' && name === 'Other' ? OTHER_INCOME : name,
      name,
      kind,
      parent: null,
      isOwn: false,
      isArchived: false,
      count: 0,
    }),
  );

/** The specification's categories in their order, which screens show until the user's are loaded. */
export const GIVEN: readonly Category[] = [
  ...given('Expense', EXPENSE_CATEGORIES),
  ...given('Income', INCOME_CATEGORIES),
];

/** The category with an id. */
export function categoryWithId(categories: readonly Category[], id: string | null): Category | undefined {
  return categories.find(({ _id }) => _id === id);
}

/** The name of a category, behind that of the one above it: `Food & Drinks › Bakery`. */
export function pathOf(categories: readonly Category[], { name, parent }: Category): string {
  const above = categoryWithId(categories, parent);
  return above ? `${above.name} › ${name}` : name;
}

/** A category to choose: what is chosen, and its words. */
export type CategoryChoice = { value: string; label: string };

/**
 * The categories of a kind that a form offers, by their names, in the order in which they are shown. Of archived ones
 * only the `present` one. A present one that isn't there, such as before they are loaded, is the last.
 */
export function categoriesToChoose(
  categories: readonly Category[],
  kind: CategoryKind,
  present: readonly string[] = [],
): CategoryChoice[] {
  const offered = categories.filter(
    (category) => category.kind === kind && (!category.isArchived || present.includes(category.name)),
  );
  const choices = offered.map((category) => ({ value: category.name, label: pathOf(categories, category) }));
  const missing = new Set(present.filter((name) => name !== '' && !choices.some(({ value }) => value === name)));
  return [...choices, ...[...missing].map((name) => ({ value: name, label: name }))];
}

/**
 * Whether an entry is a refund: an income with a category of expenses (product 4.20). Of a name that both kinds have,
 * its type decides.
 */
export function isRefund(
  categories: readonly Category[],
  { type, category }: { type: string; category?: string | null | undefined },
): boolean {
  if (type !== 'Income' || !category) return false;
  const kinds = categories.flatMap(({ name, kind }) => (name === category ? [kind] : []));
  return kinds.length > 0 && !kinds.includes('Income');
}
