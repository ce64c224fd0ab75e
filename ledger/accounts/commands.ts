import { happened, NOTHING, type Rejection, type Rules, rejected } from '../model/command-rule.ts';
import { type AccountKind, EVERYDAY } from '../model/constants.ts';
import { type Cents, sum, ZERO } from '../model/money.ts';
import { accountOf, type Books, isInBudget } from '../model/state.ts';
import type { AccountEvent } from './events.ts';

/** `accountId` is the id of an account that is opened; of the others `everyday` or an id. */
export type AccountCommand =
  | {
      type: 'OpenAccount';
      newAccountId: string;
      name: string;
      kind: AccountKind;
      openingBalance: Cents;
      /** A Loan is beside the budget, and others count in it, where this is left out. */
      isBudgeted?: boolean | undefined;
    }
  | { type: 'RenameAccount'; accountId: string; name: string }
  | { type: 'CloseAccount'; accountId: string }
  | { type: 'ReopenAccount'; accountId: string }
  | { type: 'SetBudgeted'; accountId: string; isBudgeted: boolean };

const accounts = ({ accountId }: { accountId: string }) => [accountId];

/** The rules of accounts (product 4.11). That an account exists is checked for all commands (`decide`). */
export const accountCommands: Rules<AccountCommand, AccountEvent> = {
  OpenAccount: {
    decide({ newAccountId, name, kind, openingBalance, isBudgeted }, state) {
      if (isTaken(state, name)) return rejected('account_name_taken');
      if (sum(state.balance, openingBalance) === null) return rejected('amount_too_large');
      return happened(accountOpened({ accountId: newAccountId, name, kind, openingBalance, isBudgeted }));
    },
  },
  RenameAccount: {
    accounts,
    decide({ accountId, name }, state) {
      const { name: from, isOpen } = accountOf(state, accountId);
      if (from === name) return NOTHING;
      if (isOpen && isTaken(state, name, accountId)) return rejected('account_name_taken');
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
      if (isTaken(state, name)) return rejected('account_name_taken');
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

type Opening = {
  accountId: string;
  name: string;
  kind: AccountKind;
  openingBalance: Cents;
  isBudgeted?: boolean | undefined;
};

/** The event that opens an account. A Loan stands beside the budget unless `isBudgeted` is true (product 4.11). */
export function accountOpened({
  openingBalance,
  isBudgeted,
  ...account
}: Opening): Extract<AccountEvent, { type: 'AccountOpened' }> {
  const opening = openingBalance === ZERO ? {} : { openingBalance };
  const beside = (isBudgeted ?? account.kind !== 'Loan') ? {} : { isBudgeted: false as const };
  return { type: 'AccountOpened', data: { ...account, ...opening, ...beside } };
}

/** Why an account can't be closed: it is Everyday, or has a balance, or null if it can. */
export function whyNotClosed(state: Pick<Books, 'accounts'>, accountId: string): Rejection | null {
  if (accountId === EVERYDAY) return 'everyday_stays_open';
  return accountOf(state, accountId).balance === ZERO ? null : 'account_not_empty';
}

/** Whether an open account other than `except` has this name, whatever the case. */
export function isTaken({ accounts }: Pick<Books, 'accounts'>, name: string, except?: string): boolean {
  const wanted = name.toLowerCase();
  return [...accounts].some(([id, { name, isOpen }]) => isOpen && id !== except && name.toLowerCase() === wanted);
}
