import { zodResolver } from '@hookform/resolvers/zod';
import { accountBalanceInput } from '../../../contract/account-calls.ts';
import { useUser } from '../../server/user.ts';
import { Dialog, DialogActions, DialogForm } from '../../ui/dialog.tsx';
import { AmountField } from '../../ui/fields.tsx';
import { formatMoney, formatNumber, MINUS, parseAmount } from '../../ui/money.ts';
import { showSuccessToast } from '../../ui/toast.ts';
import { useCommandForm } from '../../ui/use-command-form.ts';

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
  const { register, errors, submit, pending } = useCommandForm('updateAccountBalance', {
    resolver: zodResolver(accountBalanceInput),
    fields: ['newAmount'],
    input: (values) => values,
    failed: 'Unable to update the account balance',
    onSaved: ({ newAmount }) => {
      onDone();
      showSuccessToast(`Account balance updated to ${currency}${formatNumber(newAmount)}`);
    },
  });

  return (
    <DialogForm onSubmit={submit}>
      <AmountField
        label="New account balance"
        currency={currency}
        error={errors.newAmount?.message?.replace('{currency}', currency)}
        registration={register('newAmount', { setValueAs: parseAmount })}
      />
      <DialogActions action="Save" pending={pending} />
    </DialogForm>
  );
}
