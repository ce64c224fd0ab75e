import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useKnown } from '../../browser-state/known.ts';
import { netWorthQuery } from '../../server/queries.ts';
import { useUser } from '../../server/user.ts';
import { AccountSelect } from '../../shared/accounts/account-field.tsx';
import { openAccounts } from '../../shared/accounts/accounts.ts';
import { useToday } from '../../shared/as-known/moment.ts';
import { Choices } from '../../ui/choices.tsx';
import { lazyComponent } from '../../ui/lazy.tsx';
import { LoadError } from '../../ui/loading.tsx';
import { PageSection } from '../../ui/page.tsx';
import { fromFirstChange, RANGES, type Range, spanOf } from './balance-ranges.ts';

const BalanceLine = lazyComponent(() => import('./balance-chart.tsx').then((file) => file.OverviewBalanceLine));

const ALL_ACCOUNTS = { _id: '', name: 'All accounts' };
const LABELS: Record<Range, string> = { month: 'Month', year: 'Year', all: 'All' };

/** The line of the balance over a month, a year or all that is recorded, of all accounts together or of one. */
export function BalanceByDate() {
  const user = useUser();
  const [range, setRange] = useState<Range>('year');
  const [account, setAccount] = useState('');
  const span = spanOf(range, useToday());
  const { data, isLoadingError, error, refetch } = useQuery(
    netWorthQuery({ ...span, ...(account !== '' && { account }) }, useKnown()),
  );
  const accounts = openAccounts(user);
  const points = data && fromFirstChange(data);
  const isEmpty = account === '' && points?.every(({ amount }) => amount === 0);
  if (isEmpty) return null;
  return (
    <PageSection margin={<h2 className="note">Balance by date</h2>}>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <Choices
          legend="Balance by date"
          choices={RANGES.map((value) => ({ value, label: LABELS[value] }))}
          chosen={range}
          onChoose={setRange}
        />
        {accounts.length > 1 && (
          <div className="w-56 max-sm:w-full">
            <AccountSelect
              label="Account"
              accounts={[ALL_ACCOUNTS, ...accounts]}
              value={account}
              onChange={setAccount}
              error={undefined}
            />
          </div>
        )}
      </div>
      {isLoadingError && <LoadError problem={error.problem} retry={refetch} />}
      {!isLoadingError && (
        <Suspense fallback={<div className={ROOM} />}>
          {points ? (
            <BalanceLine
              // Begins at its last point again.
              key={`${range} ${account}`}
              points={points}
              currency={user.currency}
              account={account}
            />
          ) : (
            <div className={ROOM} />
          )}
        </Suspense>
      )}
    </PageSection>
  );
}

/** As high as the line with its text, so that nothing moves when it is loaded. */
const ROOM = 'h-[18.75rem]';
