import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { accountBalanceInput } from '../../../contract/account-calls.ts';
import { formProblemMessage } from '../../server/problem.ts';
import { useCommand } from '../../server/use-command.ts';
import { useUser } from '../../server/user.ts';
import { Dialog, DialogActions, DialogForm } from '../../ui/dialog.tsx';
import { AmountField } from '../../ui/fields.tsx';
import { setFieldErrors } from '../../ui/form.ts';
import { formatMoney, formatNumber, MINUS, parseAmount } from '../../ui/money.ts';
import { showErrorToast, showSuccessToast } from '../../ui/toast.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** Dialog that sets the balance. */
export function UpdateBalance({ open, onOpenChange }: Props) {
  const { currentBalance, currency } = useUser();
  const balance = (currentBalance < 0 ? MINUS : '') + formatMoney(currentBalance, currency);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Update Account Balance"
      description={`By Daybook's count your account holds ${balance}. How much is it really?`}
    >
      <UpdateBalanceForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function UpdateBalanceForm({ onDone }: { onDone: () => void }) {
  const { currency } = useUser();
  const { send, pending } = useCommand('updateAccountBalance');
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(accountBalanceInput) });

  const submit = handleSubmit(async (input) => {
    const outcome = await send(input);
    if (!outcome) return;
    if (outcome.ok) {
      onDone();
      showSuccessToast(`Account balance updated to ${currency}${formatNumber(input.newAmount)}`);
    } else if (!setFieldErrors(outcome.problem, ['newAmount'], setError)) {
      showErrorToast('Unable to update the account balance', { description: formProblemMessage(outcome.problem) });
    }
  });

  return (
    <DialogForm onSubmit={submit}>
      <AmountField
        label="New account balance"
        currency={currency}
        error={formState.errors.newAmount?.message?.replace('{currency}', currency)}
        registration={register('newAmount', { setValueAs: parseAmount })}
      />
      <DialogActions action="Save" pending={pending} />
    </DialogForm>
  );
}
