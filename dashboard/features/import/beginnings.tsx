import { useState } from 'react';
import type { CallData } from '#contract/calls.ts';
import type { ImportAccount } from '#contract/import-calls.ts';
import { useCommand } from '../../commands/use-command.ts';
import { useUser } from '../../server/user.ts';
import { nameOfAccount } from '../../shared/accounts/accounts.ts';
import { beginLabel, shortDayOf } from '../../shared/accounts/begin-label.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/fields.tsx';
import { formatMoney, formatSigned, sumOf } from '../../ui/money.ts';
import { setBegin, useImport } from './import-store.ts';

/** Checkboxes for accounts that would agree with the bank if they had begun with what it had (product 9.20). */
export function BeginningChoices() {
  const { preview, begin } = useImport((state) => state);
  const user = useUser();
  return preview?.accounts.map((account) =>
    account.begin && account.accountId ? (
      <div key={account.key} className="mt-6 grid gap-2 border-t border-rule pt-4">
        <Why beginning={account.begin} name={nameOfAccount(user, account.accountId)} currency={user.currency} />
        <Checkbox
          label={beginLabel(account.begin, user.currency)}
          checked={begin.has(account.key)}
          onChange={(isChosen) => setBegin(account.key, isChosen)}
        />
      </div>
    ) : null,
  );
}

type Beginning = NonNullable<ImportAccount['begin']>;

function Why({ beginning, name, currency }: { beginning: Beginning; name: string; currency: string }) {
  const { date, balance, adds } = beginning;
  return (
    <p>
      Before {shortDayOf(date)} the bank had {formatSigned(balance, currency)}, and {name} has{' '}
      {formatSigned(sumOf(balance, -adds), currency)}: {formatMoney(adds, currency)}{' '}
      {adds < 0 ? 'too much' : 'too little'}.
    </p>
  );
}

type Left = CallData<'importCommit'>['imported']['beginnings'][number];

/** After an import: an account that does not agree with the bank, and the button that corrects what it began with. */
export function BeginningLeft({ left }: { left: Left }) {
  const user = useUser();
  const [isDone, setDone] = useState(false);
  const { accountId, until, date, balance } = left;
  const name = nameOfAccount(user, accountId);
  const { send, pending } = useCommand('mend', {
    saved: `${name} agrees with the bank now`,
    failed: 'Unable to change what it began with',
    onSaved: () => setDone(true),
  });
  if (isDone) return null;
  const mend = { does: 'begin with' as const, date, balance };
  return (
    <div className="mt-6">
      <Why beginning={left} name={name} currency={user.currency} />
      <Button
        className="mt-3 max-w-full py-1.5 text-left [text-wrap:balance] whitespace-normal!"
        writes
        pending={pending}
        onClick={() => void send({ accountId, date: until, mend })}
      >
        {beginLabel(left, user.currency)}
      </Button>
    </div>
  );
}
