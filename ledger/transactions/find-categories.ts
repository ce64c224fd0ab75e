import { type Categories, type CategoryRef, categoryNamed } from '../model/categories.ts';
import { type Decision, rejected } from '../model/command-rule.ts';
import type { Part, TransactionState } from '../model/state.ts';

/** The categories of a transaction as a command names them, its own and its parts'. */
export type NamedCategories = {
  category?: CategoryRef | undefined;
  parts?: readonly (Omit<Part, 'category'> & { category: CategoryRef })[] | undefined;
};
type FoundCategories = Pick<TransactionState, 'category' | 'parts'>;

/**
 * Finds the categories that a command names for a transaction of a type (product 4.13, product 4.19). An income may
 * have a category of expenses if `isRefund` is true, in its parts always: a name is then looked for among incomes'
 * first. An archived category is taken only if the transaction has it `before`. Rejects a category that is not there or
 * doesn't fit; `details` are then the names that do.
 */
export function findCategories(
  { category, parts }: NamedCategories,
  type: TransactionState['type'],
  categories: Categories,
  { isRefund = false, before }: { isRefund?: boolean; before?: FoundCategories | undefined } = {},
): FoundCategories | Decision<never> {
  const known = new Set([before?.category, ...(before?.parts ?? []).map((part) => part.category)]);
  const find = (ref: CategoryRef, isPart: boolean): string | Decision<never> => {
    const allowed = type === 'Income' && (isRefund || isPart) ? (['Income', 'Expense'] as const) : [type];
    const names = () => namesOf(categories, allowed);
    const misfit = type === 'Expense' ? 'not_an_expense_category' : 'not_an_income_category';
    const found =
      typeof ref === 'string'
        ? ref
        : allowed.map((kind) => categoryNamed(categories, ref.name, kind)).find((id) => id !== undefined);
    if (found === undefined) return rejected(isPart ? `part_${misfit}` : misfit, names());
    const { kind, isArchived } = categories.get(found) ?? {};
    if (kind === undefined) return rejected('category_not_found');
    if (!(allowed as readonly string[]).includes(kind)) return rejected(isPart ? `part_${misfit}` : misfit, names());
    if (!isArchived || known.has(found)) return found;
    return rejected(isPart ? 'part_of_archived_category' : 'of_archived_category');
  };
  const own = category === undefined ? undefined : find(category, false);
  if (typeof own === 'object') return own;
  const found: Part[] = [];
  for (const part of parts ?? []) {
    const ofPart = find(part.category, true);
    if (typeof ofPart === 'object') return ofPart;
    found.push({ ...part, category: ofPart });
  }
  return { ...(own !== undefined && { category: own }), ...(parts && { parts: found }) };
}

/** The names of the categories of some kinds that take entries. */
function namesOf(categories: Categories, kinds: readonly string[]): string[] {
  const fitting = [...categories.values()].filter(({ kind, isArchived }) => kinds.includes(kind) && !isArchived);
  return [...new Set(fitting.map(({ name }) => name))];
}
