import type { CategoryMonthSum } from '../budget/month.ts';
import { type Categories, NO_CATEGORY } from '../model/categories.ts';
import { type CategoryKind, EVERYDAY } from '../model/constants.ts';
import { type Cents, negated, safe } from '../model/money.ts';
import type { TransactionState, TransferState } from '../model/state.ts';

/** An entry before and after commands, each null if it is not there. */
export type ChangedEntry =
  | { kind: 'transaction'; before: TransactionState | null; after: TransactionState | null }
  | { kind: 'transfer'; before: TransferState | null; after: TransferState | null };

/** The change of the sum of a category of a kind in a month (ISO month), null for no category, in cents. */
export type CategoryChange = { kind: CategoryKind; category: string | null; month: string; amount: Cents };

/**
 * The changes of the sums of categories in months, none of 0: refunds are taken off the expenses of their category
 * (product 5.9).
 */
export function categoryChanges(changed: readonly ChangedEntry[], categories: Categories): CategoryChange[] {
  const changes = new Map<string, CategoryChange>();
  const add = (entry: TransactionState | null, sign: 1 | -1) => {
    for (const { type, category, month, amount } of entry ? partsOf(entry) : []) {
      const isRefund = type === 'Income' && category !== null && categories.get(category)?.kind === 'Expense';
      const kind = isRefund ? 'Expense' : type;
      const key = `${kind} ${month} ${category}`;
      const before = changes.get(key)?.amount ?? 0;
      const signed = (sign === 1) === isRefund ? negated(amount) : amount;
      changes.set(key, { kind, category, month, amount: safe(before + signed) });
    }
  };
  for (const each of changed) {
    if (each.kind === 'transfer') continue;
    add(each.before, -1);
    add(each.after, 1);
  }
  return [...changes.values()].filter(({ amount }) => amount !== 0);
}

/** The changes of the sums from which a budget is worked out; `beside` are the accounts that stand beside it. */
export function budgetChanges(changed: readonly ChangedEntry[], beside: ReadonlySet<string>): CategoryMonthSum[] {
  return changed.flatMap(({ before, after }) => [
    ...budgetSumsOf(before, beside).map((sum) => ({ ...sum, amount: -sum.amount })),
    ...budgetSumsOf(after, beside),
  ]);
}

function budgetSumsOf(entry: TransactionState | TransferState | null, beside: ReadonlySet<string>): CategoryMonthSum[] {
  if (!entry) return [];
  if ('from' in entry) {
    const { date, amount, category = NO_CATEGORY } = entry;
    const leaves = beside.has(entry.from);
    if (leaves === beside.has(entry.to)) return [];
    return [{ month: date.slice(0, 7), type: leaves ? 'Income' : 'Expense', category, amount }];
  }
  if (beside.has(entry.accountId ?? EVERYDAY)) return [];
  return partsOf(entry).map(({ category, ...sum }) => ({ ...sum, category: category ?? NO_CATEGORY }));
}

type PartSum = { type: TransactionState['type']; month: string; category: string | null; amount: Cents };

/** The parts of a transaction, itself if it is not split. */
function partsOf({ type, date, amount, category, parts }: TransactionState): PartSum[] {
  const month = date.slice(0, 7);
  return parts
    ? parts.map((part) => ({ type, month, category: part.category, amount: part.amount }))
    : [{ type, month, category: category ?? null, amount }];
}
