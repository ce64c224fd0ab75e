import { DEFAULT_INCOME_CATEGORY, EXPENSE_CATEGORIES, INCOME_CATEGORIES } from '../../ledger/model/constants.ts';

/** Call, categories and texts of the expense and the income form. */
export const kinds = {
  Expense: {
    command: 'createExpense',
    categories: ['', ...EXPENSE_CATEGORIES],
    save: 'Save expense',
    saving: 'Saving expense...',
    saved: 'Expense saved successfully!',
    failed: 'Failed to save expense. Please try again.',
  },
  Income: {
    command: 'createIncome',
    categories: [
      DEFAULT_INCOME_CATEGORY,
      ...INCOME_CATEGORIES.filter((category) => category !== DEFAULT_INCOME_CATEGORY),
    ],
    save: 'Save income',
    saving: 'Saving income...',
    saved: 'Income saved successfully!',
    failed: 'Failed to save income. Please try again.',
  },
} as const;

export type Kind = keyof typeof kinds;
export const KINDS = ['Expense', 'Income'] as const satisfies readonly Kind[];

/** Converts the value of a tab to a kind. */
export function kindOf(name: string): Kind {
  return name === 'Income' ? 'Income' : 'Expense';
}
