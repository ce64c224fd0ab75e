import { useState } from 'react';
import type { Goal } from '#contract/goal.ts';
import { useIsPast } from '../../browser-state/known.ts';
import { useCommand } from '../../commands/use-command.ts';
import { useUser } from '../../server/user.ts';
import { AccountChoiceField, useAccountChoice } from '../../shared/accounts/account-field.tsx';
import { IconButton } from '../../ui/button.tsx';
import { SpinnerIcon, TrashIcon } from '../../ui/icons.tsx';
import { lazyOverlay } from '../../ui/lazy.tsx';
import { formatMoney } from '../../ui/money.ts';

const ConfirmDelete = lazyOverlay(() => import('../../ui/confirm-delete.tsx').then((file) => file.ConfirmDelete));

const DELETE_ICON = [
  '-mt-[0.2rem] -mr-[0.8rem] flex-none text-ink-muted transition-[color]',
  'hover:text-danger disabled:cursor-not-allowed disabled:opacity-50',
].join(' ');

/**
 * Icon button that deletes a goal after a confirmation. Calls `onDeleted` before the screens render without the goal.
 */
export function DeleteGoal({ goal, onDeleted }: { goal: Goal; onDeleted: () => void }) {
  const { currency } = useUser();
  const [open, setOpen] = useState(false);
  const { send, pending } = useCommand('deleteGoal', {
    sending: 'Deleting goal...',
    saved: 'Goal deleted',
    failed: 'Unable to delete the goal',
    onSaved: onDeleted,
  });
  const choice = useAccountChoice();
  const returnNotice =
    goal.currentAmount > 0 && ` ${formatMoney(goal.currentAmount, currency)} will return to your balance.`;

  return (
    <>
      <IconButton
        className={DELETE_ICON}
        aria-label="Delete goal"
        aria-disabled={pending || undefined}
        disabled={useIsPast()}
        onClick={() => !pending && setOpen(true)}
      >
        {pending ? <SpinnerIcon /> : <TrashIcon />}
      </IconButton>
      <ConfirmDelete
        open={open}
        onOpenChange={setOpen}
        description={`This will delete your goal.${returnNotice || ''} You can undo it.`}
        onConfirm={() => void send({ goalId: goal._id, goalCurrentAmount: goal.currentAmount, ...choice.input })}
      >
        {goal.currentAmount > 0 && choice.accounts.length > 1 && (
          <div className="mt-5">
            <AccountChoiceField choice={choice} label="Account that it returns to" />
          </div>
        )}
      </ConfirmDelete>
    </>
  );
}
