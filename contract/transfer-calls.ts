import { z } from 'zod';
import { TRANSACTION_TITLE_MAX } from '#ledger/model/constants.ts';
import type { FieldName } from '#ledger/model/fields.ts';
import { addresses } from './addresses.ts';
import type { Call } from './call.ts';
import { entryDate, id, note, optional, smallAmount, tags, title } from './fields.ts';
import { user } from './user.ts';

const transferTitle = title(TRANSACTION_TITLE_MAX);

/** Body of create-transfer. The date defaults to the caller's current date (product 4.12). */
export const transferInput = z.strictObject({
  from: id,
  to: id,
  amount: smallAmount,
  date: optional(entryDate),
  title: optional(transferTitle),
  note: note.optional(),
  tags: tags.optional(),
} satisfies Record<FieldName<'transfer'>, z.ZodType>);

/** Body of update-transfer: a field that is left out stays; a title, a note or tags of null are taken off. */
export const transferUpdateInput = z.strictObject({
  transferId: id,
  from: id.optional(),
  to: id.optional(),
  amount: smallAmount.optional(),
  date: entryDate.optional(),
  title: z.preprocess((value) => (value === '' ? null : value), transferTitle.nullable().optional()),
  note: note.optional(),
  tags: tags.optional(),
} satisfies Record<FieldName<'transfer'> | 'transferId', z.ZodType>);

/** Body of delete-transfer. */
export const transferIdInput = z.strictObject({ transferId: id });

/** The calls of /transfer. */
export const transferCalls = {
  createTransfer: {
    ...addresses.createTransfer,
    kind: 'command',
    summary: 'Moves money from one account to another. May overdraw.',
    session: true,
    body: transferInput,
    data: user,
    problems: ['account_not_found', 'account_closed', 'amount_too_large'],
  },
  updateTransfer: {
    ...addresses.updateTransfer,
    kind: 'command',
    summary: 'Changes a transfer; a field that is left out stays.',
    session: true,
    body: transferUpdateInput,
    data: user,
    problems: ['account_not_found', 'transfer_not_found', 'account_closed', 'no_changes', 'amount_too_large'],
  },
  deleteTransfer: {
    ...addresses.deleteTransfer,
    kind: 'command',
    summary: 'Deletes a transfer.',
    session: true,
    body: transferIdInput,
    data: user,
    problems: ['transfer_not_found', 'account_closed', 'amount_too_large'],
  },
} as const satisfies Record<string, Call>;
