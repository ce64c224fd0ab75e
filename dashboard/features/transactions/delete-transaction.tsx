import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { problemMessage } from '../../server/problem.ts';
import { useCommand } from '../../server/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { TrashIcon } from '../../ui/icons.tsx';
import { lazyOverlay } from '../../ui/lazy.tsx';
import { dismissToast, showErrorToast, showLoadingToast } from '../../ui/toast.ts';
import { showSavedToast } from '../../undo/undo-change.ts';

const ConfirmDelete = lazyOverlay(() => import('../../ui/confirm-delete.tsx').then((file) => file.ConfirmDelete));

const TEXTS = {
  transaction: {
    button: 'Delete Transaction',
    deleting: 'Deleting transaction...',
    deleted: 'Transaction deleted',
    failed: 'Unable to delete transaction',
    description: 'This action cannot be undone. This will permanently delete your transaction.',
  },
  transfer: {
    button: 'Delete Transfer',
    deleting: 'Deleting transfer...',
    deleted: 'Transfer deleted',
    failed: 'Unable to delete transfer',
    description: 'The amount returns to the account that it came from.',
  },
} as const;

/** Button that deletes a transaction or a transfer after a confirmation and navigates to the list. */
export function DeleteTransaction({ id, what }: { id: string; what: keyof typeof TEXTS }) {
  const [open, setOpen] = useState(false);
  const [deleted, setDeleted] = useState(false);
  const transaction = useCommand('deleteTransaction');
  const transfer = useCommand('deleteTransfer');
  const texts = TEXTS[what];

  async function remove() {
    const toast = showLoadingToast(texts.deleting);
    const outcome = await (what === 'transaction'
      ? transaction.send({ transactionId: id })
      : transfer.send({ transferId: id }));
    if (!outcome) return dismissToast(toast);
    if (!outcome.ok) return showErrorToast(texts.failed, { id: toast, description: problemMessage(outcome.problem) });
    showSavedToast(texts.deleted, outcome.changeSet, toast);
    setDeleted(true);
  }

  if (deleted) return <Navigate to="/transactions" replace />;
  return (
    <>
      <Button kind="danger" writes pending={transaction.pending || transfer.pending} onClick={() => setOpen(true)}>
        <TrashIcon /> {texts.button}
      </Button>
      <ConfirmDelete open={open} onOpenChange={setOpen} description={texts.description} onConfirm={remove} />
    </>
  );
}
