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
    decide({ newAccountId, name, kind, openingBalance, isBudgeted = isBudgetedAtFirst(kind) }, state) {
      if (isTaken(state, name)) return rejected('account_name_taken');
      if (sum(state.balance, openingBalance) === null) return rejected('amount_too_large');
      const opening = openingBalance === ZERO ? {} : { openingBalance };
      const beside = isBudgeted ? {} : { isBudgeted };
      return happened({ type: 'AccountOpened', data: { accountId: newAccountId, name, kind, ...opening, ...beside } });
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

/** Whether an account of a kind counts in the budget where nothing is said of it. */
export const isBudgetedAtFirst = (kind: AccountKind) => kind !== 'Loan';

/** Why an account can't be closed: it is Everyday, or has a balance; null where it can. */
export function whyNotClosed(state: Pick<Books, 'accounts'>, accountId: string): Rejection | null {
  if (accountId === EVERYDAY) return 'everyday_stays_open';
  return accountOf(state, accountId).balance === ZERO ? null : 'account_not_empty';
}

/** Whether an open account other than `except` has this name, whatever the case. */
export function isTaken({ accounts }: Pick<Books, 'accounts'>, name: string, except?: string): boolean {
  const wanted = name.toLowerCase();
  return [...accounts].some(([id, { name, isOpen }]) => isOpen && id !== except && name.toLowerCase() === wanted);
}
