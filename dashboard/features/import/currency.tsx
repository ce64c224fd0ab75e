import { Link } from 'react-router-dom';
import type { User } from '#contract/user.ts';
import { CURRENCIES, type CurrencySymbol } from '#ledger/model/constants.ts';
import { useCommand } from '../../commands/use-command.ts';
import { useUser } from '../../server/user.ts';
import { Button } from '../../ui/button.tsx';
import { FormField, Select } from '../../ui/fields.tsx';
import { countIn, useImport } from './import-store.ts';

const SYMBOLS = Object.keys(CURRENCIES) as CurrencySymbol[];

/** Whether a user has recorded nothing yet, so that no amount changes its meaning by another currency. */
function isEmpty({ transactionCount, accounts, goals, income, expense }: User): boolean {
  return (
    transactionCount === 0 &&
    goals.length === 0 &&
    !income &&
    !expense &&
    accounts.every(({ balance }) => balance === 0)
  );
}

/** Sets the user's currency; the file is read again. */
function useCountIn() {
  return useCommand('updateCurrency', {
    saved: ({ newCurrency }) => `You count in ${CURRENCIES[newCurrency]} now`,
    failed: 'Error when fetching',
    onSaved: (_, { newCurrency }) => countIn(newCurrency),
  });
}

/**
 * For somebody who counts in the currency of the file: while the books are empty Daybook is set to it by one button,
 * and by Settings later.
 */
export function OwnCurrency({ code }: { code: string | undefined }) {
  const user = useUser();
  const { send, pending } = useCountIn();
  const symbol = SYMBOLS.find((each) => CURRENCIES[each] === code);
  if (!symbol) return null;
  if (isEmpty(user))
    return (
      <Button
        className="mt-2"
        size="compact"
        kind="primary"
        writes
        pending={pending}
        onClick={() => void send({ newCurrency: symbol })}
      >
        Count in {code}
      </Button>
    );
  return (
    <p className="mt-1 text-small text-ink-muted">
      If you count in {code}, change your currency in{' '}
      <Link className="link" to="/settings">
        Settings
      </Link>{' '}
      first, and come back.
    </p>
  );
}

/** The currency that a file without one is counted in, while the books are empty: a choice changes it. */
export function CountedIn() {
  const user = useUser();
  const accounts = useImport(({ preview }) => preview?.accounts);
  const { send, pending } = useCountIn();
  const namesNone = accounts?.every(({ currency }) => !currency) ?? false;
  if (!namesNone || !isEmpty(user)) return null;
  return (
    <FormField className="mt-6 max-w-80" label="Counted in" hint="The file names no currency." error={undefined}>
      {(props) => (
        <Select
          {...props}
          value={user.currency}
          disabled={pending}
          onChange={({ target }) => void send({ newCurrency: target.value as CurrencySymbol })}
        >
          {SYMBOLS.map((symbol) => (
            <option key={symbol} value={symbol}>
              {symbol} {CURRENCIES[symbol]}
            </option>
          ))}
        </Select>
      )}
    </FormField>
  );
}
