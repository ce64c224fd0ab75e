import { valuesIn } from '../model/fields.ts';
import { anyTime, type Opposites } from '../model/opposites.ts';
import { setAgain, setWhenRestored } from '../model/set-fields.ts';
import type { TransferEvent } from './events.ts';

/** How an undo changes transfers (product 4.14). */
export const undoTransfer: Opposites<'transfer', TransferEvent> = {
  whyNot: anyTime,
  removed: ({ id: transferId, now: { from, to, amount } }) => ({
    type: 'TransferDeleted',
    data: { transferId, from, to, amount },
  }),
  restored({ id: transferId, target }) {
    const { origins: _, ...state } = target;
    return { type: 'TransferRestored', data: { transferId, ...state, ...setWhenRestored('transfer', target) } };
  },
  changed({ id: transferId, now, target }) {
    const [before, after] = [valuesIn('transfer', now), valuesIn('transfer', target)];
    const setters = { changedAt: target.changedAt ?? null, ...setAgain('transfer', now, target) };
    return { type: 'TransferChanged', data: { transferId, before, after, ...setters } };
  },
};
