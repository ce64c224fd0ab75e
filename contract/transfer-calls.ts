import { z } from 'zod';
import { GIVEN_NAMES } from '#ledger/model/categories.ts';
import { TRANSACTION_TITLE_MAX } from '#ledger/model/constants.ts';
import type { FieldName } from '#ledger/model/fields.ts';
import { addresses } from './addresses.ts';
import type { Call } from './call.ts';
import {
  categoryIdField,
  categoryName,
  entryDate,
  idField,
  note,
  optional,
  smallAmount,
  tags,
  title,
} from './fields.ts';
import { messages } from './messages.ts';
import { user } from './user.ts';

/** Refuses a category by its name and by its id at once. */
function checkCategory({ value, issues }: z.core.ParsePayload<{ category?: unknown; categoryId?: unknown }>): void {
  const { category, categoryId } = value;
  if (category === undefined || categoryId === undefined) return;
  issues.push({ code: 'custom', path: ['category'], message: messages.categoryTwice, input: category });
}

const transferTitle = title(TRANSACTION_TITLE_MAX);

/** The fields of create-transfer. */
export const transferFields = z.strictObject({
  from: idField,
  to: idField,
  amount: smallAmount,
  date: optional(entryDate),
  title: optional(transferTitle),
  category: optional(categoryName(GIVEN_NAMES)),
  categoryId: optional(categoryIdField),
  note: note.optional(),
  tags: tags.optional(),
} satisfies Record<FieldName<'transfer'> | 'categoryId', z.ZodType>);

/** Body of create-transfer. The date defaults to the caller's current date (product 4.12). */
export const transferInput = transferFields.check(checkCategory);

/** Body of update-transfer: a field that is left out stays; a title, a note or tags of null are taken off. */
export const transferUpdateInput = z
  .strictObject({
    transferId: idField,
    from: idField.optional(),
    to: idField.optional(),
    amount: smallAmount.optional(),
    date: entryDate.optional(),
    title: z.preprocess((value) => (value === '' ? null : value), transferTitle.nullable().optional()),
    category: z.preprocess((value) => (value === '' ? null : value), categoryName(GIVEN_NAMES).nullable().optional()),
    categoryId: categoryIdField.optional(),
    note: note.optional(),
    tags: tags.optional(),
  } satisfies Record<FieldName<'transfer'> | 'categoryId' | 'transferId', z.ZodType>)
  .check(checkCategory);

/** Body of delete-transfer. */
export const transferIdInput = z.strictObject({ transferId: idField });

/** The calls of /transfer. */
export const transferCalls = {
  createTransfer: {
    ...addresses.createTransfer,
    kind: 'command',
    needs: 'view',
    summary: 'Moves money from one account to another. May overdraw.',
    session: true,
    body: transferInput,
    data: user,
    problems: ['account_not_found', 'category_not_found', 'account_closed', 'amount_too_large'],
  },
  updateTransfer: {
    ...addresses.updateTransfer,
    kind: 'command',
    needs: 'view',
    summary: 'Changes a transfer; a field that is left out stays.',
    session: true,
    body: transferUpdateInput,
    data: user,
    problems: [
      'account_not_found',
      'transfer_not_found',
      'category_not_found',
      'account_closed',
      'no_changes',
      'amount_too_large',
    ],
  },
  deleteTransfer: {
    ...addresses.deleteTransfer,
    kind: 'command',
    needs: 'view',
    summary: 'Deletes a transfer.',
    session: true,
    body: transferIdInput,
    data: user,
    problems: ['transfer_not_found', 'account_closed', 'amount_too_large'],
  },
} as const satisfies Record<string, Call>;
