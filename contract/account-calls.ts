import { z } from 'zod';
import { ACCOUNT_KINDS, ACCOUNT_NAME_MAX } from '#ledger/model/constants.ts';
import type { FieldName } from '#ledger/model/fields.ts';
import { LARGEST_AMOUNT } from '#ledger/model/money.ts';
import { accountAnswer } from './account.ts';
import { addresses } from './addresses.ts';
import type { Call } from './call.ts';
import { amount, choice, comparedName, idField, knownQuery, optional } from './fields.ts';
import { messages } from './messages.ts';
import { user } from './user.ts';

const name = comparedName(messages.nameRequired, ACCOUNT_NAME_MAX, messages.nameTooLong(ACCOUNT_NAME_MAX));

/**
 * Body of open-account: the opening balance may have any sign, and is 0 where it is left out; a Loan stands beside the
 * budget, and others count in it, unless `isBudgeted` says otherwise (product 4.11).
 */
export const accountInput = z.strictObject({
  name,
  kind: choice(ACCOUNT_KINDS, messages.kindRequired),
  openingBalance: optional(amount(messages.amountRequired, messages.balanceTooLow, -LARGEST_AMOUNT)),
  isBudgeted: optional(z.boolean()),
} satisfies Record<Exclude<FieldName<'account'>, 'isOpen'> | 'openingBalance', z.ZodType>);

/** Body of rename-account. */
export const accountNameInput = z.strictObject({ accountId: idField, name });

/** Body of set-budgeted. */
export const budgetedInput = z.strictObject({ accountId: idField, isBudgeted: z.boolean() });

/** Body of close-account and reopen-account. */
export const accountIdInput = z.strictObject({ accountId: idField });

/** The calls of /accounts. */
export const accountCalls = {
  getAccounts: {
    ...addresses.getAccounts,
    kind: 'query',
    summary: 'Returns all accounts, closed ones too, in the order of opening.',
    session: true,
    query: knownQuery,
    data: z.object({ accounts: z.array(accountAnswer) }),
    problems: [],
  },
  openAccount: {
    ...addresses.openAccount,
    kind: 'command',
    needs: 'view',
    summary: 'Opens an account. No other open account may have its name, whatever the case.',
    session: true,
    body: accountInput,
    data: user,
    problems: ['account_name_taken', 'amount_too_large'],
  },
  renameAccount: {
    ...addresses.renameAccount,
    kind: 'command',
    needs: 'view',
    summary: 'Gives an account another name.',
    session: true,
    body: accountNameInput,
    data: user,
    problems: ['account_not_found', 'account_name_taken'],
  },
  closeAccount: {
    ...addresses.closeAccount,
    kind: 'command',
    needs: 'view',
    summary: 'Closes an account whose balance is 0; the first one stays open.',
    session: true,
    body: accountIdInput,
    data: user,
    problems: ['account_not_found', 'account_not_empty', 'everyday_stays_open'],
  },
  reopenAccount: {
    ...addresses.reopenAccount,
    kind: 'command',
    needs: 'view',
    summary: 'Opens a closed account again.',
    session: true,
    body: accountIdInput,
    data: user,
    problems: ['account_not_found', 'account_name_taken'],
  },
  setBudgeted: {
    ...addresses.setBudgeted,
    kind: 'command',
    needs: 'view',
    summary: 'Puts an account beside the budget, or back into it; the first one always counts in it.',
    session: true,
    body: budgetedInput,
    data: user,
    problems: ['account_not_found', 'everyday_stays_budgeted'],
  },
} as const satisfies Record<string, Call>;
