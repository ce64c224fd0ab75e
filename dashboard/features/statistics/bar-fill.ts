/** The classes of a bar of income or expenses. */
export const BAR_FILL = {
  Income: 'bg-chart-1',
  Expense:
    'border border-chart-2 bg-[repeating-linear-gradient(-45deg,var(--chart-2)_0_1.5px,var(--expense-wash)_1.5px_4px)]',
} as const;
