import { confirmationIn } from '../model/entity-ids.ts';
import { anyTime, isLasting, type Opposites } from '../model/opposites.ts';
import { unlessEveryday } from '../model/state.ts';
import type { BalanceEvent } from './events.ts';

/** How an undo changes the monthly figures (product 4.14). */
export const undoFigures: Opposites<'figures', BalanceEvent> = {
  whyNot: anyTime,
  removed: isLasting,
  restored: isLasting,
  changed({ target: { income, expense } }) {
    if (income === undefined || expense === undefined) return { type: 'MonthlyFiguresCleared', data: {} };
    return { type: 'MonthlyFiguresSet', data: { income, expense } };
  },
};

/** How an undo changes confirmed balances (product 4.14). */
export const undoConfirmation: Opposites<'balance', BalanceEvent> = {
  whyNot: ({ id }, { accounts }) => (accounts.has(confirmationIn(id)?.account ?? '') ? null : 'account_gone'),
  removed: isLasting,
  restored: isLasting,
  changed({ now, target: { account, date, balance, source = now.source } }) {
    // Without a source there is nothing that an event could have said.
    if (source === undefined) throw new Error(`The balance of ${account} on ${date} was never confirmed.`);
    const confirmed = balance === undefined ? {} : { balance };
    return { type: 'BalanceAsserted', data: { accountId: unlessEveryday(account), date, ...confirmed, source } };
  },
};
