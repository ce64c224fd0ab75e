import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { accountBalanceInput } from '../../contract/account-calls.ts';
import { formProblemMessage } from '../api-client/problem.ts';
import { useCommand } from '../api-client/use-command.ts';
import { applyServerUser } from '../store/apply-server-user.ts';
import { useUser } from '../store/user.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { setFieldErrors } from '../ui/field-errors.ts';
import { formatMoney, formatNumber, MINUS } from '../ui/money.ts';
import { parseAmount } from '../ui/parse-amount.ts';
import { showErrorToast, showSuccessToast } from '../ui/toast.ts';

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
      applyServerUser(outcome.data);
      showSuccessToast(`Account balance updated to ${currency}${formatNumber(input.newAmount)}`);
    } else if (!setFieldErrors(outcome.problem, ['newAmount'], setError)) {
      showErrorToast('Unable to update the account balance', { description: formProblemMessage(outcome.problem) });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="dialog-form">
      <AmountField
        label="New account balance"
        currency={currency}
        error={formState.errors.newAmount?.message?.replace('{currency}', currency)}
        registration={register('newAmount', { setValueAs: parseAmount })}
      />
      <DialogActions action="Save" pending={pending} />
    </form>
  );
}
