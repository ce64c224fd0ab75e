import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useCommand } from '../../../commands/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { TrashIcon } from '../../../ui/icons.tsx';
import { lazyOverlay } from '../../../ui/lazy.tsx';

const ConfirmDelete = lazyOverlay(() => import('../../../ui/confirm-delete.tsx').then((file) => file.ConfirmDelete));

const TEXTS = {
  transaction: {
    button: 'Delete Transaction',
    sending: 'Deleting transaction...',
    saved: 'Transaction deleted',
    failed: 'Unable to delete transaction',
    description: 'This action cannot be undone. This will permanently delete your transaction.',
  },
  transfer: {
    button: 'Delete Transfer',
    sending: 'Deleting transfer...',
    saved: 'Transfer deleted',
    failed: 'Unable to delete transfer',
    description: 'The amount returns to the account that it came from.',
  },
} as const;

/** Button that deletes a transaction or a transfer after a confirmation and navigates to the list. */
export function DeleteTransaction({ id, kind }: { id: string; kind: keyof typeof TEXTS }) {
  const [open, setOpen] = useState(false);
  const [deleted, setDeleted] = useState(false);
  const { button, description, ...toasts } = TEXTS[kind];
  const options = { ...toasts, onSaved: () => setDeleted(true) };
  const transaction = useCommand('deleteTransaction', options);
  const transfer = useCommand('deleteTransfer', options);

  function remove() {
    if (kind === 'transaction') void transaction.send({ transactionId: id });
    else void transfer.send({ transferId: id });
  }

  if (deleted) return <Navigate to="/transactions" replace />;
  return (
    <>
      <Button kind="danger" writes pending={transaction.pending || transfer.pending} onClick={() => setOpen(true)}>
        <TrashIcon /> {button}
      </Button>
      <ConfirmDelete open={open} onOpenChange={setOpen} description={description} onConfirm={remove} />
    </>
  );
}
