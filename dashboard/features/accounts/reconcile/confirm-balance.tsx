import type { Account } from '#contract/account.ts';
import { confirmationInput } from '#contract/reconcile-calls.ts';
import { FIRST_DAY, LAST_DAY } from '#ledger/model/constants.ts';
import { useCommandForm } from '../../../commands/use-command-form.ts';
import { useUser } from '../../../server/user.ts';
import { hasSeveralAccounts } from '../../../shared/accounts/accounts.ts';
import { formatDay, today } from '../../../ui/day.ts';
import { Dialog, DialogActions, DialogForm } from '../../../ui/dialog.tsx';
import { FormField, Input } from '../../../ui/fields.tsx';
import { AmountField } from '../../../ui/registered-fields.tsx';
import { parseAmount } from '../../../ui/typed-amount.ts';

type Props = { account: Account; open: boolean; onOpenChange: (open: boolean) => void };

/** Dialog that confirms the bank's balance of an account at the end of a day. */
export function ConfirmBalance({ account, open, onOpenChange }: Props) {
  const where = hasSeveralAccounts(useUser()) ? ` in ${account.name}` : '';
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Confirm a Balance"
      description={`What your bank says there is${where} at the end of a day, such as on a statement.`}
    >
      <ConfirmBalanceForm accountId={account._id} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function ConfirmBalanceForm({ accountId, onDone }: { accountId: string; onDone: () => void }) {
  const { currency } = useUser();
  const { register, errors, submit, pending } = useCommandForm('assertBalance', {
    schema: confirmationInput,
    defaultValues: { date: today() },
    fields: ['balance', 'date'],
    input: (values) => ({ accountId, ...values }),
    failed: 'Unable to confirm the balance',
    saved: ({ date }) => `Balance of ${formatDay(date).long} confirmed`,
    onSaved: onDone,
  });

  return (
    <DialogForm onSubmit={submit}>
      <AmountField
        label="My bank says"
        currency={currency}
        error={errors.balance?.message}
        registration={register('balance', { setValueAs: parseAmount })}
      />
      <FormField label="At the end of" error={errors.date?.message}>
        {(props) => <Input {...props} {...register('date')} type="date" min={FIRST_DAY} max={LAST_DAY} required />}
      </FormField>
      <DialogActions action="Confirm" pending={pending} />
    </DialogForm>
  );
}
