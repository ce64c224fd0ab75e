import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { Account } from '#contract/account.ts';
import { useIsPast } from '../../browser-state/known.ts';
import { useCommand } from '../../commands/use-command.ts';
import { useUser } from '../../server/user.ts';
import { openAccounts } from '../../shared/accounts/accounts.ts';
import { TodayInMargin } from '../../shared/as-known/today-in-margin.tsx';
import { Explained } from '../../shared/explain/explained.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyOverlay } from '../../ui/lazy.tsx';
import { formatSigned } from '../../ui/money.ts';
import { COLUMNS, PageHeader, PageSection, useTitle } from '../../ui/page.tsx';
import { Steady } from '../../ui/steady.tsx';
import { useSteady } from '../../ui/use-steady.ts';
import { AccountRow, BALANCE_COLUMN } from './account-row.tsx';
import { type AskedDay, useMissingInAddress } from './missing-in-address.ts';
import { Reconciliation } from './reconcile/reconciliation.tsx';

const OpenAccount = lazyOverlay(() => import('./account-dialogs.tsx').then((file) => file.OpenAccount));
const FindMissing = lazyOverlay(() => import('./reconcile/find-missing.tsx').then((file) => file.FindMissing));

/** Opens the screen with the dialog that opens an account. */
const OPEN_ACCOUNT = '#open-account';

/** The screen of the accounts: balances, confirmed days, and what is done with accounts (product 9.21). */
export function AccountsScreen() {
  useTitle('Accounts');
  const user = useUser();
  const { hash } = useLocation();
  const [opening, setOpening] = useState(hash === OPEN_ACCOUNT);
  const { asked, open: openDrawer, close } = useMissingInAddress();
  const open = openAccounts(user);
  const closed = user.accounts.filter(({ isOpen }) => !isOpen);
  const alone = user.accounts.length === 1;
  // Each account asks for its confirmed days.
  const isSteady = useSteady(true, false);
  return (
    <>
      <PageHeader
        margin={<TodayInMargin />}
        heading="Accounts"
        tools={
          <Button writes onClick={() => setOpening(true)}>
            Open an Account
          </Button>
        }
      />
      <Steady isSteady={isSteady}>
        <ul aria-label="Accounts">
          {open.map((account) => (
            <AccountRow
              key={account._id}
              account={account}
              alone={alone}
              onFind={(date) => openDrawer({ accountId: account._id, date })}
            />
          ))}
        </ul>
        {!alone && <Total amount={user.currentBalance} currency={user.currency} />}
        {closed.length > 0 && (
          <PageSection margin={<h2 className="note">Closed</h2>}>
            <ul aria-label="Closed accounts">
              {closed.map((account) => (
                <ClosedAccount
                  key={account._id}
                  account={account}
                  onFind={(date) => openDrawer({ accountId: account._id, date })}
                />
              ))}
            </ul>
          </PageSection>
        )}
      </Steady>
      <OpenAccount open={opening} onOpenChange={setOpening} />
      <MissingOf asked={asked} onClose={close} />
    </>
  );
}

/** On narrow screens name and amount are on one line. */
const TOTAL = 'items-baseline border-rule-strong max-md:flex! max-md:justify-between max-md:border-t max-md:pt-4';

/** The sum of the balances, below their column. */
function Total({ amount, currency }: { amount: number; currency: string }) {
  return (
    <div className={`${COLUMNS} ${TOTAL}`}>
      <h2 className="note md:text-right">Total</h2>
      <div className="border-rule-strong pb-11 md:border-t md:pt-5">
        <p className={BALANCE_COLUMN}>
          <span className="double inline-block">
            <Explained figure="balance" name="balance">
              {formatSigned(amount, currency)}
            </Explained>
          </span>
        </p>
      </div>
    </div>
  );
}

function ClosedAccount({ account, onFind }: { account: Account; onFind: (date: string) => void }) {
  const { _id, name, kind } = account;
  const { send, pending } = useCommand('reopenAccount', {
    saved: 'Account reopened',
    failed: 'Unable to reopen the account',
  });
  return (
    <li className="border-rule pb-3 not-first:border-t not-first:pt-3">
      <div className="flex flex-wrap items-baseline gap-x-[0.6rem]">
        <h3 className="min-w-0 wrap-anywhere">
          <Link className="underline-offset-[0.22em] hover:underline" to={`/transactions?account=${_id}`}>
            {name}
          </Link>
        </h3>
        <span className="note text-[1.0625rem]">{kind}</span>
      </div>
      <Reconciliation account={account} onFind={onFind}>
        <Button
          kind="quiet"
          size="small"
          writes
          aria-label={`Reopen ${name}`}
          pending={pending}
          onClick={() => void send({ accountId: _id })}
        >
          Reopen
        </Button>
      </Reconciliation>
    </li>
  );
}

/** Drawer of what is missing on the day that the address asks for. It is about the books of now. */
function MissingOf({ asked, onClose }: { asked: AskedDay | null; onClose: () => void }) {
  const { accounts } = useUser();
  const isPast = useIsPast();
  // The drawer shows the last day while it closes.
  const [shown, setShown] = useState(asked);
  if (asked && (asked.accountId !== shown?.accountId || asked.date !== shown.date)) setShown(asked);
  const account = accounts.find(({ _id }) => _id === (asked ?? shown)?.accountId);
  if (isPast || !account || !shown) return null;
  return <FindMissing open={asked !== null} account={account} date={(asked ?? shown).date} onClose={onClose} />;
}
