import type { Account } from '#contract/account.ts';
import { accountIdOf } from '#ledger/ids.ts';
import { valuesIn } from '#ledger/model/fields.ts';
import { amountOf } from '#ledger/model/money.ts';
import { isInBudget } from '#ledger/model/state.ts';
import type { LedgerView } from '#projections/queries/ledger-view.ts';

/** Converts a ledger's accounts to the contract's, in the order of opening: amounts in whole units. */
export function presentAccounts({ ledgerId, state }: Pick<LedgerView, 'ledgerId' | 'state'>): Account[] {
  return [...state.accounts].map(([key, account]) => ({
    _id: accountIdOf(ledgerId, key),
    ...valuesIn('account', account),
    balance: amountOf(account.balance),
    isBudgeted: isInBudget(account),
  }));
}
