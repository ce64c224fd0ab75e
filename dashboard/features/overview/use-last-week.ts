import { useQuery } from '@tanstack/react-query';
import { NOT_UNDOABLE } from '#ledger/model/constants.ts';
import { firstOf, shifted } from '#ledger/model/days.ts';
import { useKnown } from '../../browser-state/known.ts';
import { fetchData } from '../../server/cache.ts';
import { CHANGE_SETS_KEY, recentTransactionsQuery } from '../../server/queries.ts';
import { useToday } from '../../shared/as-known/moment.ts';
import { localDateOf } from '../../ui/day.ts';
import { FRESH_MS } from './fresh.ts';

const WEEK_DAYS = 7;
const SHOWN_MAX = 8;

/** The ids of the newest change-sets of last week that can be undone. They are asked for once the list is there. */
export function useLastWeek(): readonly string[] {
  const thisWeek = firstOf('week', useToday());
  const { isPending } = useQuery({ ...recentTransactionsQuery(useKnown()), enabled: false });
  const { data: ids = [] } = useQuery({
    queryKey: [CHANGE_SETS_KEY, 'last week', thisWeek],
    enabled: !isPending,
    staleTime: FRESH_MS,
    queryFn: async () => {
      const { changeSets } = await fetchData('getChangeSets', {});
      return changeSets
        .filter(({ recordedAt }) => {
          const day = localDateOf(new Date(recordedAt));
          return day < thisWeek && day >= shifted(thisWeek, -WEEK_DAYS);
        })
        .filter(({ kind, undoneBy }) => undoneBy === null && !NOT_UNDOABLE.includes(kind))
        .slice(0, SHOWN_MAX)
        .map(({ _id }) => _id);
    },
  });
  return ids;
}
