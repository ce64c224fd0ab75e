import { useState } from 'react';
import type { Goal } from '../../contract/goal.ts';
import { problemMessage } from '../api-client/problem.ts';
import { useCommand } from '../api-client/use-command.ts';
import { applyServerUser } from '../store/apply-server-user.ts';
import { useUser } from '../store/user.ts';
import { BinIcon, RingIcon } from '../ui/icons.tsx';
import { lazyOverlay } from '../ui/lazy-component.tsx';
import { formatMoney } from '../ui/money.ts';
import { showErrorToast, showLoadingToast, showSuccessToast } from '../ui/toast.ts';

const ConfirmDelete = lazyOverlay('ConfirmDelete', () => import('../ui/confirm-delete.tsx'));

/** Deletes a goal, once that is confirmed, and says so to whoever shows it. */
export function DeleteGoal({ goal, deleted }: { goal: Goal; deleted: () => void }) {
  const { currency } = useUser();
  const [open, setOpen] = useState(false);
  const { send, pending } = useCommand('deleteGoal');
  const returns =
    goal.currentAmount > 0 && ` ${formatMoney(goal.currentAmount, currency)} will return to your balance.`;

  async function confirmed() {
    const toast = showLoadingToast('Deleting goal...');
    const outcome = await send({ goalId: goal._id, goalCurrentAmount: goal.currentAmount });
    if (!outcome) return;
    if (!outcome.ok)
      return showErrorToast('Unable to delete goal', { id: toast, description: problemMessage(outcome.problem) });
    showSuccessToast('Goal deleted', toast);
    deleted();
    applyServerUser(outcome.data);
  }

  return (
    <>
      <button
        type="button"
        className="icon-button goal-delete"
        aria-label="Delete goal"
        aria-disabled={pending || undefined}
        onClick={() => !pending && setOpen(true)}
      >
        {pending ? <RingIcon /> : <BinIcon />}
      </button>
      <ConfirmDelete
        open={open}
        onOpenChange={setOpen}
        description={`This action cannot be undone. This will permanently delete your goal.${returns || ''}`}
        confirmed={confirmed}
      />
    </>
  );
}
