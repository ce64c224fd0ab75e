import { useMemo } from 'react';
import type { User } from '#contract/user.ts';
import type { QueryNames } from '#ledger/search/query.ts';
import { useToday } from '../as-known/moment.ts';
import { useCategories } from '../categories/use-categories.ts';

/** Returns what names in a query stand for, for a user. */
export function useNames({ accounts, weekStart }: Pick<User, 'accounts' | 'weekStart'>): QueryNames {
  const today = useToday();
  const categories = useCategories();
  return useMemo(
    () => ({
      today,
      weekStart: weekStart ?? undefined,
      accounts: accounts.map(({ _id, name }) => ({ accountId: _id, name })),
      categories: categories.map(({ _id, name, kind, parent }) => ({
        id: _id,
        name,
        kind,
        parent: parent ?? undefined,
      })),
    }),
    [today, weekStart, accounts, categories],
  );
}
