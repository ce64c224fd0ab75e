import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { initialDepositInput } from '../../../contract/account-calls.ts';
import { formProblemMessage } from '../../server/problem.ts';
import { useCommand } from '../../server/use-command.ts';
import { useUser } from '../../server/user.ts';
import { Dialog, DialogActions, DialogForm } from '../../ui/dialog.tsx';
import { AmountField } from '../../ui/fields.tsx';
import { setFieldErrors } from '../../ui/form.ts';
import { parseAmount } from '../../ui/money.ts';
import { showErrorToast, showSuccessToast } from '../../ui/toast.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** Dialog for the initial deposit. */
export function InitialDeposit({ open, onOpenChange }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add Initial Deposit"
      description="How much is in your account today?"
    >
      <InitialDepositForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function InitialDepositForm({ onDone }: { onDone: () => void }) {
  const { currency } = useUser();
  const { send, pending } = useCommand('initialDeposit');
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(initialDepositInput) });

  const submit = handleSubmit(async (input) => {
    const outcome = await send(input);
    if (!outcome) return;
    if (outcome.ok) {
      onDone();
      // The dollar sign is specified for all currencies (product 8.2).
      showSuccessToast(`Initial deposit of $${input.depositAmount} added!`);
    } else if (!setFieldErrors(outcome.problem, ['depositAmount'], setError)) {
      showErrorToast('Unable to add the initial deposit', { description: formProblemMessage(outcome.problem) });
    }
  });

  return (
    <DialogForm onSubmit={submit}>
      <AmountField
        label="Initial deposit"
        currency={currency}
        error={formState.errors.depositAmount?.message}
        registration={register('depositAmount', { setValueAs: parseAmount })}
      />
      <DialogActions action="Add deposit" pending={pending} />
    </DialogForm>
  );
}
