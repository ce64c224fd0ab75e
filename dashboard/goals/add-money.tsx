import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { Goal } from '../../contract/goal.ts';
import { explainToWriter } from '../api-client/problem.ts';
import { useCommand } from '../api-client/use-command.ts';
import { applyServerUser } from '../store/apply-server-user.ts';
import { useUser } from '../store/user.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { complain } from '../ui/form-problem.ts';
import { MINUS, money } from '../ui/money.ts';
import { readAmount } from '../ui/read-amount.ts';
import { failed, said } from '../ui/toast.ts';
import { moneyForm } from './money-form.ts';

type Props = { goal: Goal; open: boolean; onOpenChange: (open: boolean) => void };

/** Asks how much of the balance to put aside for a goal. */
export function AddMoney({ goal, open, onOpenChange }: Props) {
  const { currentBalance, currency } = useUser();
  const balance = (currentBalance < 0 ? MINUS : '') + money(currentBalance, currency);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add Money to This Goal"
      description={`It comes from your account, which holds ${balance}.`}
    >
      <AddMoneyForm goal={goal} done={() => onOpenChange(false)} />
    </Dialog>
  );
}

function AddMoneyForm({ goal, done }: { goal: Goal; done: () => void }) {
  const { currentBalance, currency } = useUser();
  const { send, pending } = useCommand('addMoneyToGoal');
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(moneyForm(goal, currentBalance)),
  });

  const submit = handleSubmit(async ({ currentAmount }) => {
    const outcome = await send({ goalId: goal._id, currentAmount });
    if (!outcome) return;
    if (outcome.ok) {
      const { goal: _, ...user } = outcome.data;
      done();
      applyServerUser(user);
      said(`${money(currentAmount, currency)} added to ${goal.title}`);
    } else if (!complain(outcome.problem, ['currentAmount'], setError)) {
      failed('Unable to add money to the goal', { description: explainToWriter(outcome.problem) });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="dialog-form">
      <AmountField
        label="Amount"
        currency={currency}
        error={formState.errors.currentAmount?.message}
        registration={register('currentAmount', { setValueAs: readAmount })}
      />
      <DialogActions action="Add money" pending={pending} />
    </form>
  );
}
