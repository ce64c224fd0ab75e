import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { accountBalanceInput } from '../../contract/account.ts';
import { explainToWriter } from '../api-client/problem.ts';
import { useCommand } from '../api-client/use-command.ts';
import { applyServerUser } from '../store/apply-server-user.ts';
import { useUser } from '../store/user.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { complain } from '../ui/form-problem.ts';
import { grouped, MINUS, money } from '../ui/money.ts';
import { readAmount } from '../ui/read-amount.ts';
import { failed, said } from '../ui/toast.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** Asks what the account holds now, where it isn't what Daybook counted. */
export function UpdateBalance({ open, onOpenChange }: Props) {
  const { currentBalance, currency } = useUser();
  const before = (currentBalance < 0 ? MINUS : '') + money(currentBalance, currency);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Update Account Balance"
      description={`By Daybook's count your account holds ${before}. How much is it really?`}
    >
      <UpdateBalanceForm done={() => onOpenChange(false)} />
    </Dialog>
  );
}

function UpdateBalanceForm({ done }: { done: () => void }) {
  const { currency } = useUser();
  const { send, pending } = useCommand('updateAccountBalance');
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(accountBalanceInput) });

  const submit = handleSubmit(async (input) => {
    const outcome = await send(input);
    if (!outcome) return;
    if (outcome.ok) {
      done();
      applyServerUser(outcome.data);
      said(`Account balance updated to ${currency}${grouped(input.newAmount)}`);
    } else if (!complain(outcome.problem, ['newAmount'], setError)) {
      failed('Unable to update the account balance', { description: explainToWriter(outcome.problem) });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="dialog-form">
      <AmountField
        label="New account balance"
        currency={currency}
        error={formState.errors.newAmount?.message?.replace('{currency}', currency)}
        registration={register('newAmount', { setValueAs: readAmount })}
      />
      <DialogActions action="Save" pending={pending} />
    </form>
  );
}
