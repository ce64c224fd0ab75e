import { initialDepositInput } from '#contract/user-calls.ts';
import { useCommandForm } from '../../commands/use-command-form.ts';
import { useUser } from '../../server/user.ts';
import { AccountChoiceField, useAccountChoice } from '../../shared/accounts/account-field.tsx';
import { Dialog, DialogActions, DialogForm } from '../../ui/dialog.tsx';
import { AmountField } from '../../ui/registered-fields.tsx';
import { parseAmount } from '../../ui/typed-amount.ts';

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
    schema: initialDepositInput,
    fields: ['depositAmount'],
    input: (values) => ({ ...values, ...choice.input }),
    failed: 'Unable to add the initial deposit',
    // The dollar sign is specified for all currencies (product 8.2).
    saved: ({ depositAmount }) => `Initial deposit of $${depositAmount} added!`,
    onSaved: onDone,
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
