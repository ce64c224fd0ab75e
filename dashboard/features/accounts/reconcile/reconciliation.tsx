import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Account } from '#contract/account.ts';
import { useKnown } from '../../../browser-state/known.ts';
import { confirmedDaysQuery } from '../../../server/queries.ts';
import { useUser } from '../../../server/user.ts';
import { hasSeveralAccounts } from '../../../shared/accounts/accounts.ts';
import { firstBroken } from '../../../shared/accounts/broken-day.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyOverlay } from '../../../ui/lazy.tsx';
import { SkeletonBar } from '../../../ui/loading.tsx';
import { ConfirmedDays } from './confirmed-days.tsx';
import { ConfirmedStatus } from './confirmed-status.tsx';
import { Failed } from './failed.tsx';
import { FindButton } from './find-button.tsx';

const ConfirmBalance = lazyOverlay(() => import('./confirm-balance.tsx').then((file) => file.ConfirmBalance));

const STATUS = 'mt-1 flex min-h-8.5 flex-wrap items-center gap-x-6 gap-y-2 text-small';

const WHY_TO_CONFIRM =
  'Say what your bank has at the end of a day, and Daybook says from then on whether the books agree.';

type Props = {
  account: Account;
  /** Looks for what is missing on a confirmed day (ISO date). */
  onFind: (date: string) => void;
  /** Further buttons of the account. */
  children: ReactNode;
};

/** Whether an account agrees with the bank (product 11.7), its buttons, and its confirmed days on demand. */
export function Reconciliation({ account, onFind, children }: Props) {
  const user = useUser();
  const { currency } = user;
  const [isOpen, setOpen] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address opens it again.
  useEffect(() => {
    if (hash === `#confirm-${account._id}` && account.isOpen) setConfirming(true);
  }, [hash, key]);
  const listId = useId();
  const { data: days, isLoadingError, error, refetch } = useQuery(confirmedDaysQuery(account._id, useKnown()));
  const broken = days && firstBroken(days);
  const hasDays = days !== undefined && days.length > 0;
  const whose = hasSeveralAccounts(user) ? ` of ${account.name}` : '';
  const listed = hasDays && isOpen;
  return (
    <>
      {isLoadingError ? (
        <Failed what="The days checked with the bank" problem={error.problem} retry={refetch} />
      ) : days === undefined ? (
        <p className="min-h-8.5 py-1">
          <SkeletonBar width="16rem" />
        </p>
      ) : hasDays ? (
        <div className={STATUS}>
          <p>
            <ConfirmedStatus days={days} currency={currency} />
          </p>
          {broken && !listed && <FindButton day={broken} currency={currency} whose={whose} onFind={onFind} />}
        </div>
      ) : (
        account.isOpen && (
          <p className={`${STATUS} max-w-136 text-ink-muted`}>
            No day is checked with the bank yet.{whose === '' && ` ${WHY_TO_CONFIRM}`}
          </p>
        )
      )}
      <div className="mt-1 -ml-4 flex flex-wrap">
        {hasDays && (
          <Button
            kind="quiet"
            size="small"
            aria-expanded={isOpen}
            aria-controls={listed ? listId : undefined}
            aria-label={`Checked with the bank${whose}`}
            onClick={() => setOpen(!isOpen)}
          >
            Checked with the bank
          </Button>
        )}
        {account.isOpen && (
          <Button
            kind="quiet"
            size="small"
            writes
            aria-label={`Confirm a Balance${whose}`}
            onClick={() => setConfirming(true)}
          >
            Confirm a Balance
          </Button>
        )}
        {children}
      </div>
      {listed && (
        <div id={listId}>
          <ConfirmedDays days={days} currency={currency} whose={whose} onFind={onFind} />
        </div>
      )}
      <ConfirmBalance account={account} open={confirming} onOpenChange={setConfirming} />
    </>
  );
}
