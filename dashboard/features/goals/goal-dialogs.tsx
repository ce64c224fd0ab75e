import type { Goal } from '#contract/goal.ts';
import { messages } from '#contract/messages.ts';
import { type SendOptions, useFormCommand } from '../../commands/use-command.ts';
import { useCommandForm } from '../../commands/use-command-form.ts';
import { useUser } from '../../server/user.ts';
import { type AccountChoice, AccountChoiceField, useAccountChoice } from '../../shared/accounts/account-field.tsx';
import { accountBalance } from '../../shared/accounts/accounts.ts';
import { DIALOG_FORM, Dialog, DialogActions, DialogForm } from '../../ui/dialog.tsx';
import { formatMoney, formatSigned } from '../../ui/money.ts';
import { AmountField } from '../../ui/registered-fields.tsx';
import { showInfoToast } from '../../ui/toast.ts';
import { parseAmount } from '../../ui/typed-amount.ts';
import { GoalForm, useCreateGoal } from './goal-form.tsx';
import {
  addMoneySchema,
  type GoalFormOutput,
  goalFormValues,
  isUnchanged,
  takeBackSchema,
} from './goal-form-values.ts';

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
  const { send, pending } = useCreateGoal(onDone);
  return (
    <GoalForm draftKey="new goal" className={DIALOG_FORM} send={send}>
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
  const { send, pending } = useFormCommand('updateGoal', {
    saved: 'Goal updated',
    failed: 'Unable to update the goal',
    onSaved: onDone,
  });

  async function update(output: GoalFormOutput, options: SendOptions<'updateGoal'>) {
    if (!isUnchanged(output, goal)) return await send({ goalId: goal._id, ...output }, options);
    showInfoToast(messages.noChanges);
    onDone();
  }

  return (
    <GoalForm draftKey={`goal ${goal._id}`} initial={goalFormValues(goal)} className={DIALOG_FORM} send={update}>
      <DialogActions action="Update goal" pending={pending} />
    </GoalForm>
  );
}

type AddMoneyProps = { goal: Goal; open: boolean; onOpenChange: (open: boolean) => void };

/** Dialog that moves money from the balance to a goal. */
export function AddMoney({ goal, open, onOpenChange }: AddMoneyProps) {
  const user = useUser();
  const choice = useAccountChoice();
  const { accountId } = choice.input;
  const held = accountBalance(user, accountId);
  const balance = formatSigned(held, user.currency);
  const name = accountId === undefined ? 'your account' : choice.account?.name;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add Money to This Goal"
      description={`It comes from ${name}, which holds ${balance}.`}
    >
      <AddMoneyForm goal={goal} choice={choice} balance={held} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

type AddMoneyFormProps = { goal: Goal; choice: AccountChoice; balance: number; onDone: () => void };

function AddMoneyForm({ goal, choice, balance, onDone }: AddMoneyFormProps) {
  const { currency } = useUser();
  const { register, errors, submit, pending } = useCommandForm('addMoneyToGoal', {
    schema: addMoneySchema(goal, balance),
    fields: ['currentAmount'],
    input: ({ currentAmount }) => ({ goalId: goal._id, currentAmount, ...choice.input }),
    failed: 'Unable to add money to the goal',
    saved: ({ currentAmount }) => `${formatMoney(currentAmount, currency)} added to ${goal.title}`,
    onSaved: onDone,
  });

  return (
    <DialogForm onSubmit={submit}>
      <AccountChoiceField choice={choice} />
      <AmountField
        label="Amount"
        currency={currency}
        error={errors.currentAmount?.message}
        registration={register('currentAmount', { setValueAs: parseAmount })}
      />
      <DialogActions action="Add money" pending={pending} />
    </DialogForm>
  );
}

type TakeBackProps = { goal: Goal; open: boolean; onOpenChange: (open: boolean) => void };

/** Dialog that moves some of what is saved back to an account. */
export function TakeBack({ goal, open, onOpenChange }: TakeBackProps) {
  const { currency } = useUser();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Take Money Back"
      description={`${formatMoney(goal.currentAmount, currency)} is saved for ${goal.title}.`}
    >
      <TakeBackForm goal={goal} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function TakeBackForm({ goal, onDone }: { goal: Goal; onDone: () => void }) {
  const { currency } = useUser();
  const choice = useAccountChoice();
  const { register, errors, submit, pending } = useCommandForm('takeBackFromGoal', {
    schema: takeBackSchema(goal),
    fields: ['amount'],
    input: ({ amount }) => ({ goalId: goal._id, amount, ...choice.input }),
    failed: 'Unable to take money back from the goal',
    saved: ({ amount }) => `${formatMoney(amount, currency)} taken back from ${goal.title}`,
    onSaved: onDone,
  });

  return (
    <DialogForm onSubmit={submit}>
      <AccountChoiceField choice={choice} label="Account that it returns to" />
      <AmountField
        label="Amount"
        currency={currency}
        error={errors.amount?.message}
        registration={register('amount', { setValueAs: parseAmount })}
      />
      <DialogActions action="Take back" pending={pending} />
    </DialogForm>
  );
}
