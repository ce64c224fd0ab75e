import { type ComponentProps, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Account } from '#contract/account.ts';
import { accountInput, accountNameInput } from '#contract/account-calls.ts';
import { ACCOUNT_KINDS, ACCOUNT_NAME_MAX } from '#ledger/model/constants.ts';
import { useCommandForm } from '../../commands/use-command-form.ts';
import { useUser } from '../../server/user.ts';
import { Dialog, DialogActions, DialogForm } from '../../ui/dialog.tsx';
import { Checkbox } from '../../ui/fields.tsx';
import { AmountField, SelectField, TextInput } from '../../ui/registered-fields.tsx';
import { parseAmount } from '../../ui/typed-amount.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** Dialog that opens an account. */
export function OpenAccount({ open, onOpenChange }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Open an Account"
      description="For a bank account, a card or cash that you want to count apart."
    >
      <OpenAccountForm onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function NameField(props: Pick<ComponentProps<typeof TextInput>, 'error' | 'registration'>) {
  return <TextInput label="Name" autoComplete="off" maxLength={ACCOUNT_NAME_MAX} {...props} />;
}

function OpenAccountForm({ onDone }: { onDone: () => void }) {
  const { currency } = useUser();
  // Null until it is chosen: a loan stands beside the budget by itself.
  const [beside, setBeside] = useState<boolean | null>(null);
  const { register, control, errors, submit, pending } = useCommandForm('openAccount', {
    schema: accountInput,
    defaultValues: { name: '', kind: ACCOUNT_KINDS[0] },
    fields: ['name', 'kind', 'openingBalance'],
    input: (values) => ({ ...values, ...(beside !== null && { isBudgeted: !beside }) }),
    failed: 'Unable to open the account',
    saved: 'Account opened',
    onSaved: onDone,
  });

  const kind = useWatch({ control, name: 'kind' });

  return (
    <DialogForm onSubmit={submit}>
      <NameField error={errors.name?.message} registration={register('name')} />
      <SelectField label="Kind" options={ACCOUNT_KINDS} error={errors.kind?.message} registration={register('kind')} />
      <div>
        <AmountField
          label="Starting balance"
          optional
          currency={currency}
          error={errors.openingBalance?.message}
          registration={register('openingBalance', { setValueAs: parseAmount })}
        />
        <p className="mt-2 text-small text-ink-muted">What it holds today, with a minus for what you owe.</p>
      </div>
      <div>
        <Checkbox
          label="Beside the budget"
          checked={beside ?? kind === 'Loan'}
          onChange={(checked) => setBeside(checked)}
        />
        <p className="mt-2 text-small text-ink-muted">
          For money that you watch and don't plan, such as a loan or a pension. What goes there is spent.
        </p>
      </div>
      <DialogActions action="Open account" pending={pending} />
    </DialogForm>
  );
}

/** Dialog that renames an account. */
export function RenameAccount({ account, open, onOpenChange }: Props & { account: Account }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Rename the Account"
      description="Its entries stay as they are."
    >
      <RenameAccountForm key={account._id} account={account} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function RenameAccountForm({ account: { _id, name }, onDone }: { account: Account; onDone: () => void }) {
  const { register, errors, submit, pending } = useCommandForm('renameAccount', {
    schema: accountNameInput.pick({ name: true }),
    defaultValues: { name },
    fields: ['name'],
    input: (values) => ({ accountId: _id, ...values }),
    failed: 'Unable to rename the account',
    saved: 'Account renamed',
    onSaved: onDone,
  });

  return (
    <DialogForm onSubmit={submit}>
      <NameField error={errors.name?.message} registration={register('name')} />
      <DialogActions action="Rename" pending={pending} />
    </DialogForm>
  );
}
