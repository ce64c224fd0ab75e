import { accountBalanceInput } from '#contract/user-calls.ts';
import { useCommandForm } from '../../commands/use-command-form.ts';
import { useUser } from '../../server/user.ts';
import { type AccountChoice, AccountChoiceField, useAccountChoice } from '../../shared/accounts/account-field.tsx';
import { accountBalance } from '../../shared/accounts/accounts.ts';
import { Dialog, DialogActions, DialogForm } from '../../ui/dialog.tsx';
import { formatNumber, formatSigned } from '../../ui/money.ts';
import { AmountField } from '../../ui/registered-fields.tsx';
import { parseAmount } from '../../ui/typed-amount.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** Dialog that sets the balance, of the chosen account where there are several. */
export function UpdateBalance({ open, onOpenChange }: Props) {
  const user = useUser();
  const choice = useAccountChoice();
  const { accountId } = choice.input;
  const counted = accountBalance(user, accountId);
  const balance = formatSigned(counted, user.currency);
  const name = accountId === undefined ? 'your account' : choice.account?.name;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Update Account Balance"
      description={`By Daybook's count ${name} holds ${balance}. How much is it really?`}
    >
      <UpdateBalanceForm choice={choice} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function UpdateBalanceForm({ choice, onDone }: { choice: AccountChoice; onDone: () => void }) {
  const { currency } = useUser();
  const { register, errors, submit, pending } = useCommandForm('updateAccountBalance', {
    schema: accountBalanceInput,
    fields: ['newAmount'],
    input: (values) => ({ ...values, ...choice.input }),
    failed: 'Unable to update the account balance',
    saved: ({ newAmount }) => `Account balance updated to ${currency}${formatNumber(newAmount)}`,
    onSaved: onDone,
  });

  return (
    <DialogForm onSubmit={submit}>
      <AccountChoiceField choice={choice} />
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
