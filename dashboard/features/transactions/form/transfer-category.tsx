import type { UseFormRegisterReturn } from 'react-hook-form';
import type { Account } from '#contract/account.ts';
import { pathOf } from '../../../shared/categories/categories.ts';
import { newCategory } from '../../../shared/categories/new-category.tsx';
import { useCategories } from '../../../shared/categories/use-categories.ts';
import { SelectField } from '../../../ui/registered-fields.tsx';

type Props = {
  /** The ids of the two accounts. */
  from: string;
  to: string;
  accounts: readonly Account[];
  error?: string | undefined;
  /** Takes a category that was added. */
  onAdded: (categoryId: string) => void;
  registration: UseFormRegisterReturn;
};

/**
 * Choice of a category for a transfer from or to an account beside the budget: the money is spent there, or comes in
 * (product 12.1). Nothing for other transfers.
 */
export function TransferCategory({ from, to, accounts, error, onAdded, registration }: Props) {
  const categories = useCategories();
  const isBudgeted = (id: string) => accounts.find(({ _id }) => _id === id)?.isBudgeted ?? true;
  if (isBudgeted(from) === isBudgeted(to)) return null;
  const offered = categories.filter(({ kind, isArchived }) => !isArchived && (kind === 'Expense' || isBudgeted(to)));
  return (
    <SelectField
      label="Category"
      optional
      options={['', ...offered.map(({ _id }) => _id)]}
      formatOption={(id) => {
        const category = offered.find(({ _id }) => _id === id);
        return category ? pathOf(categories, category) : 'No category';
      }}
      hint={isBudgeted(from) ? 'It is spent in this category.' : 'It comes in, or gives back what the category spent.'}
      newOption={newCategory('Expense', ({ _id }) => onAdded(_id))}
      error={error}
      registration={registration}
    />
  );
}
