import { type SubmitEvent, useId, useState } from 'react';
import { ACCESS_NAME_MAX } from '#contract/limits.ts';
import { messages } from '#contract/messages.ts';
import type { Token } from '#contract/token-calls.ts';
import { call } from '../../server/client.ts';
import { problemMessage } from '../../server/problem.ts';
import { useUser } from '../../server/user.ts';
import { hasSeveralAccounts } from '../../shared/accounts/accounts.ts';
import { isLeftUnproved, withProof } from '../../shared/proof/ask-for-proof.ts';
import { AmountInput } from '../../ui/amount-input.tsx';
import { now } from '../../ui/day.ts';
import { DialogActions, DialogForm } from '../../ui/dialog.tsx';
import { Checkbox, ErrorText, FormField, Input, Select } from '../../ui/fields.tsx';
import { parseAmount } from '../../ui/typed-amount.ts';
import { useTypedField } from '../../ui/use-typed-field.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const ENDS = [
  { days: 30, label: 'After 30 days' },
  { days: 365, label: 'After a year' },
  { days: 0, label: 'Only when I revoke it' },
] as const;

/** The days around today to which the entries of a token can be held. */
const DAYS = [
  { days: '', label: 'On any day' },
  { days: '0', label: 'Today alone' },
  { days: '7', label: 'A week before or after today' },
  { days: '31', label: 'A month before or after today' },
] as const;

/** Form that makes a token: its name, what it may do and see, its limits, and its end. */
export function TokenForm({ onMade }: { onMade: (token: string) => void }) {
  const user = useUser();
  const { typed, error, setError, input } = useTypedField();
  const [scope, setScope] = useState<Token['scope']>('read');
  const [endsAfter, setEndsAfter] = useState<number>(ENDS[0].days);
  /** The ids of the accounts that it sees; null for all. */
  const [accounts, setAccounts] = useState<readonly string[] | null>(null);
  const [accountsError, setAccountsError] = useState<string>();
  const [amount, setAmount] = useState('');
  const [days, setDays] = useState<string>(DAYS[0].days);
  const [amountError, setAmountError] = useState<string>();
  const [pending, setPending] = useState(false);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const most = scope === 'read' ? undefined : parseAmount(amount);
    if (Number.isNaN(most)) {
      setAmountError(messages.notAnAmount);
      return;
    }
    if (accounts?.length === 0) {
      setAccountsError(messages.accountsRequired);
      return;
    }
    const limits = {
      ...(most !== undefined && { amount: most }),
      ...(scope !== 'read' && days !== '' && { days: Number(days) }),
    };
    const end = endsAfter === 0 ? {} : { expiresAt: new Date(now().getTime() + endsAfter * DAY_MS).toISOString() };
    setPending(true);
    const outcome = await withProof(() =>
      call('createToken', {
        ...{ name: typed, scope, ...end },
        ...(accounts && { accounts: [...accounts] }),
        ...(Object.keys(limits).length > 0 && { limits }),
      }),
    );
    setPending(false);
    if (outcome.ok) onMade(outcome.data.token);
    else if (!isLeftUnproved(outcome)) {
      setAmountError(outcome.problem.errors?.limits);
      setError(outcome.problem.errors?.name ?? (outcome.problem.errors ? undefined : problemMessage(outcome.problem)));
    }
  }

  return (
    <DialogForm onSubmit={submit}>
      <FormField label="Name of the program" error={error}>
        {(props) => <Input {...props} autoComplete="off" maxLength={ACCESS_NAME_MAX} {...input} />}
      </FormField>
      <FormField label="May do" error={undefined}>
        {(props) => (
          <Select {...props} value={scope} onChange={({ target }) => setScope(target.value as Token['scope'])}>
            <option value="read">Read alone</option>
            <option value="propose">Read, and propose changes to me</option>
            <option value="write">Read and write</option>
          </Select>
        )}
      </FormField>
      {hasSeveralAccounts(user) && (
        <AccountsField
          accounts={accounts}
          error={accountsError}
          onChoose={(chosen) => {
            setAccounts(chosen);
            setAccountsError(undefined);
          }}
        />
      )}
      {scope !== 'read' && (
        <>
          <AmountInput
            label="Each entry at most"
            typed={amount}
            onType={(text) => {
              setAmount(text);
              setAmountError(undefined);
            }}
            error={amountError}
            hint="Empty for any amount."
          />
          <FormField label="Entries dated" error={undefined}>
            {(props) => (
              <Select {...props} value={days} onChange={({ target }) => setDays(target.value)}>
                {DAYS.map((each) => (
                  <option key={each.days} value={each.days}>
                    {each.label}
                  </option>
                ))}
              </Select>
            )}
          </FormField>
        </>
      )}
      <FormField label="Ends" error={undefined}>
        {(props) => (
          <Select {...props} value={endsAfter} onChange={({ target }) => setEndsAfter(Number(target.value))}>
            {ENDS.map((end) => (
              <option key={end.days} value={end.days}>
                {end.label}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <DialogActions action="Make it" pending={pending} />
    </DialogForm>
  );
}

type AccountsFieldProps = {
  /** The ids of the accounts that are seen; null for all. */
  accounts: readonly string[] | null;
  error: string | undefined;
  onChoose: (accounts: readonly string[] | null) => void;
};

/** Choice of all accounts, or of some. */
function AccountsField({ accounts, error, onChoose }: AccountsFieldProps) {
  const user = useUser();
  const errorId = useId();
  return (
    <>
      <FormField label="Sees" error={undefined}>
        {(props) => (
          <Select
            {...props}
            value={accounts === null ? 'all' : 'some'}
            onChange={({ target }) => onChoose(target.value === 'all' ? null : [])}
          >
            <option value="all">All accounts, goals and schedules</option>
            <option value="some">Some accounts alone</option>
          </Select>
        )}
      </FormField>
      {accounts && (
        <fieldset aria-describedby={errorId} className="-mt-3">
          <legend className="sr-only">Accounts that it sees</legend>
          {user.accounts.map(({ _id, name }) => (
            <Checkbox
              key={_id}
              label={name}
              checked={accounts.includes(_id)}
              onChange={(isSeen) => onChoose(isSeen ? [...accounts, _id] : accounts.filter((id) => id !== _id))}
            />
          ))}
          <ErrorText id={errorId} error={error} />
        </fieldset>
      )}
    </>
  );
}
