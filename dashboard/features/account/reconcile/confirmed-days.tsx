import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Account } from '#contract/account.ts';
import type { ConfirmedDay } from '#contract/reconcile-calls.ts';
import { hasSeveralAccounts } from '../../../accounts/accounts.ts';
import { useIsPast, useKnown } from '../../../browser-state/known.ts';
import { changesAddress } from '../../../explain/changes-address.ts';
import { confirmedDaysQuery } from '../../../server/queries.ts';
import { useUser } from '../../../server/user.ts';
import { Button } from '../../../ui/button.tsx';
import { formatDay } from '../../../ui/day.ts';
import { CheckIcon } from '../../../ui/icons.tsx';
import { lazyOverlay } from '../../../ui/lazy.tsx';
import { LoadError } from '../../../ui/loading.tsx';
import { formatMoney, formatSigned } from '../../../ui/money.ts';
import { PageSection } from '../../../ui/page.tsx';

const ConfirmBalance = lazyOverlay(() => import('./confirm-balance.tsx').then((file) => file.ConfirmBalance));
const FindMissing = lazyOverlay(() => import('./find-missing.tsx').then((file) => file.FindMissing));

/** Number of the newest days that are shown at first, beside all broken ones. */
const DAYS_AT_FIRST = 6;

/** Section of the confirmed days by account, with those that the books no longer agree with (product 11.7). */
export function ConfirmedDays() {
  const user = useUser();
  const [confirming, setConfirming] = useState(false);
  const [finding, setFinding] = useState(false);
  const [asked, setAsked] = useState<{ account: Account; date: string }>();

  function find(account: Account, date: string) {
    setAsked({ account, date });
    setFinding(true);
  }

  return (
    <PageSection margin={<h2 className="note">Confirmed by the bank</h2>}>
      <p className="max-w-[38rem] text-ink-muted">
        Say what your bank has at the end of a day, and Daybook says from then on whether the books agree.
      </p>
      {user.accounts.map((account) => (
        <DaysOf key={account._id} account={account} onFind={(date) => find(account, date)} />
      ))}
      <Button className="mt-7" writes onClick={() => setConfirming(true)}>
        Confirm a Balance
      </Button>
      <ConfirmBalance open={confirming} onOpenChange={setConfirming} />
      {asked && <FindMissing open={finding} {...asked} onClose={() => setFinding(false)} />}
    </PageSection>
  );
}

type DaysProps = { account: Account; onFind: (date: string) => void };

/** The confirmed days of an account; nothing where there are none. */
function DaysOf({ account, onFind }: DaysProps) {
  const user = useUser();
  const isPast = useIsPast();
  const [all, setAll] = useState(false);
  const { data: days, isLoadingError, error, refetch } = useQuery(confirmedDaysQuery(account._id, useKnown()));
  if (isLoadingError) return <LoadError problem={error.problem} retry={refetch} />;
  if (!days || days.length === 0) return null;
  const shown = days.filter(({ difference }, index) => all || index < DAYS_AT_FIRST || difference !== 0);
  const name = hasSeveralAccounts(user) ? ` of ${account.name}` : '';
  return (
    <>
      {hasSeveralAccounts(user) && <h3 className="mt-6 font-semibold wrap-anywhere">{account.name}</h3>}
      <ul aria-label={`Confirmed days${name}`} className="mt-4 border-t border-rule [h3+&]:mt-2">
        {shown.map((day) => (
          <li key={day.date} className={ROW}>
            <Day day={day} currency={user.currency} />
            {!isPast && isFirstBroken(days, day) && (
              <Button
                size="small"
                className="order-2 col-span-full mt-2 mb-1 justify-self-start sm:col-[2/-1]"
                aria-haspopup="dialog"
                onClick={() => onFind(day.date)}
              >
                Find the missing {formatMoney(day.difference, user.currency)}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {shown.length < days.length && (
        <Button kind="quiet" size="small" className="mt-2 -ml-4" onClick={() => setAll(true)}>
          Show all {days.length} days{name}
        </Button>
      )}
    </>
  );
}

/** Whether a day is broken while the confirmed day before it agrees, or there is none before it. */
function isFirstBroken(days: readonly ConfirmedDay[], day: ConfirmedDay): boolean {
  const before = days[days.indexOf(day) + 1];
  return day.difference !== 0 && (before === undefined || before.difference === 0);
}

const ROW = [
  'grid min-h-11 grid-cols-[minmax(0,1fr)_auto_6.5rem] items-baseline gap-x-4 border-b border-rule py-[0.6rem]',
  'sm:grid-cols-[11rem_minmax(0,1fr)_auto_11rem] sm:gap-x-6',
].join(' ');

/** A confirmed day: the bank's balance, whether the books agree, and the change that broke it. */
function Day({
  day: { date, balance, difference, source, brokenBy },
  currency,
}: {
  day: ConfirmedDay;
  currency: string;
}) {
  return (
    <>
      <span>{formatDay(date).long}</span>
      <span className="note text-[1rem] order-1 col-span-full empty:hidden sm:order-none sm:col-auto">
        {source === 'statement' && 'From a statement'}
      </span>
      <span className="text-right whitespace-nowrap sm:col-3">
        <span className="sr-only">The bank has </span>
        {formatSigned(balance, currency)}
      </span>
      {difference === 0 ? (
        <span className="text-right text-income [&>svg]:inline-block [&>svg]:align-[-0.15em]">
          <CheckIcon /> Agrees
        </span>
      ) : (
        <span className="text-right font-semibold text-danger">
          {formatMoney(difference, currency)} {difference > 0 ? 'missing' : 'too much'}
        </span>
      )}
      {difference !== 0 && (
        <span className="order-1 col-span-full text-small text-ink-muted wrap-anywhere sm:col-[2/-1]">
          {brokenBy ? (
            <>
              Broken by{' '}
              <Link className="link" to={changesAddress([brokenBy.changeSetId])}>
                {brokenBy.title}
              </Link>
            </>
          ) : (
            'Has not agreed since it was confirmed'
          )}
        </span>
      )}
    </>
  );
}
