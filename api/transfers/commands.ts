import type { Whole } from '#ledger/model/fields.ts';
import { exactCents } from '#ledger/model/money.ts';
import type { TransferCommand } from '#ledger/transfers/commands.ts';
import { categoryOfInput } from '../commands/category-in.ts';
import type { Builders } from '../commands/command-call.ts';

/** The commands of /transfer/*. */
export const transferBuilders = {
  createTransfer: ({ from, to, amount, date, title, note, tags, ...named }, { today, newId, account }) =>
    ({
      type: 'MakeTransfer',
      transferId: newId('transfer'),
      from: account(from),
      to: account(to),
      amount: exactCents(amount),
      date: date ?? today,
      title,
      category: categoryOfInput(named),
      note: note ?? undefined,
      tags: tags ?? undefined,
    }) satisfies Whole<Omit<Extract<TransferCommand, { type: 'MakeTransfer' }>, 'set'>>,

  updateTransfer: ({ amount, from, to, category, categoryId, ...edit }, { account }) => ({
    type: 'ChangeTransfer',
    ...edit,
    from: account(from),
    to: account(to),
    category: category === null ? null : categoryOfInput({ category, categoryId }),
    amount: amount === undefined ? undefined : exactCents(amount),
  }),

  deleteTransfer: ({ transferId }) => ({ type: 'DeleteTransfer', transferId }),
} satisfies Builders<'createTransfer' | 'updateTransfer' | 'deleteTransfer'>;
