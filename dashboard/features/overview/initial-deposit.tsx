import { zodResolver } from '@hookform/resolvers/zod';
import { initialDepositInput } from '../../../contract/user-calls.ts';
import { AccountChoiceField, useAccountChoice } from '../../accounts/account-field.tsx';
import { useUser } from '../../server/user.ts';
import { Dialog, DialogActions, DialogForm } from '../../ui/dialog.tsx';
import { AmountField } from '../../ui/fields.tsx';
import { parseAmount } from '../../ui/money.ts';
import { useCommandForm } from '../../ui/use-command-form.ts';
import { showSavedToast } from '../../undo/undo-change.ts';

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
  const choice = useAccountChoice();
  const { register, errors, submit, pending } = useCommandForm('initialDeposit', {
    resolver: zodResolver(initialDepositInput),
    fields: ['depositAmount'],
    input: (values) => ({ ...values, ...choice.input }),
    failed: 'Unable to add the initial deposit',
    onSaved: ({ depositAmount }, _data, changeSet) => {
      onDone();
      // The dollar sign is specified for all currencies (product 8.2).
      showSavedToast(`Initial deposit of $${depositAmount} added!`, changeSet);
    },
  });

  return (
    <DialogForm onSubmit={submit}>
      <AccountChoiceField choice={choice} />
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
