import { balanceIn, moved, netted } from '../model/double-entry.ts';
import type { PostingRules } from '../model/event-schema.ts';
import type { TransferState } from '../model/state.ts';
import type { transferEvents } from './events.ts';

type Legs = Pick<TransferState, 'from' | 'to' | 'amount'>;
const made = ({ from, to, amount }: Legs) => moved(balanceIn(from), balanceIn(to), amount);
const takenBack = ({ from, to, amount }: Legs) => moved(balanceIn(to), balanceIn(from), amount);

/** The postings of these events. */
export const transferPostings: PostingRules<typeof transferEvents> = {
  TransferMade: made,
  TransferChanged: ({ before, after }) => netted([...takenBack(before), ...made(after)]),
  TransferDeleted: takenBack,
  TransferRestored: made,
};
