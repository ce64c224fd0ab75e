import { Link } from 'react-router-dom';
import type { Account } from '#contract/account.ts';
import { Explained } from '../../shared/explain/explained.tsx';
import { formatSigned } from '../../ui/money.ts';

/** The link covers the row; the balance is above it. */
const ROW = [
  'relative grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 border-b border-rule py-1',
  'transition-[background-color] hover:bg-hover hover:shadow-[-0.75rem_0_0_var(--hover),0.75rem_0_0_var(--hover)]',
].join(' ');

/** The open accounts with their balances. Each opens the list of its entries. */
export function AccountBalances({ accounts, currency }: { accounts: readonly Account[]; currency: string }) {
  return (
    <ul aria-label="Accounts" className="mt-9 max-w-136 border-t border-rule sm:max-xl:max-w-none">
      {accounts.map(({ _id, name, kind, balance }) => (
        <li key={_id} className={ROW}>
          <Link
            className="flex min-w-0 flex-wrap items-baseline gap-x-[0.6rem] after:absolute after:inset-0"
            to={`/transactions?account=${_id}`}
          >
            <span className="min-w-0 truncate">{name}</span>
            <span className="note text-[1.0625rem]">{kind}</span>
          </Link>
          <span className="relative z-1 whitespace-nowrap">
            <Explained figure={`account:${_id}`} name={`balance of ${name}`}>
              {formatSigned(balance, currency)}
            </Explained>
          </span>
        </li>
      ))}
    </ul>
  );
}
