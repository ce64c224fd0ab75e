import { useState } from 'react';
import type { Account } from '#contract/account.ts';
import { useUser } from '../../server/user.ts';
import { FormField, Select } from '../../ui/fields.tsx';
import { openAccounts } from './accounts.ts';

/** The account that a form is about. */
export type AccountChoice = {
  accounts: readonly Account[];
  /** The chosen account. */
  account: Account | undefined;
  choose: (accountId: string) => void;
  /** Input of the call: the account, or none if there is only one, which the API then takes. */
  input: { accountId?: string };
};

/** Returns the choice of an account: the first open one, until another is chosen. */
export function useAccountChoice(): AccountChoice {
  const accounts = openAccounts(useUser());
  const [chosenId, choose] = useState<string>();
  const account = accounts.find(({ _id }) => _id === chosenId) ?? accounts[0];
  const input = accounts.length > 1 && account ? { accountId: account._id } : {};
  return { accounts, account, choose, input };
}

/** Field for the account of a form. Without a second account there is none. */
export function AccountChoiceField({ choice, label = 'Account' }: { choice: AccountChoice; label?: string }) {
  const { accounts, account, choose } = choice;
  if (accounts.length < 2) return null;
  return (
    <AccountSelect label={label} accounts={accounts} value={account?._id ?? ''} onChange={choose} error={undefined} />
  );
}

type AccountSelectProps = {
  label: string;
  accounts: readonly Pick<Account, '_id' | 'name'>[];
  value: string;
  onChange: (accountId: string) => void;
  error: string | undefined;
};

/** Field with a select of accounts. */
export function AccountSelect({ label, accounts, value, onChange, error }: AccountSelectProps) {
  return (
    <FormField label={label} error={error}>
      {(props) => (
        <Select {...props} value={value} onChange={({ target }) => onChange(target.value)}>
          {accounts.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </FormField>
  );
}
