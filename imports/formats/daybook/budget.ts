import { cellOf, type Target } from '#ledger/model/budget.ts';
import { NO_CATEGORY } from '#ledger/model/categories.ts';
import { FIRST_DAY, LAST_DAY } from '#ledger/model/constants.ts';
import { LARGEST_AMOUNT } from '#ledger/model/money.ts';
import type { ExportedCategory, ParsedBudget, ParsedCategory } from '../../parsed.ts';
import type { ExportedBooks } from './books.ts';

/**
 * The budget at the end of an export: what is planned, settings in the order in which they were made, and targets. What
 * is planned for a category that is gone, or of incomes, is left out, and so is a target that Daybook would not have
 * kept, as after a change by hand.
 */
export function exportedBudget({ books }: ExportedBooks, categories: readonly ExportedCategory[]): ParsedBudget {
  const ofExpenses = categories.filter(({ kind }) => kind === 'Expense');
  const byId = new Map<string, ParsedCategory | null>([
    [NO_CATEGORY, null],
    ...ofExpenses.map(({ categoryId, name, parent, kind }) => [categoryId, { name, parent, kind }] as const),
  ]);
  const found = (id: string) => {
    const category = byId.get(id);
    return category === undefined ? [] : [{ category }];
  };
  const carries = [...books.carries].sort(([, one], [, other]) => one.place - other.place);
  return {
    plans: [...books.plans].flatMap(([id, amount]) => {
      const { categoryId, month } = cellOf(id);
      return found(categoryId).map((of) => ({ ...of, month, amount }));
    }),
    carries: carries.flatMap(([id, { carry }]) => {
      const { categoryId, month } = cellOf(id);
      return found(categoryId).map((of) => ({ ...of, month, carry }));
    }),
    targets: [...books.targets].flatMap(([categoryId, target]) =>
      isPossible(target) ? found(categoryId).map((of) => ({ ...of, target })) : [],
    ),
  };
}

/** Whether a target can be one of Daybook (product 12.3). */
function isPossible(target: Target): boolean {
  if (target.kind === 'share') return target.percent > 0 && target.percent <= 100;
  if (target.amount < 1 || target.amount > LARGEST_AMOUNT) return false;
  return target.kind !== 'by' || (target.date >= FIRST_DAY && target.date <= LAST_DAY);
}
