import { cva } from 'class-variance-authority';
import { Tabs } from 'radix-ui';
import type { ReactNode } from 'react';

/** The selected tab has a double underline. */
const tab = cva(
  [
    'subtitle relative min-h-control pb-[0.7rem] text-ink-muted',
    'after:absolute after:inset-x-0 after:-bottom-[3px] after:hidden',
    'after:h-[5px] after:border-y-[1.5px] after:bg-background hover:text-ink data-[state=active]:text-ink',
    'data-[state=active]:after:block',
  ],
  {
    variants: {
      type: { Expense: 'after:border-expense', Income: 'after:border-income', Transfer: 'after:border-ink-muted' },
    },
  },
);

/** Row of tabs for the types. */
export function TypeTabs({ children }: { children: ReactNode }) {
  return (
    <Tabs.List className="flex gap-8 border-b border-rule" aria-label="Type">
      {children}
    </Tabs.List>
  );
}

export function TypeTab({ type }: { type: 'Expense' | 'Income' | 'Transfer' }) {
  return (
    <Tabs.Trigger value={type} className={tab({ type })}>
      {type}
    </Tabs.Trigger>
  );
}
