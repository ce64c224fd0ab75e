import type { Category } from '#contract/category-calls.ts';
import { GIVEN_CATEGORIES, listed } from '#ledger/model/categories.ts';
import type { CategoryKind } from '#ledger/model/constants.ts';

/** The specification's categories in their order, which screens show until the user's are loaded. */
export const GIVEN: readonly Category[] = listed(GIVEN_CATEGORIES).map(({ id, name, kind }) => ({
  _id: id,
  name,
  kind,
  parent: null,
  isOwn: false,
  isArchived: false,
  position: null,
  count: 0,
}));

/** The category with an id. */
export function categoryWithId(categories: readonly Category[], id: string | null): Category | undefined {
  return categories.find(({ _id }) => _id === id);
}

/** The name of a category, behind the name of the category above it: `Food & Drinks › Bakery`. */
export function pathOf(categories: readonly Category[], { name, parent }: Category): string {
  const above = categoryWithId(categories, parent);
  return above ? `${above.name} › ${name}` : name;
}

/** The categories that another one can be below: of its kind, at the top, not archived, in their order. */
export function parentsFor(categories: readonly Category[], kind: Category['kind'], id: string | null): Category[] {
  return categories.filter(
    (other) => other.kind === kind && other.parent === null && !other.isArchived && other._id !== id,
  );
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

/** A category as an entry or a part has it: its name, and its id where type and name don't say which it is. */
type Named = { category?: string | null | undefined; categoryId?: string | undefined; amount?: number };

/**
 * Whether an entry, or a part of an entry of that type, is a refund: an income with a category of expenses. A part
 * below 0, such as the tax of a payslip, is none.
 */
export function isRefund(
  categories: readonly Category[],
  { type, categoryId, amount = 0 }: Named & { type: string; amount?: number },
): boolean {
  return (
    type === 'Income' &&
    amount >= 0 &&
    categoryId !== undefined &&
    categoryWithId(categories, categoryId)?.kind === 'Expense'
  );
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

type WithParts = Named & { type: string; parts?: readonly Named[] | null | undefined };

/** Whether an entry, or a part of it, is a refund. */
export function hasRefund(categories: readonly Category[], { type, parts, ...entry }: WithParts): boolean {
  return [entry, ...(parts ?? [])].some((named) => isRefund(categories, { ...named, type }));
}

/**
 * The category of an entry or a part in words, behind the category above it; a category that isn't there has its id.
 */
export function categoryPath(
  categories: readonly Category[],
  { type, category: name, categoryId }: { type: string; category: string; categoryId?: string | undefined },
): string {
  const named = categories.filter((category) => category.name === name);
  const category =
    categoryWithId(categories, categoryId ?? null) ?? named.find(({ kind }) => kind === type) ?? named[0];
  return category ? pathOf(categories, category) : name;
}

/** Begins the value of a choice that makes an income a refund: no name begins with a space. */
const REFUND_OF = ' refund of ';

/**
 * The categories of expenses that an income can be a refund of, by values that name their ids. Values in `present` stay
 * though their categories are archived.
 */
export function refundsToChoose(categories: readonly Category[], present: readonly string[] = []): CategoryChoice[] {
  return categories
    .map((category) => ({ category, value: REFUND_OF + category._id }))
    .filter(
      ({ category: { kind, isArchived }, value }) => kind === 'Expense' && (!isArchived || present.includes(value)),
    )
    .map(({ category, value }) => ({ value, label: pathOf(categories, category) }));
}

/** The value that stands for the category of an entry or a part, in a form of its type; empty for none. */
export function valueOfCategory(categories: readonly Category[], named: Named & { type: string }): string {
  return isRefund(categories, named) ? REFUND_OF + named.categoryId : (named.category ?? '');
}

/** Whether a value makes an income a refund. */
export const isRefundValue = (value: string): boolean => value.startsWith(REFUND_OF);

/** The category of a value as calls take it: by its name; the category of a refund by its id. */
export function categoryInputOf(value: string): { category: string } | { categoryId: string } {
  return isRefundValue(value) ? { categoryId: value.slice(REFUND_OF.length) } : { category: value };
}
