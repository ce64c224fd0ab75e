import { valuesIn } from '../model/fields.ts';
import { anyTime, type Opposites } from '../model/opposites.ts';
import { setAgain, setWhenRestored } from '../model/set-fields.ts';
import type { TransactionEvent } from './events.ts';

/** How an undo changes transactions (product 4.14). */
export const undoTransaction: Opposites<'transaction', TransactionEvent> = {
  whyNot: anyTime,
  removed({ id: transactionId, now: { type, amount, date, accountId } }) {
    return { type: 'TransactionDeleted', data: { transactionId, type, amount, date, accountId } };
  },
  restored({ id: transactionId, target }) {
    const { origins: _, ...state } = target;
    return {
      type: 'TransactionRestored',
      data: { transactionId, ...state, ...setWhenRestored('transaction', target) },
    };
  },
  changed({ id: transactionId, now, target }) {
    const [before, after] = [valuesIn('transaction', now), valuesIn('transaction', target)];
    const setters = { changedAt: target.changedAt ?? null, ...setAgain('transaction', now, target) };
    return { type: 'TransactionChanged', data: { transactionId, before, after, ...setters } };
  },
};
