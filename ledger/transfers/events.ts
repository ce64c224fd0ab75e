import { z } from 'zod';
import { account, cents, day, type EventOf, id, imported, instant, place, recorded } from '../model/event-schema.ts';

const transferId = id.describe('the transfer');
const legs = {
  from: account.describe('the account the money leaves'),
  to: account.describe('the account it arrives in'),
  amount: cents.describe('what is moved'),
};
const fields = {
  ...legs,
  date: day.describe('the day it is listed under'),
  title: z.string().optional().describe('its title'),
};
const transfer = z.strictObject(fields).meta({ title: '`from`, `to`, `amount`, `date`, `title`' });

/** Money moved from one account to another: neither income nor expense, and in no statistics (product 4.12). */
export const transferEvents = {
  TransferMade: recorded(
    { when: 'The user moves money from one account to another.', also: 'the transfer is added, with two legs' },
    { transferId, ...fields, imported },
  ),
  TransferChanged: recorded(
    { when: 'The user changes a transfer, or the undo of a change does.', also: 'the transfer is as in `after`' },
    {
      transferId,
      before: transfer.describe('the transfer before'),
      after: transfer.describe('the transfer after'),
      changedAt: instant
        .nullish()
        .describe("when it was changed last; absent for the event's own time, null for never, as after an undo"),
    },
  ),
  TransferDeleted: recorded(
    { when: 'The user deletes a transfer, or the undo of its making does.', also: 'the transfer is removed' },
    { transferId, ...legs },
  ),
  TransferRestored: recorded(
    { when: 'The undo of a deletion brings a transfer back.', also: 'the transfer is there again, at its place' },
    {
      transferId,
      ...fields,
      place,
      recordedAt: instant.describe('when it was recorded first'),
      changedAt: instant.optional().describe('when it was changed last; absent for never'),
    },
  ),
} as const;

export type TransferEvent = EventOf<typeof transferEvents>;
