import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { Goal } from '../../contract/goal.ts';
import { formProblemMessage } from '../api-client/problem.ts';
import { useCommand } from '../api-client/use-command.ts';
import { applyServerUser } from '../store/apply-server-user.ts';
import { useUser } from '../store/user.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { setFieldErrors } from '../ui/field-errors.ts';
import { formatMoney, MINUS } from '../ui/money.ts';
import { parseAmount } from '../ui/parse-amount.ts';
import { showErrorToast, showSuccessToast } from '../ui/toast.ts';
import { addMoneySchema } from './add-money-schema.ts';

type Props = { goal: Goal; open: boolean; onOpenChange: (open: boolean) => void };

/** Dialog that moves money from the balance to a goal. */
export function AddMoney({ goal, open, onOpenChange }: Props) {
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
      const { goal: _, ...user } = outcome.data;
      onDone();
      applyServerUser(user);
      showSuccessToast(`${formatMoney(currentAmount, currency)} added to ${goal.title}`);
    } else if (!setFieldErrors(outcome.problem, ['currentAmount'], setError)) {
      showErrorToast('Unable to add money to the goal', { description: formProblemMessage(outcome.problem) });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="dialog-form">
      <AmountField
        label="Amount"
        currency={currency}
        error={formState.errors.currentAmount?.message}
        registration={register('currentAmount', { setValueAs: parseAmount })}
      />
      <DialogActions action="Add money" pending={pending} />
    </form>
  );
}
