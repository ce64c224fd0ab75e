import type { Evolvers } from '../model/event-schema.ts';
import { addToBalances } from '../model/state.ts';
import type { transferEvents } from './events.ts';
import { transferPostings } from './postings.ts';

/** What these events do to the state. A transfer of an older event may not be in it: projections fold without them. */
export const evolveTransfers: Evolvers<typeof transferEvents> = {
  TransferMade(draft, data) {
    const { transferId, imported: _, ...transfer } = data;
    draft.transfers.set(transferId, transfer);
    addToBalances(draft, transferPostings.TransferMade(data, {}));
  },
  TransferChanged(draft, data) {
    draft.transfers.set(data.transferId, data.after);
    addToBalances(draft, transferPostings.TransferChanged(data, {}));
  },
  TransferDeleted(draft, data) {
    draft.transfers.delete(data.transferId);
    addToBalances(draft, transferPostings.TransferDeleted(data, {}));
  },
  TransferRestored(draft, data) {
    const { transferId, place: _place, recordedAt: _recordedAt, changedAt: _changedAt, ...transfer } = data;
    draft.transfers.set(transferId, transfer);
    addToBalances(draft, transferPostings.TransferRestored(data, {}));
  },
};
