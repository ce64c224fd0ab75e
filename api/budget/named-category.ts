import { budgetCategory } from '#ledger/budget/commands.ts';
import type { Categories } from '#ledger/model/categories.ts';
import { rejectionProblem } from '../commands/rejection.ts';

/**
 * The id of the category of expenses that a call names, `-` for none. Throws the problems category_not_found, and
 * invalid, of the field of `input` that names it.
 */
export function namedCategory(named: string, categories: Categories, input: object): string {
  const found = budgetCategory(named, categories);
  if (typeof found === 'string') return found;
  if (found.outcome !== 'rejected') throw new Error('A category that is not found is a rejection.');
  throw rejectionProblem(found.reason, input, found.details);
}
