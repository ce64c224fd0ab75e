import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { problemMessage } from '../../server/problem.ts';
import { useCommand } from '../../server/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { TrashIcon } from '../../ui/icons.tsx';
import { lazyOverlay } from '../../ui/lazy.tsx';
import { dismissToast, showErrorToast, showLoadingToast, showSuccessToast } from '../../ui/toast.ts';

const ConfirmDelete = lazyOverlay(() => import('../../ui/confirm-delete.tsx').then((file) => file.ConfirmDelete));

/** Button that deletes a transaction after a confirmation and navigates to the list. */
export function DeleteTransaction({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  const [deleted, setDeleted] = useState(false);
  const { send, pending } = useCommand('deleteTransaction');

  async function deleteTransaction() {
    const toast = showLoadingToast('Deleting transaction...');
    const outcome = await send({ transactionId: id });
    if (!outcome) return dismissToast(toast);
    if (!outcome.ok)
      return showErrorToast('Unable to delete transaction', {
        id: toast,
        description: problemMessage(outcome.problem),
      });
    showSuccessToast('Transaction deleted', toast);
    setDeleted(true);
  }

  if (deleted) return <Navigate to="/transactions" replace />;
  return (
    <>
      <Button kind="danger" className="mt-8" pending={pending} onClick={() => setOpen(true)}>
        <TrashIcon /> Delete Transaction
      </Button>
      <ConfirmDelete
        open={open}
        onOpenChange={setOpen}
        description="This action cannot be undone. This will permanently delete your transaction."
        onConfirm={deleteTransaction}
      />
    </>
  );
}
