import { Dialog } from '../ui/dialog.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { GoalForm } from './goal-form.tsx';
import { useCreateGoal } from './use-create-goal.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** Dialog that creates a goal. */
export function CreateGoal({ open, onOpenChange }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Create a New Goal"
      description="What are you saving for, and how much will it take?"
    >
      <CreateGoalForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function CreateGoalForm({ onDone }: { onDone: () => void }) {
  const { create, pending } = useCreateGoal(onDone);
  return (
    <GoalForm draftKey="new goal" className="dialog-form" save={create} failureTitle="Unable to create the goal">
      <DialogActions action="Create goal" pending={pending} />
    </GoalForm>
  );
}
