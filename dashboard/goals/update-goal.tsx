import type { Goal } from '../../contract/goal.ts';
import type { Problem } from '../../contract/problems.ts';
import { useCommand } from '../api-client/use-command.ts';
import { applyServerUser } from '../store/apply-server-user.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { showInfoToast, showSuccessToast } from '../ui/toast.ts';
import { GoalForm } from './goal-form.tsx';
import { type FormOutput, formValuesOf, isUnchanged } from './goal-form-values.ts';

type Props = { goal: Goal; open: boolean; onOpenChange: (open: boolean) => void };

/** Sheet that edits a goal. */
export function UpdateGoal({ goal, open, onOpenChange }: Props) {
  return (
    <Dialog
      shape="sheet"
      open={open}
      onOpenChange={onOpenChange}
      title="Update this Goal"
      description="What is saved for it stays saved."
    >
      <UpdateGoalForm goal={goal} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function UpdateGoalForm({ goal, onDone }: { goal: Goal; onDone: () => void }) {
  const { send, pending } = useCommand('updateGoal');

  async function update(output: FormOutput): Promise<Problem | null> {
    if (isUnchanged(output, goal)) {
      showInfoToast('No Changes Made');
      onDone();
      return null;
    }
    const outcome = await send({ goalId: goal._id, ...output });
    if (!outcome) return null;
    if (!outcome.ok) return outcome.problem;
    const { goal: _, ...user } = outcome.data;
    onDone();
    applyServerUser(user);
    showSuccessToast('Goal updated');
    return null;
  }

  return (
    <GoalForm
      draftKey={`goal ${goal._id}`}
      initial={formValuesOf(goal)}
      className="dialog-form"
      save={update}
      failureTitle="Unable to update the goal"
    >
      <DialogActions action="Update goal" pending={pending} />
    </GoalForm>
  );
}
