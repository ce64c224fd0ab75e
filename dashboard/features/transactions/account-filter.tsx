import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { User } from '#contract/user.ts';
import { searchWith } from '../../browser-state/screen-key.ts';
import { LIST } from '../../shared/entries/from-list.ts';
import { Explained } from '../../shared/explain/explained.tsx';
import { LINE_LINK } from '../../ui/line-link.ts';
import { formatSigned } from '../../ui/money.ts';
import { QUERY } from './search/use-search.ts';

/** On narrow screens it is aligned with the heading. */
const BESIDE_MARGIN = 'max-w-(--measure) md:ml-[calc(var(--margin-column)+var(--gutter)*2)]';

const LINE = [
  '-mt-4 mb-5 flex flex-wrap items-baseline justify-between gap-x-8',
  'max-md:mt-0 max-md:mb-3 max-sm:mb-1',
].join(' ');

/** Line above the list, for what filters it and where it begins. */
export function AboveList({ children }: { children: ReactNode }) {
  return (
    <div className={BESIDE_MARGIN}>
      <div className={LINE}>{children}</div>
    </div>
  );
}

/** Links that filter the list by account, and the balance of the chosen account. */
export function AccountFilter({ user, chosen }: { user: User; chosen: string | null }) {
  const [search] = useSearchParams();
  const { accounts, currency } = user;
  const account = accounts.find(({ _id }) => _id === chosen);
  const to = (id: string | null) => {
    const own = searchWith('', { account: id, [QUERY]: search.get(QUERY) });
    return own === '' ? LIST : `${LIST}?${own}`;
  };
  const current = (isChosen: boolean) => isChosen && { 'aria-current': 'page' as const };
  return (
    <>
      <nav aria-label="Accounts" className="flex flex-wrap gap-x-6">
        <Link className={LINE_LINK} to={to(null)} {...current(chosen === null)}>
          All accounts
        </Link>
        {accounts
          .toSorted((first, second) => Number(second.isOpen) - Number(first.isOpen))
          .map(({ _id, name, isOpen }) => (
            <Link key={_id} className={LINE_LINK} to={to(_id)} {...current(_id === chosen)}>
              <span className="truncate">{name}</span>
              {!isOpen && <span className="note ml-[0.4rem] text-[1.0625rem]">closed</span>}
            </Link>
          ))}
      </nav>
      {account?.isOpen && (
        <p>
          <span className="note mr-3 text-[1.0625rem]">Balance</span>{' '}
          <Explained figure={`account:${account._id}`} name={`balance of ${account.name}`}>
            {formatSigned(account.balance, currency)}
          </Explained>
        </p>
      )}
    </>
  );
}
