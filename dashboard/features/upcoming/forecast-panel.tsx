import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { Forecast } from '#contract/forecast-calls.ts';
import { shifted } from '#ledger/model/days.ts';
import { useKnown } from '../../browser-state/known.ts';
import { netWorthQuery } from '../../server/queries.ts';
import { useUser } from '../../server/user.ts';
import { AccountSelect } from '../../shared/accounts/account-field.tsx';
import { openAccounts } from '../../shared/accounts/accounts.ts';
import { useToday } from '../../shared/as-known/moment.ts';
import { Checkbox } from '../../ui/fields.tsx';
import { ChevronIcon } from '../../ui/icons.tsx';
import { lazyComponent } from '../../ui/lazy.tsx';
import { LoadError } from '../../ui/loading.tsx';
import { formatMoney } from '../../ui/money.ts';
import { LowestPoint } from './lowest-point.tsx';

const ForecastLine = lazyComponent(() => import('./forecast-line.tsx').then((file) => file.ForecastLine));

const ALL_ACCOUNTS = { _id: '', name: 'All accounts' };
/** As high as the line with its text, so that nothing moves when it is loaded. */
const ROOM = 'h-[21.75rem] border-t border-rule';

const PANEL_ID = 'balance-ahead';
/** On narrow screens the list comes first: the line is unfolded by its lowest point. */
const FOLD = 'flex min-h-11 w-full items-center justify-between border-y border-rule text-left sm:hidden print:hidden';

type Props = {
  forecast: UseQueryResult<Forecast>;
  spanDays: number;
  account: string;
  hasSpending: boolean;
  onAccount: (account: string) => void;
  onSpending: (hasSpending: boolean) => void;
};

/** The line of the balance, as many days back as ahead, of an account or all, with usual spending or without. */
export function ForecastPanel({ forecast, spanDays, account, hasSpending, onAccount, onSpending }: Props) {
  const user = useUser();
  const { currency } = user;
  const today = useToday();
  const past = useQuery(
    netWorthQuery(
      {
        from: shifted(today, -spanDays),
        to: shifted(today, -1),
        step: 'day',
        ...(account !== '' && { account }),
      },
      useKnown(),
    ),
  );
  const [isOpen, setOpen] = useState(false);
  const lowest = forecast.data?.lowest;
  const failed = [forecast, past].find(({ isLoadingError }) => isLoadingError);
  const spending = forecast.data?.spending;
  const accounts = openAccounts(user);
  return (
    <section aria-label="Balance ahead">
      <button
        type="button"
        className={FOLD}
        aria-expanded={isOpen}
        aria-controls={PANEL_ID}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="note text-[1.0625rem]">
          {lowest ? <LowestPoint lowest={lowest} currency={currency} /> : 'Balance ahead'}
        </span>
        <ChevronIcon className={isOpen ? 'rotate-180' : ''} />
      </button>
      <div id={PANEL_ID} className={isOpen ? '' : 'max-sm:hidden'}>
        {failed?.error ? (
          <LoadError problem={failed.error.problem} retry={failed.refetch} />
        ) : (
          <Suspense fallback={<div className={ROOM} />}>
            {forecast.data && past.data ? (
              <ForecastLine
                // Begins at today again.
                key={`${spanDays} ${account}`}
                past={past.data}
                forecast={forecast.data}
                currency={currency}
              />
            ) : (
              <div className={ROOM} />
            )}
          </Suspense>
        )}
        {accounts.length > 1 && (
          <div className="mt-4">
            <AccountSelect
              label="Account"
              accounts={[ALL_ACCOUNTS, ...accounts]}
              value={account}
              onChange={onAccount}
              error={undefined}
            />
          </div>
        )}
        <div className="mt-3">
          <Checkbox label="With usual spending" checked={hasSpending} onChange={onSpending} />
          {spending && (
            <p className="text-small text-ink-muted">
              {formatMoney(spending.perDay, currency)} a day from tomorrow on: a seventh of the median of the last{' '}
              {spending.weeks} full weeks of unscheduled spending.
            </p>
          )}
        </div>
      </div>
    </section>
  );
}
