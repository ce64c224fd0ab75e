import { useState } from 'react';
import type { Transfer } from '../../../server/queries.ts';
import { useUser } from '../../../server/user.ts';
import { accountsToChoose } from '../../../shared/accounts/accounts.ts';
import { Button } from '../../../ui/button.tsx';
import { typedText } from '../../../ui/typed-amount.ts';
import { TransferForm, type TransferOutput, type TransferValues } from '../form/transfer-form.tsx';
import { tagsText } from '../form/typed-tags.ts';
import { describedChanges } from './transaction-changes.ts';
import { useEditCommand } from './use-edit-command.ts';
import { useLeaveEdit } from './use-leave-edit.tsx';

/** Form that changes a transfer in its place on the detail page. */
export function EditTransfer({ transfer, onDone }: { transfer: Transfer; onDone: () => void }) {
  const { _id, account, toAccount, amount, date, title, category, categoryId, note, tags } = transfer;
  const filedAs = categoryId ?? category;
  const user = useUser();
  const accounts = accountsToChoose(user, account, toAccount);
  const [hasTyped, setHasTyped] = useState(false);
  const leaveDialog = useLeaveEdit(hasTyped, onDone);
  const { send, pending } = useEditCommand('updateTransfer', _id, onDone);
  const initial: TransferValues = {
    from: account,
    to: toAccount,
    amount: typedText(amount, user.currency),
    date,
    title: title ?? '',
    categoryId: filedAs ?? '',
    note: note ?? '',
    tags: tagsText(tags),
  };

  return (
    <>
      <TransferForm
        initial={initial}
        accounts={accounts}
        pending={pending}
        submit="Save changes"
        send={(output, onFailed) => send({ transferId: _id, ...changesOf(transfer, output) }, { onFailed })}
        cancel={
          <Button kind="quiet" onClick={onDone}>
            Cancel
          </Button>
        }
        focus="from"
        onTyped={setHasTyped}
      />
      {leaveDialog}
    </>
  );
}

/** Changed fields, as update-transfer takes them. */
function changesOf(transfer: Transfer, { from, to, amount, date, title, categoryId, ...described }: TransferOutput) {
  const filedAs = transfer.categoryId ?? transfer.category;
  return {
    ...(from !== transfer.account && { from }),
    ...(to !== transfer.toAccount && { to }),
    ...(amount !== transfer.amount && { amount }),
    ...(date !== transfer.date && { date }),
    ...((title ?? null) !== transfer.title && { title: title ?? null }),
    ...(categoryId !== undefined && categoryId !== filedAs && { categoryId }),
    ...(categoryId === undefined && filedAs !== null && { category: null }),
    ...describedChanges(transfer, described),
  };
}
