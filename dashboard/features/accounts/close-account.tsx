import { type FormEvent, useState } from 'react';
import type { Account } from '#contract/account.ts';
import { useCommand } from '../../commands/use-command.ts';
import { useUser } from '../../server/user.ts';
import { AccountSelect } from '../../shared/accounts/account-field.tsx';
import { openAccounts } from '../../shared/accounts/accounts.ts';
import { Dialog, DialogActions, DialogForm } from '../../ui/dialog.tsx';
import { formatMoney } from '../../ui/money.ts';
import { CLOSING } from './close-button.tsx';

type Props = { account: Account; open: boolean; onOpenChange: (open: boolean) => void };

/** Dialog that moves the rest of an account to another one, or from it where money is owed, and then closes it. */
export function CloseAccount({ account, open, onOpenChange }: Props) {
  const user = useUser();
  const { name, balance } = account;
  const amount = formatMoney(balance, user.currency);
  const description =
    balance === 0
      ? `${name} holds nothing any more, and is still open.`
      : balance > 0
        ? `${name} holds ${amount}. Once the money is in another account, ${name} is closed.`
        : `${name} owes ${amount}. Once it is paid from another account, ${name} is closed.`;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Close the Account" description={description}>
      <CloseAccountForm account={account} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function CloseAccountForm({ account, onDone }: { account: Account; onDone: () => void }) {
  const user = useUser();
  const { _id, name, balance } = account;
  const others = openAccounts(user).filter((other) => other._id !== _id);
  const [chosenId, choose] = useState<string>();
  const other = others.find((one) => one._id === chosenId) ?? others[0];
  const amount = formatMoney(balance, user.currency);
  const transfer = useCommand('createTransfer', {
    saved: balance > 0 ? `Moved ${amount} to ${other?.name}` : `Paid ${amount} from ${other?.name}`,
    failed: 'Unable to move the money',
  });
  const closing = useCommand('closeAccount', { ...CLOSING, onSaved: onDone });

  /** Two change-sets. Where the second fails, the dialog stays, without an amount to move. */
  async function close(event: FormEvent) {
    event.preventDefault();
    if (balance !== 0) {
      const [from, to] = balance > 0 ? [_id, other?._id ?? ''] : [other?._id ?? '', _id];
      const result = await transfer.send({ from, to, amount: Math.abs(balance), title: `Rest of ${name}` });
      if (!result) return;
    }
    await closing.send({ accountId: _id });
  }

  return (
    <DialogForm onSubmit={(event) => void close(event)}>
      {balance !== 0 && (
        <AccountSelect
          label={balance > 0 ? 'Move the rest to' : 'Pay it from'}
          accounts={others}
          value={other?._id ?? ''}
          onChange={choose}
          error={undefined}
        />
      )}
      <DialogActions
        action={balance > 0 ? 'Move and close' : balance < 0 ? 'Pay and close' : 'Close account'}
        pending={transfer.pending || closing.pending}
      />
    </DialogForm>
  );
}
