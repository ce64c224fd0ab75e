import { useQuery } from '@tanstack/react-query';
import { shifted } from '#ledger/model/days.ts';
import { useKnown } from '../../browser-state/known.ts';
import { netWorthQuery } from '../../server/queries.ts';
import { useUser } from '../../server/user.ts';
import { useToday } from '../../shared/as-known/moment.ts';
import { SkeletonBar } from '../../ui/loading.tsx';
import { Failed } from './reconcile/failed.tsx';
import { Sparkline } from './sparkline.tsx';

const SPAN_DAYS = 365;

/** The balance of an account at the end of each month of a year. */
export function AccountBalanceLine({ accountId }: { accountId: string }) {
  const { currency } = useUser();
  const today = useToday();
  const parameters = { from: shifted(today, -SPAN_DAYS), to: today, step: 'month', account: accountId } as const;
  const { data, isLoadingError, error, refetch } = useQuery(netWorthQuery(parameters, useKnown()));
  if (isLoadingError) return <Failed what="The line" problem={error.problem} retry={refetch} />;
  return data ? <Sparkline points={data} currency={currency} /> : <SkeletonBar width="11rem" />;
}
