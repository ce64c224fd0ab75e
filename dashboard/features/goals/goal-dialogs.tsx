import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { Goal } from '../../../contract/goal.ts';
import type { Problem } from '../../../contract/problems.ts';
import { formProblemMessage } from '../../server/problem.ts';
import { useCommand } from '../../server/use-command.ts';
import { useUser } from '../../server/user.ts';
import { DIALOG_FORM, Dialog, DialogActions, DialogForm } from '../../ui/dialog.tsx';
import { AmountField } from '../../ui/fields.tsx';
import { setFieldErrors } from '../../ui/form.ts';
import { formatMoney, MINUS, parseAmount } from '../../ui/money.ts';
import { showErrorToast, showInfoToast, showSuccessToast } from '../../ui/toast.ts';
import { GoalForm, useCreateGoal } from './goal-form.tsx';
import { addMoneySchema, type FormOutput, formValuesOf, isUnchanged } from './goal-form-values.ts';

type CreateGoalProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** Dialog that creates a goal. */
export function CreateGoal({ open, onOpenChange }: CreateGoalProps) {
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
    <GoalForm draftKey="new goal" className={DIALOG_FORM} save={create} failureTitle="Unable to create the goal">
      <DialogActions action="Create goal" pending={pending} />
    </GoalForm>
  );
}

type UpdateGoalProps = { goal: Goal; open: boolean; onOpenChange: (open: boolean) => void };

/** Sheet that edits a goal. */
export function UpdateGoal({ goal, open, onOpenChange }: UpdateGoalProps) {
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
    onDone();
    showSuccessToast('Goal updated');
    return null;
  }

  return (
    <GoalForm
      draftKey={`goal ${goal._id}`}
      initial={formValuesOf(goal)}
      className={DIALOG_FORM}
      save={update}
      failureTitle="Unable to update the goal"
    >
      <DialogActions action="Update goal" pending={pending} />
    </GoalForm>
  );
}

type AddMoneyProps = { goal: Goal; open: boolean; onOpenChange: (open: boolean) => void };

/** Dialog that moves money from the balance to a goal. */
export function AddMoney({ goal, open, onOpenChange }: AddMoneyProps) {
  const { currentBalance, currency } = useUser();
  const balance = (currentBalance < 0 ? MINUS : '') + formatMoney(currentBalance, currency);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add Money to This Goal"
      description={`It comes from your account, which holds ${balance}.`}
    >
      <AddMoneyForm goal={goal} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function AddMoneyForm({ goal, onDone }: { goal: Goal; onDone: () => void }) {
  const { currentBalance, currency } = useUser();
  const { send, pending } = useCommand('addMoneyToGoal');
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(addMoneySchema(goal, currentBalance)),
  });

  const submit = handleSubmit(async ({ currentAmount }) => {
    const outcome = await send({ goalId: goal._id, currentAmount });
    if (!outcome) return;
    if (outcome.ok) {
      onDone();
      showSuccessToast(`${formatMoney(currentAmount, currency)} added to ${goal.title}`);
    } else if (!setFieldErrors(outcome.problem, ['currentAmount'], setError)) {
      showErrorToast('Unable to add money to the goal', { description: formProblemMessage(outcome.problem) });
    }
  });

  return (
    <DialogForm onSubmit={submit}>
      <AmountField
        label="Amount"
        currency={currency}
        error={formState.errors.currentAmount?.message}
        registration={register('currentAmount', { setValueAs: parseAmount })}
      />
      <DialogActions action="Add money" pending={pending} />
    </DialogForm>
  );
}
