import type { Account } from '#contract/account.ts';
import type { User } from '#contract/user.ts';
import { DEFAULT_WALLET, type Wallet } from '#ledger/model/constants.ts';
import { usualWallet } from '#ledger/model/usual-wallet.ts';

/** The open accounts of a user, in the order of opening. */
export function openAccounts({ accounts }: Pick<User, 'accounts'>): Account[] {
  return accounts.filter(({ isOpen }) => isOpen);
}

/** Whether a user has ever opened an account beside the first. Without one, no screen speaks of accounts. */
export function hasSeveralAccounts({ accounts }: Pick<User, 'accounts'>): boolean {
  return accounts.length > 1;
}

/**
 * The balance that a form compares amounts with, in whole units: of the account, or the user's where there is only one
 * open account.
 */
export function accountBalance(user: Pick<User, 'accounts' | 'currentBalance'>, accountId: string | undefined): number {
  const open = openAccounts(user);
  const account = open.length > 1 ? open.find(({ _id }) => _id === accountId) : undefined;
  return account?.balance ?? user.currentBalance;
}

/** The name of an account, open or closed. Takes its id, or nothing for the first. */
export function nameOfAccount({ accounts }: Pick<User, 'accounts'>, accountId?: string | null): string {
  const account = accountId ? accounts.find(({ _id }) => _id === accountId) : accounts[0];
  return account?.name ?? 'Another account';
}

/**
 * The wallet that an expense from an account has at first (product 9.8). Takes the account's id, or nothing where there
 * is only one.
 */
export function defaultWallet({ accounts }: Pick<User, 'accounts'>, accountId: string | undefined): Wallet {
  const at = accounts.findIndex(({ _id }) => _id === accountId);
  return at < 1 ? DEFAULT_WALLET : usualWallet(accounts[at]?.kind);
}

/** The accounts that the form of an entry offers: the open ones, and those that it is in. */
export function accountsToChoose({ accounts }: Pick<User, 'accounts'>, ...ids: (string | undefined)[]): Account[] {
  return accounts.filter(({ _id, isOpen }) => isOpen || ids.includes(_id));
}
