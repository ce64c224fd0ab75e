import { Dialog } from '../ui/dialog.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { GoalForm } from './goal-form.tsx';
import { useCreateGoal } from './use-create-goal.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** Asks what the next goal is. */
export function CreateGoal({ open, onOpenChange }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Create a New Goal"
      description="What are you saving for, and how much will it take?"
    >
      <CreateGoalForm done={() => onOpenChange(false)} />
    </Dialog>
  );
}

function CreateGoalForm({ done }: { done: () => void }) {
  const { create, pending } = useCreateGoal(done);
  return (
    <GoalForm draft="new goal" className="dialog-form" save={create} refusal="Unable to create the goal">
      <DialogActions action="Create goal" pending={pending} />
    </GoalForm>
  );
}
