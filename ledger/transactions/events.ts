import { z } from 'zod';
import {
  CATEGORIES,
  EXPENSE_CATEGORIES,
  INCOME_CATEGORIES,
  PARTS_MAX,
  PARTS_MIN,
  WALLETS,
} from '../model/constants.ts';
import {
  accountId,
  cents,
  day,
  type EventOf,
  id,
  imported,
  instant,
  place,
  recorded,
  sha256,
} from '../model/event-schema.ts';

const transactionId = id.describe('the transaction');
const title = z.string().describe('its title');
const date = day.describe('the day it is listed and counted under');
const receiptId = id.optional().describe('the image of its receipt');
const receiptHash = sha256
  .optional()
  .describe("the hash of that image's bytes; absent without a receipt, and from events from before there were seals");
const anyCategory = z.enum(CATEGORIES);

/** The parts of a split: amounts that add up to the transaction's, each with a category of its own. */
const partsOf = <Category extends z.ZodType>(category: Category) =>
  z
    .array(z.strictObject({ amount: cents, category, note: z.string().optional() }))
    .min(PARTS_MIN)
    .max(PARTS_MAX)
    .optional()
    .meta({ title: 'list of `amount`, `category`, `note`?' })
    .describe('its parts, whose amounts add up to `amount`; absent where it is not split');

const type = z.enum(['Expense', 'Income']).describe('its type');
const fields = {
  type,
  title,
  amount: cents.describe('its amount'),
  date,
  category: anyCategory.optional().describe('its category; absent where it is split'),
  wallet: z.enum(WALLETS).optional().describe('how it was paid; absent for an income'),
  accountId,
  receiptId,
  parts: partsOf(anyCategory),
};
const transaction = z.strictObject(fields).meta({
  title: '`type`, `title`, `amount`, `date`, `category`?, `wallet`?, `accountId`?, `receiptId`?, `parts`?',
});

/** Expenses and income (product 4.5, product 4.6, product 4.13). */
export const transactionEvents = {
  ExpenseRecorded: recorded(
    {
      when: 'The user records an expense.',
      balance: 'minus `amount`',
      statistics: 'plus `amount` on the expense of the week, the month and the year of `date`',
      also: 'the transaction is added',
    },
    {
      transactionId,
      title,
      amount: cents.describe('what was spent'),
      category: z.enum(EXPENSE_CATEGORIES).optional().describe('its category'),
      date,
      wallet: z.enum(WALLETS).describe('how it was paid'),
      accountId,
      receiptId,
      receiptHash,
      parts: partsOf(z.enum(EXPENSE_CATEGORIES)),
      imported,
    },
  ),
  IncomeRecorded: recorded(
    {
      when: 'The user records an income.',
      balance: 'plus `amount`',
      statistics: 'plus `amount` on the income of the week, the month and the year of `date`',
      also: 'the transaction is added',
    },
    {
      transactionId,
      title,
      amount: cents.describe('what came in'),
      category: z.enum(INCOME_CATEGORIES).optional().describe('its category; absent where it is split'),
      date,
      accountId,
      receiptId,
      receiptHash,
      parts: partsOf(z.enum(INCOME_CATEGORIES)),
      imported,
    },
  ),
  TransactionChanged: recorded(
    {
      when: 'The user changes a transaction, or the undo of a change does.',
      balance: 'what `before` did is taken back, and what `after` does is done',
      statistics: 'the same',
      also: 'the transaction is as in `after`',
    },
    {
      transactionId,
      before: transaction.describe('the transaction before'),
      after: transaction.describe('the transaction after'),
      receiptHash: sha256
        .optional()
        .describe('the hash of the bytes of the receipt that the change attached; absent where it attached none'),
      changedAt: instant
        .nullish()
        .describe("when it was changed last; absent for the event's own time, null for never, as after an undo"),
    },
  ),
  TransactionDeleted: recorded(
    {
      when: 'The user deletes a transaction, or the undo of its recording does. The event repeats what it takes back.',
      balance: 'plus `amount` of an expense, minus `amount` of an income',
      statistics: 'minus `amount` on the expense or the income of the week, the month and the year of `date`',
      also: 'the transaction is removed',
    },
    { transactionId, type, amount: cents.describe('its amount'), date: day.describe('its date'), accountId },
  ),
  TransactionRestored: recorded(
    {
      when: 'The undo of a deletion brings a transaction back.',
      balance: 'minus `amount` of an expense, plus `amount` of an income',
      statistics: 'plus `amount` on the expense or the income of the week, the month and the year of `date`',
      also: 'the transaction is there again, at its place',
    },
    {
      transactionId,
      ...fields,
      place,
      recordedAt: instant.describe('when it was recorded first'),
      changedAt: instant.optional().describe('when it was changed last; absent for never'),
    },
  ),
} as const;

export type TransactionEvent = EventOf<typeof transactionEvents>;
