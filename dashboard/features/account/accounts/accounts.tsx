import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Account } from '#contract/account.ts';
import { hasSeveralAccounts, openAccounts } from '../../../accounts/accounts.ts';
import { useCommand } from '../../../commands/use-command.ts';
import { Explained } from '../../../explain/explained.tsx';
import { useUser } from '../../../server/user.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyOverlay } from '../../../ui/lazy.tsx';
import { formatSigned } from '../../../ui/money.ts';
import { PageSection } from '../../../ui/page.tsx';

const RenameAccount = lazyOverlay(() => import('./account-dialogs.tsx').then((file) => file.RenameAccount));

/** Section of the accounts, the closed ones apart. Without a second account there is none (product 9.13). */
export function Accounts({ onOpenAccount }: { onOpenAccount: () => void }) {
  const user = useUser();
  const [renamed, setRenamed] = useState<Account>();
  const [renaming, setRenaming] = useState(false);
  if (!hasSeveralAccounts(user)) return null;
  const { accounts, currentBalance, currency } = user;
  const open = openAccounts(user);
  const closed = accounts.filter(({ isOpen }) => !isOpen);

  function rename(account: Account) {
    setRenamed(account);
    setRenaming(true);
  }

  return (
    <PageSection margin={<h2 className="note">Accounts</h2>}>
      <ul aria-label="Accounts" className="md:-mt-3">
        {open.map((account) => (
          <li key={account._id} className={ROW}>
            <Name account={account} />
            <span className="justify-self-end whitespace-nowrap">
              <Explained figure={`account:${account._id}`} name={`balance of ${account.name}`}>
                {formatSigned(account.balance, currency)}
              </Explained>
            </span>
            <span className={`${ACTIONS} max-sm:col-span-full max-sm:mr-0 max-sm:-ml-4 max-sm:justify-start`}>
              <Button
                kind="quiet"
                size="small"
                writes
                aria-label={`Rename ${account.name}`}
                onClick={() => rename(account)}
              >
                Rename
              </Button>
              {account !== accounts[0] && <Switch account={account} command="closeAccount" />}
            </span>
          </li>
        ))}
      </ul>
      <div className={GRID}>
        <span className="text-ink-muted">Total</span>
        <span className="double justify-self-end double-fine whitespace-nowrap">
          <Explained figure="balance" name="balance">
            {formatSigned(currentBalance, currency)}
          </Explained>
        </span>
      </div>
      {closed.length > 0 && (
        <>
          <h3 className="note mt-6">Closed</h3>
          <ul aria-label="Closed accounts" className="mt-2 border-t border-rule">
            {closed.map((account) => (
              <li key={account._id} className={ROW}>
                <Name account={account} />
                <span className={`${ACTIONS} sm:col-3`}>
                  <Switch account={account} command="reopenAccount" />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <Button className="mt-7" writes onClick={onOpenAccount}>
        Open an Account
      </Button>
      {renamed && <RenameAccount account={renamed} open={renaming} onOpenChange={setRenaming} />}
    </PageSection>
  );
}

const GRID = [
  'grid min-h-13 grid-cols-[minmax(0,1fr)_auto_12rem] items-center gap-x-6 py-[0.35rem]',
  'max-sm:grid-cols-[minmax(0,1fr)_auto]',
].join(' ');
const ROW = `${GRID} border-b border-rule`;

const ACTIONS = '-mr-4 flex justify-end gap-1';

/** Name and kind of an account, which open the list of its entries. */
function Name({ account: { _id, name, kind } }: { account: Account }) {
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-[0.6rem]">
      <Link
        className="min-w-0 truncate underline-offset-[0.22em] hover:underline touch:py-[0.6rem]"
        to={`/transactions?account=${_id}`}
      >
        {name}
      </Link>
      <span className="note text-[1.0625rem]">{kind}</span>
    </span>
  );
}

const TEXTS = {
  closeAccount: { label: 'Close', saved: 'Account closed', failed: 'Unable to close the account' },
  reopenAccount: { label: 'Reopen', saved: 'Account reopened', failed: 'Unable to reopen the account' },
} as const;

/** Button that closes or reopens an account. It needs no confirmation, because the other one reverses it. */
function Switch({ account, command }: { account: Account; command: keyof typeof TEXTS }) {
  const { label, ...toasts } = TEXTS[command];
  const { send, pending } = useCommand(command, toasts);
  return (
    <Button
      kind="quiet"
      size="small"
      writes
      aria-label={`${label} ${account.name}`}
      pending={pending}
      onClick={() => void send({ accountId: account._id })}
    >
      {label}
    </Button>
  );
}
