import { type Deciders, happened, NOTHING, type Rejection, rejected } from '../model/command-rule.ts';
import { EVERYDAY } from '../model/constants.ts';
import { sum, ZERO } from '../model/money.ts';
import { accountOf, type Books, isInBudget, type NewAccount } from '../model/state.ts';
import type { AccountEvent } from './events.ts';

/** `newAccountId` is the id of an account that is opened; `accountId` is `everyday` or an id. */
export type AccountCommand =
  | ({ type: 'OpenAccount'; newAccountId: string } & NewAccount)
  | { type: 'RenameAccount'; accountId: string; name: string }
  | { type: 'CloseAccount'; accountId: string }
  | { type: 'ReopenAccount'; accountId: string }
  | { type: 'SetBudgeted'; accountId: string; isBudgeted: boolean };

const accounts = ({ accountId }: { accountId: string }) => [accountId];

/** The rules of accounts (product 4.11). That an account exists is checked for all commands (`decide`). */
export const accountCommands: Deciders<AccountCommand, AccountEvent> = {
  OpenAccount: {
    decide({ type: _, newAccountId: accountId, ...account }, state) {
      if (isAccountNameTaken(state, account.name)) return rejected('account_name_taken');
      if (sum(state.balance, account.openingBalance) === null) return rejected('amount_too_large');
      return happened(accountOpened(accountId, account));
    },
  },
  RenameAccount: {
    accounts,
    decide({ accountId, name }, state) {
      const { name: from, isOpen } = accountOf(state, accountId);
      if (from === name) return NOTHING;
      if (isOpen && isAccountNameTaken(state, name, accountId)) return rejected('account_name_taken');
      return happened({ type: 'AccountRenamed', data: { accountId, from, to: name } });
    },
  },
  CloseAccount: {
    accounts,
    decide({ accountId }, state) {
      const { isOpen } = accountOf(state, accountId);
      if (!isOpen) return NOTHING;
      const reason = whyNotClosed(state, accountId);
      return reason ? rejected(reason) : happened({ type: 'AccountClosed', data: { accountId } });
    },
  },
  ReopenAccount: {
    accounts,
    decide({ accountId }, state) {
      const { isOpen, name } = accountOf(state, accountId);
      if (isOpen) return NOTHING;
      if (isAccountNameTaken(state, name)) return rejected('account_name_taken');
      return happened({ type: 'AccountReopened', data: { accountId } });
    },
  },
  SetBudgeted: {
    accounts,
    decide({ accountId, isBudgeted }, state) {
      if (isInBudget(accountOf(state, accountId)) === isBudgeted) return NOTHING;
      if (accountId === EVERYDAY) return rejected('everyday_stays_budgeted');
      return happened({ type: 'AccountBudgetedSet', data: { accountId, isBudgeted } });
    },
  },
};

/** The event that opens an account. A Loan stands beside the budget unless `isBudgeted` is true (product 4.11). */
export function accountOpened(
  accountId: string,
  { openingBalance, isBudgeted, ...fields }: NewAccount,
): Extract<AccountEvent, { type: 'AccountOpened' }> {
  const opening = openingBalance === ZERO ? {} : { openingBalance };
  const beside = (isBudgeted ?? fields.kind !== 'Loan') ? {} : { isBudgeted: false as const };
  return { type: 'AccountOpened', data: { accountId, ...fields, ...opening, ...beside } };
}

/** Why an account can't be closed: it is Everyday, or has a balance, or null if it can. */
export function whyNotClosed(state: Pick<Books, 'accounts'>, accountId: string): Rejection | null {
  if (accountId === EVERYDAY) return 'everyday_stays_open';
  return accountOf(state, accountId).balance === ZERO ? null : 'account_not_empty';
}

/** Whether an open account other than `except` has this name, whatever the case. */
export function isAccountNameTaken({ accounts }: Pick<Books, 'accounts'>, name: string, except?: string): boolean {
  const wanted = name.toLowerCase();
  return [...accounts].some(([id, { name, isOpen }]) => isOpen && id !== except && name.toLowerCase() === wanted);
}
