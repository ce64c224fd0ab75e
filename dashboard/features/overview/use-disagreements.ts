import { useQueries, useQuery } from '@tanstack/react-query';
import type { Account } from '#contract/account.ts';
import type { ConfirmedDay } from '#contract/reconcile-calls.ts';
import { useKnown } from '../../browser-state/known.ts';
import { confirmedDaysQuery, recentTransactionsQuery } from '../../server/queries.ts';
import { useUser } from '../../server/user.ts';
import { openAccounts } from '../../shared/accounts/accounts.ts';
import { firstBroken } from '../../shared/accounts/broken-day.ts';
import { FRESH_MS } from './fresh.ts';

/**
 * The open accounts whose books disagree with a confirmed day, and that day (product 11.7). The days are asked for once
 * the list of transactions is there.
 */
export function useDisagreements(): { account: Account; day: ConfirmedDay }[] {
  const known = useKnown();
  const accounts = openAccounts(useUser());
  const { isPending } = useQuery({ ...recentTransactionsQuery(known), enabled: false });
  const answers = useQueries({
    queries: accounts.map(({ _id }) => ({
      ...confirmedDaysQuery(_id, known),
      enabled: !isPending,
      staleTime: FRESH_MS,
    })),
  });
  return accounts.flatMap((account, index) => {
    const day = firstBroken(answers[index]?.data ?? []);
    return day ? [{ account, day }] : [];
  });
}
