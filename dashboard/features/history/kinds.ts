import type { ChangeSet } from '#contract/ledger-calls.ts';
import { CHANGE_SET_KINDS } from '#ledger/model/constants.ts';

/** Kinds that stand first in the filter, because they are the most frequent. */
const FIRST: readonly ChangeSet['kind'][] = [
  'create-expense',
  'create-income',
  'update-transaction',
  'delete-transaction',
  'create-transfer',
  'update-transfer',
  'delete-transfer',
];
const IN_ORDER = [...new Set([...FIRST, ...CHANGE_SET_KINDS])];

/** Kinds that occur only with a second account, or for the demo user. */
const OF_TWO_ACCOUNTS = ['create-transfer', 'update-transfer', 'delete-transfer', 'close-account', 'reopen-account'];

/** The kinds that the filter offers: with one account, without the kinds of transfers and of closing. */
export function kindsFor(accounts: number): ChangeSet['kind'][] {
  return accounts > 1 ? IN_ORDER : IN_ORDER.filter((kind) => !OF_TWO_ACCOUNTS.includes(kind));
}
