import { balanceIn, moved, netted, type Posting } from '../model/double-entry.ts';
import { recordedNow } from '../model/entity-states.ts';
import { type EventOf, event } from '../model/event-definition.ts';
import { FIELDS, schemasOf, valuesIn, wholeOf } from '../model/fields.ts';
import { madeBy, originsMade, setOf } from '../model/origins.ts';
import { originsChanged } from '../model/set-fields.ts';
import { addToBalances, type TransferState } from '../model/state.ts';
import { changedAt, changedLast, id, imported, place, recordedFirst } from '../model/values.ts';

const transferId = id.describe('the transfer');
const transfer = wholeOf('transfer');

type Money = Pick<TransferState, 'from' | 'to' | 'amount'>;
const idOf = ({ transferId }: { transferId: string }) => transferId;
const made = ({ from, to, amount }: Money): Posting[] => moved(balanceIn(from), balanceIn(to), amount);
const takenBack = ({ from, to, amount }: Money): Posting[] => moved(balanceIn(to), balanceIn(from), amount);
const changed = ({ before, after }: Record<'before' | 'after', Money>): Posting[] =>
  netted([...takenBack(before), ...made(after)]);

/**
 * Money moved from one account to another: neither income nor expense, and in no statistics (product 4.12). A transfer
 * of an older event may not be in a draft: projections fold without them.
 */
export const transferEvents = {
  TransferMade: event({
    about: { when: 'The user moves money from one account to another.', also: 'the transfer is added, with two legs' },
    data: { transferId, ...schemasOf('transfer'), imported, set: setOf('transfer', 'record'), madeBy },
    begins: 'create-transfer',
    effect: {
      does: 'make',
      kind: 'transfer',
      id: idOf,
      state: (data, context) => ({ ...valuesIn('transfer', data), ...recordedNow(context, data) }),
    },
    evolve(draft, data) {
      draft.transfers.set(data.transferId, valuesIn('transfer', data));
      addToBalances(draft, made(data));
    },
    postings: made,
    moves: null,
  }),
  TransferChanged: event({
    about: {
      when: 'The user changes a transfer, or the undo of a change does.',
      also: 'the transfer is as in `after`',
    },
    data: {
      transferId,
      before: transfer.describe('the transfer before'),
      after: transfer.describe('the transfer after'),
      changedAt,
      set: setOf('transfer', 'change'),
    },
    begins: 'update-transfer',
    effect: {
      does: 'change',
      kind: 'transfer',
      id: idOf,
      state: (data, { recordedAt, revision }) => ({
        ...valuesIn('transfer', data.after),
        changedAt: data.changedAt === undefined ? recordedAt : (data.changedAt ?? undefined),
        origins: originsChanged('transfer', data, revision),
      }),
    },
    evolve(draft, data) {
      draft.transfers.set(data.transferId, data.after);
      addToBalances(draft, changed(data));
    },
    postings: changed,
    moves: null,
  }),
  TransferDeleted: event({
    about: { when: 'The user deletes a transfer, or the undo of its making does.', also: 'the transfer is removed' },
    data: {
      transferId,
      from: FIELDS.transfer.from.schema,
      to: FIELDS.transfer.to.schema,
      amount: FIELDS.transfer.amount.schema,
    },
    begins: 'delete-transfer',
    effect: { does: 'remove', kind: 'transfer', id: idOf },
    evolve(draft, data) {
      draft.transfers.delete(data.transferId);
      addToBalances(draft, takenBack(data));
    },
    postings: takenBack,
    moves: null,
  }),
  TransferRestored: event({
    about: {
      when: 'The undo of a deletion brings a transfer back.',
      also: 'the transfer is there again, at its place',
    },
    data: {
      transferId,
      ...schemasOf('transfer'),
      place,
      recordedAt: recordedFirst,
      changedAt: changedLast,
      set: setOf('transfer', 'restore'),
      madeBy,
    },
    begins: 'undo',
    effect: {
      does: 'restore',
      kind: 'transfer',
      id: idOf,
      state: ({ transferId: _, set, madeBy, ...state }, { revision }) => ({
        ...state,
        origins: originsMade(set, madeBy, revision),
      }),
    },
    evolve(draft, data) {
      draft.transfers.set(data.transferId, valuesIn('transfer', data));
      addToBalances(draft, made(data));
    },
    postings: made,
    moves: null,
  }),
} as const;

export type TransferEvent = EventOf<typeof transferEvents>;
