import { zodResolver } from '@hookform/resolvers/zod';
import { initialDepositInput } from '../../../contract/account-calls.ts';
import { useUser } from '../../server/user.ts';
import { Dialog, DialogActions, DialogForm } from '../../ui/dialog.tsx';
import { AmountField } from '../../ui/fields.tsx';
import { parseAmount } from '../../ui/money.ts';
import { showSuccessToast } from '../../ui/toast.ts';
import { useCommandForm } from '../../ui/use-command-form.ts';

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
  const { register, errors, submit, pending } = useCommandForm('initialDeposit', {
    resolver: zodResolver(initialDepositInput),
    fields: ['depositAmount'],
    input: (values) => values,
    failed: 'Unable to add the initial deposit',
    onSaved: ({ depositAmount }) => {
      onDone();
      // The dollar sign is specified for all currencies (product 8.2).
      showSuccessToast(`Initial deposit of $${depositAmount} added!`);
    },
  });

  return (
    <DialogForm onSubmit={submit}>
      <AmountField
        label="Initial deposit"
        currency={currency}
        error={errors.depositAmount?.message}
        registration={register('depositAmount', { setValueAs: parseAmount })}
      />
      <DialogActions action="Add deposit" pending={pending} />
    </DialogForm>
  );
}
