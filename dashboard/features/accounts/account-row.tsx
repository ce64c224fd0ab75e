import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Account } from '#contract/account.ts';
import { useUser } from '../../server/user.ts';
import { Explained } from '../../shared/explain/explained.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyOverlay } from '../../ui/lazy.tsx';
import { formatSigned } from '../../ui/money.ts';
import { COLUMNS } from '../../ui/page.tsx';
import { AccountBalanceLine } from './balance-line.tsx';
import { BudgetedButton } from './budgeted-button.tsx';
import { CloseButton } from './close-button.tsx';
import { Reconciliation } from './reconcile/reconciliation.tsx';

const RenameAccount = lazyOverlay(() => import('./account-dialogs.tsx').then((file) => file.RenameAccount));
const CloseAccount = lazyOverlay(() => import('./close-account.tsx').then((file) => file.CloseAccount));

/** Name and balance, with the line between them; on narrow screens the line is below. */
const HEAD = [
  'items-baseline gap-x-8 sm:grid sm:grid-cols-[minmax(0,1fr)_auto_minmax(9.5rem,max-content)]',
  'max-sm:flex max-sm:flex-wrap max-sm:justify-between max-sm:gap-x-4',
].join(' ');

type Props = {
  account: Account;
  /** Whether it is the only account: its balance is the total then. */
  alone: boolean;
  onFind: (date: string) => void;
};

/** An open account: its kind in the margin, its balance and how that came about, and what can be done with it. */
export function AccountRow({ account, alone, onFind }: Props) {
  const user = useUser();
  const [dialog, setDialog] = useState<'rename' | 'close' | null>(null);
  const { _id, name, kind, balance, isBudgeted } = account;
  const dialogProps = (own: typeof dialog) => ({
    account,
    open: dialog === own,
    onOpenChange: (open: boolean) => setDialog(open ? own : null),
  });
  return (
    <li className={`${COLUMNS} items-baseline`}>
      <p className="note max-md:border-t max-md:border-rule max-md:pt-4 md:text-right">
        {isBudgeted ? kind : `${kind}, beside the budget`}
      </p>
      <div className="min-w-0 border-rule max-md:pb-3 md:border-t md:pt-5 md:pb-4">
        <div className={HEAD}>
          <h2 className="subtitle min-w-0 wrap-anywhere max-sm:min-w-44 max-sm:flex-1">
            <Link className="underline-offset-[0.22em] hover:underline" to={`/transactions?account=${_id}`}>
              {name}
            </Link>
          </h2>
          <div className="self-center sm:w-44 max-sm:order-1 max-sm:mt-2 max-sm:mb-1 max-sm:basis-full">
            <AccountBalanceLine accountId={_id} />
          </div>
          <p className={`${BALANCE_COLUMN} max-sm:ml-auto`}>
            <span className={alone ? 'double inline-block' : ''}>
              <Explained figure={alone ? 'balance' : `account:${_id}`} name={alone ? 'balance' : `balance of ${name}`}>
                {formatSigned(balance, user.currency)}
              </Explained>
            </span>
          </p>
        </div>
        <Reconciliation account={account} onFind={onFind}>
          <Button kind="quiet" size="small" writes aria-label={`Rename ${name}`} onClick={() => setDialog('rename')}>
            Rename
          </Button>
          {account._id !== user.accounts[0]?._id && (
            <>
              <BudgetedButton account={account} />
              <CloseButton account={account} onAsk={() => setDialog('close')} />
            </>
          )}
        </Reconciliation>
        <RenameAccount {...dialogProps('rename')} />
        <CloseAccount {...dialogProps('close')} />
      </div>
    </li>
  );
}

/** Class names of a balance, and of their total. */
export const BALANCE_COLUMN =
  'text-right font-book text-h2/[1.2] whitespace-nowrap lining-nums tabular-nums max-sm:text-h3';
