import { EVERYDAY } from './constants.ts';
import { type Cents, safe, ZERO } from './money.ts';
import type { Books } from './state.ts';

/** The accounts that a program sees, by their keys (`everyday` or ids); null for all (product 5.17). */
export type Cut = readonly string[] | null;

/**
 * The books as a program sees them: its accounts with their balances, and the entries of these alone; a transfer that
 * leaves them is not among these. Goals and monthly figures are none. Pure.
 */
export function cutTo<Seen extends Books>(state: Seen, cut: Cut): Seen {
  if (cut === null) return state;
  const accounts = new Map([...state.accounts].filter(([key]) => cut.includes(key)));
  const isSeen = (accountId: string = EVERYDAY) => cut.includes(accountId);
  return {
    ...state,
    accounts,
    balance: sumOf([...accounts.values()].map(({ balance }) => balance)),
    figures: null,
    goals: new Map(),
    transactions: new Map([...state.transactions].filter(([, { accountId }]) => isSeen(accountId))),
    transfers: new Map([...state.transfers].filter(([, { from, to }]) => isSeen(from) && isSeen(to))),
  };
}

const sumOf = (amounts: readonly Cents[]) => amounts.reduce((sum, amount) => safe(sum + amount), ZERO);
