import { expect, test } from 'vitest';
import type { Category } from '#contract/category-calls.ts';
import { hasRefund, isRefund } from './categories.ts';

const CATEGORIES: Category[] = (['Salary', 'Bills & Fees'] as const).map((name, index) => ({
  ...{
    _id: name,
    name,
    kind: index === 0 ? 'Income' : 'Expense',
    parent: null,
    isOwn: false,
    isArchived: false,
    position: null,
  },
  count: 0,
}));

test('an expense category of an income is a refund, but for a part below 0, such as the tax of a payslip', () => {
  const bills = { type: 'Income', categoryId: 'Bills & Fees' };
  expect([20, -1000].map((amount) => isRefund(CATEGORIES, { ...bills, amount }))).toEqual([true, false]);
  const payslip = (tax: number) => ({ type: 'Income', parts: [{ categoryId: 'Bills & Fees', amount: tax }] });
  expect([20, -1000].map((tax) => hasRefund(CATEGORIES, payslip(tax)))).toEqual([true, false]);
});
