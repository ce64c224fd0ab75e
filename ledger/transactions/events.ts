import { z } from 'zod';
import { EXPENSE_CATEGORIES, INCOME_CATEGORIES, WALLETS } from '../model/constants.ts';
import { cents, day, type EventOf, id, recorded } from '../model/event-schema.ts';

const transactionId = id.describe('the transaction');
const receiptId = id.optional().describe('the image of its receipt');

/** Expenses and income (product 4.5, product 4.6). */
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
      title: z.string().describe('its title'),
      amount: cents.describe('what was spent'),
      category: z.enum(EXPENSE_CATEGORIES).optional().describe('its category'),
      date: day.describe('the day it is listed and counted under'),
      wallet: z.enum(WALLETS).describe('how it was paid'),
      receiptId,
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
      title: z.string().describe('its title'),
      amount: cents.describe('what came in'),
      category: z.enum(INCOME_CATEGORIES).describe('its category'),
      date: day.describe('the day it is listed and counted under'),
      receiptId,
    },
  ),
  TransactionDeleted: recorded(
    {
      when: 'The user deletes a transaction. The event repeats what it takes back.',
      balance: 'plus `amount` of an expense, minus `amount` of an income',
      statistics: 'minus `amount` on the expense or the income of the week, the month and the year of `date`',
      also: 'the transaction is removed',
    },
    {
      transactionId,
      type: z.enum(['Expense', 'Income']).describe('its type'),
      amount: cents.describe('its amount'),
      date: day.describe('its date'),
    },
  ),
} as const;

export type TransactionEvent = EventOf<typeof transactionEvents>;
