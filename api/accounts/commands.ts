import { exactCents } from '#ledger/model/money.ts';
import { unlessEveryday } from '#ledger/model/state.ts';
import type { Builders } from '../commands/command-call.ts';

/** The commands of /accounts/*, but for what mends a difference. */
export const accountBuilders = {
  openAccount: ({ openingBalance = 0, ...fields }, { newId }) => ({
    type: 'OpenAccount',
    newAccountId: newId('account'),
    ...fields,
    openingBalance: exactCents(openingBalance),
  }),
  renameAccount: ({ accountId, name }, { account }) => ({ type: 'RenameAccount', accountId: account(accountId), name }),
  closeAccount: ({ accountId }, { account }) => ({ type: 'CloseAccount', accountId: account(accountId) }),
  reopenAccount: ({ accountId }, { account }) => ({ type: 'ReopenAccount', accountId: account(accountId) }),
  setBudgeted: ({ accountId, isBudgeted }, { account }) => ({
    type: 'SetBudgeted',
    accountId: account(accountId),
    isBudgeted,
  }),
  assertBalance: ({ accountId, date, balance }, { account }) => ({
    type: 'AssertBalance',
    date,
    balance: balance === null ? null : exactCents(balance),
    source: 'hand',
    accountId: unlessEveryday(account(accountId)),
  }),
} satisfies Partial<Builders>;
