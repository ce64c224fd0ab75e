import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { DEMO_EMAIL } from '#contract/demo.ts';
import { useIsPast } from '../../browser-state/known.ts';
import { useUser } from '../../server/user.ts';
import { openAccounts } from '../../shared/accounts/accounts.ts';
import { ImportLink } from '../../shared/entries/import-link.tsx';
import { Explained } from '../../shared/explain/explained.tsx';
import { Button } from '../../ui/button.tsx';
import { LargeAmount } from '../../ui/large-amount.tsx';
import { lazyComponent, lazyOverlay } from '../../ui/lazy.tsx';
import { formatMoney, formatSigned, sumOf } from '../../ui/money.ts';
import { PageSection } from '../../ui/page.tsx';
import { AccountBalances } from './account-balances.tsx';

const DemoTasks = lazyComponent(() => import('./demo-tasks.tsx').then((file) => file.DemoTasks));
const InitialDeposit = lazyOverlay(() => import('./initial-deposit.tsx').then((file) => file.InitialDeposit));

/**
 * The balance, and below it the balances of the accounts if there are several. While all amounts are 0 and no event has
 * led to them, also the button for an initial deposit.
 */
export function Balance() {
  const user = useUser();
  const { currentBalance, currency, transactionCount, goals, email } = user;
  const [open, setOpen] = useState(false);
  const isPast = useIsPast();
  const accounts = openAccounts(user);
  const several = accounts.length > 1;
  const begun = transactionCount > 0 || goals.some(({ currentAmount }) => currentAmount > 0);
  const empty = !begun && currentBalance === 0 && !(several && accounts.some(({ balance }) => balance !== 0));
  return (
    <PageSection kind="figure" margin={<h2 className="note">Account balance</h2>}>
      <LargeAmount
        amount={currentBalance}
        currency={currency}
        size="balance"
        faint={empty}
        around={(balance) => (
          <Explained figure="balance" name="balance">
            {balance}
          </Explained>
        )}
      />
      <InGoals />
      {email === DEMO_EMAIL && (
        <Suspense fallback={null}>
          <DemoTasks />
        </Suspense>
      )}
      {several && <AccountBalances accounts={accounts} currency={currency} />}
      {empty && (
        <div className="mt-8">
          <h3 className="title">Your account is empty</h3>
          <p className="mt-1.5 mb-5 max-w-136 text-ink-muted">
            Begin with what you have today. From then on Daybook counts along with all you earn and spend.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button kind="primary" writes onClick={() => setOpen(true)}>
              Add Initial Deposit
            </Button>
            {!isPast && <ImportLink />}
          </div>
        </div>
      )}
      <InitialDeposit open={open} onOpenChange={setOpen} />
    </PageSection>
  );
}

/** The money that is put by in goals, and what is owned with it; nothing where none is. */
function InGoals() {
  const { currentBalance, currency, goals } = useUser();
  const inGoals = sumOf(...goals.map(({ currentAmount }) => currentAmount));
  if (inGoals === 0) return null;
  return (
    <p className="mt-4 text-ink-muted">
      <Link className="link" to="/goals">
        {formatMoney(inGoals, currency)}
      </Link>{' '}
      in goals, {formatSigned(sumOf(currentBalance, inGoals), currency)} in all
    </p>
  );
}
