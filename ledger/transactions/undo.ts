import { valuesIn } from '../model/fields.ts';
import { anyTime, type Opposites } from '../model/undo.ts';
import type { TransactionEvent } from './events.ts';

/** How an undo changes transactions (product 4.14). */
export const undoTransaction: Opposites<'transaction', TransactionEvent> = {
  whyNot: anyTime,
  removed({ id: transactionId, now: { type, amount, date, accountId } }) {
    return { type: 'TransactionDeleted', data: { transactionId, type, amount, date, accountId } };
  },
  restored: ({ id: transactionId, target }) => ({ type: 'TransactionRestored', data: { transactionId, ...target } }),
  changed({ id: transactionId, now, target }) {
    const [before, after] = [valuesIn('transaction', now), valuesIn('transaction', target)];
    const changedAt = target.changedAt ?? null;
    return { type: 'TransactionChanged', data: { transactionId, before, after, changedAt } };
  },
};
