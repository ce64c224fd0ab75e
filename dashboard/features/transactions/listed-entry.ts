import type { Entry } from '#contract/transaction.ts';
import type { User } from '#contract/user.ts';
import { nameOfAccount } from '../../shared/accounts/accounts.ts';
import type { ListedTransaction } from '../../shared/entries/transaction-row.tsx';
import { MINUS } from '../../ui/money.ts';

/** Title of a transfer without one: from where to where. */
export function transferTitle(
  user: Pick<User, 'accounts'>,
  { title, account, toAccount }: Pick<Entry, 'title' | 'account' | 'toAccount'>,
): string {
  return title ?? wayOf(user, account, toAccount);
}

function wayOf(user: Pick<User, 'accounts'>, account: string | null, toAccount: string | null): string {
  return `${nameOfAccount(user, account)} to ${nameOfAccount(user, toAccount)}`;
}

/**
 * A row of the list of all accounts, or of one account. In the list of one account a transfer has its sign there, and
 * names only the other account.
 */
export function listedEntry(user: Pick<User, 'accounts'>, entry: Entry, seenFrom: string | null): ListedTransaction {
  const { account, toAccount, title } = entry;
  if (entry.type !== 'Transfer') {
    return { ...entry, title: title ?? '', accounts: seenFrom === null ? nameOfAccount(user, account) : undefined };
  }
  const leaves = account === seenFrom;
  const way =
    seenFrom === null
      ? wayOf(user, account, toAccount)
      : `${leaves ? 'To' : 'From'} ${nameOfAccount(user, leaves ? toAccount : account)}`;
  return {
    ...entry,
    title: title ?? way,
    accounts: title === null ? undefined : way,
    ...(seenFrom !== null && { sign: leaves ? MINUS : '+' }),
  };
}
