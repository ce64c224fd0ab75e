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

/**
 * The categories of both kinds that a form offers, by their names: of expenses, of incomes, and the names that both
 * have, of which the type of each entry decides.
 */
export function categoriesOfBoth(categories: readonly Category[], present: readonly string[] = []) {
  const [expenses, incomes] = (['Expense', 'Income'] as const).map((kind) =>
    categoriesToChoose(
      categories,
      kind,
      present.filter((name) => categories.some((one) => one.name === name && one.kind === kind)),
    ),
  ) as [CategoryChoice[], CategoryChoice[]];
  const isIn = (others: CategoryChoice[]) => (one: CategoryChoice) => others.some(({ value }) => value === one.value);
  return {
    expenses: expenses.filter((one) => !isIn(incomes)(one)),
    incomes: incomes.filter((one) => !isIn(expenses)(one)),
    either: incomes.filter(isIn(expenses)).map(({ value }) => ({ value, label: value })),
  };
}

type WithParts = Parameters<typeof isRefund>[1] & { parts?: readonly { category: string }[] | null | undefined };

/** Whether an entry, or a part of it, is a refund. */
export function hasRefund(categories: readonly Category[], { type, category, parts }: WithParts): boolean {
  return [category, ...(parts ?? []).map((part) => part.category)].some((name) =>
    isRefund(categories, { type, category: name }),
  );
}

/** The category of an entry in words, behind the one above it; what isn't there stands for itself. */
export function categoryPath(
  categories: readonly Category[],
  { type, category: name }: { type: string; category: string },
): string {
  const named = categories.filter((category) => category.name === name);
  const category = named.find(({ kind }) => kind === type) ?? named[0];
  return category ? pathOf(categories, category) : name;
}

/** Begins the value of a choice that makes an income a refund: no name begins with a space. */
const REFUND_OF = ' refund of ';

/** The categories of expenses that an income can be a refund of, by values that name their ids. */
export function refundsToChoose(categories: readonly Category[], present: readonly string[] = []): CategoryChoice[] {
  return categories
    .map((category) => ({ category, value: REFUND_OF + category._id }))
    .filter(
      ({ category: { kind, isArchived }, value }) => kind === 'Expense' && (!isArchived || present.includes(value)),
    )
    .map(({ category, value }) => ({ value, label: pathOf(categories, category) }));
}

/** The value that stands for the category of an entry or a part, in a form of its type; empty for none. */
export function valueOfCategory(
  categories: readonly Category[],
  entry: { type: string; category?: string | null | undefined },
): string {
  const name = entry.category ?? '';
  if (!isRefund(categories, entry)) return name;
  return REFUND_OF + (categories.find((category) => category.name === name && category.kind === 'Expense')?._id ?? '');
}

/** Whether a value makes an income a refund. */
export const isRefundValue = (value: string): boolean => value.startsWith(REFUND_OF);

/** The category of a value as calls take it: by its name, or that of a refund by its id. */
export function categoryInputOf(value: string): { category: string } | { categoryId: string } {
  return isRefundValue(value) ? { categoryId: value.slice(REFUND_OF.length) } : { category: value };
}
