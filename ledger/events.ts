import { z } from 'zod';
import { EXPENSE_CATEGORIES, GOAL_CATEGORIES, INCOME_CATEGORIES, WALLETS } from './constants.ts';
import type { Cents } from './money.ts';

const cents = z
  .int()
  .transform((value) => value as Cents)
  .meta({ title: 'integer cents' });
const day = z.iso.date().meta({ title: 'day, as `2026-11-20`' });
const id = z.guid().meta({ title: 'UUID' });

const transactionId = id.describe('the transaction');
const goalId = id.describe('the goal');
const receiptId = id.optional().describe('the image of its receipt');
const reachedOn = day.optional().describe('the day on which the goal was reached; absent while it is not');
const checkout = { sessionId: z.string().min(1).describe("the checkout, by Stripe's id") };
const goalFields = {
  title: z.string().describe('its title'),
  finalAmount: cents.describe('the amount to save'),
  category: z.enum(GOAL_CATEGORIES).optional().describe('its category'),
  description: z.string().optional().describe('its description'),
};

/** What docs/events.md says of an event: when it is recorded and what it changes. What is left out stays as it was. */
type About = { when: string; balance?: string; goals?: string; statistics?: string; also?: string };

const recorded = <Fields extends z.ZodRawShape>(about: About, fields: Fields) => z.strictObject(fields).meta(about);

/** The data of every event, by its type. */
export const eventData = {
  InitialDepositMade: recorded(
    { when: 'The user says what the account holds while the balance is 0.', balance: 'plus `amount`' },
    { amount: cents.describe('what the account holds') },
  ),
  BalanceAdjusted: recorded(
    { when: 'The user sets the balance by hand to another amount.', balance: 'becomes `to`' },
    { from: cents.describe('the balance before'), to: cents.describe('the balance after') },
  ),
  MonthlyFiguresSet: recorded(
    {
      when: 'The user sets the income and the expense of a usual month, and one of them is new.',
      also: 'the monthly figures become these',
    },
    { income: cents.describe('the income of a month'), expense: cents.describe('the expense of a month') },
  ),
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
  GoalCreated: recorded(
    { when: 'The user creates a goal.', goals: 'the goal is added; nothing is saved for it' },
    { goalId, ...goalFields },
  ),
  GoalUpdated: recorded(
    {
      when: 'The user changes a goal, and something in it is new.',
      goals: 'the goal has these values and no others; what is saved for it stays',
    },
    { goalId, ...goalFields, reachedOn },
  ),
  MoneyAddedToGoal: recorded(
    {
      when: 'The user adds money to a goal.',
      balance: 'minus `amount`',
      goals: 'plus `amount` on what is saved; the day it was reached becomes `reachedOn`',
    },
    { goalId, amount: cents.describe('the money added'), reachedOn },
  ),
  GoalDeleted: recorded(
    { when: 'The user deletes a goal.', balance: 'plus `returnedAmount`', goals: 'the goal is removed' },
    { goalId, returnedAmount: cents.describe('all that was saved for it') },
  ),
  CheckoutStarted: recorded(
    { when: 'The user begins to pay for Premium, and no checkout is open.', also: 'the checkout is open' },
    checkout,
  ),
  CheckoutExpired: recorded(
    { when: 'The open checkout can no longer be paid.', also: 'no checkout is open; another can be started' },
    checkout,
  ),
  PaymentConfirmed: recorded(
    { when: 'A payment for Premium has arrived, and the user had not paid before.', also: 'the user has Premium' },
    checkout,
  ),
  LedgerReset: recorded(
    {
      when: 'The demo user is created or reset. The sample entries follow in the same append.',
      balance: 'becomes 0',
      goals: 'all are removed',
      statistics: 'all are removed',
      also: 'transactions, monthly figures, checkout and Premium are removed; no earlier event counts',
    },
    {},
  ),
} as const;

export type EventType = keyof typeof eventData;
export type EventData<Type extends EventType> = z.infer<(typeof eventData)[Type]>;

/** Something that happened in one user's ledger, written down once and never changed. */
export type LedgerEvent = { [Type in EventType]: { type: Type; data: EventData<Type> } }[EventType];

/** What stands beside every event: whose intent it was, and when. */
export const eventMetadata = z.object({
  commandId: z.string().min(1).max(128).describe("the client's `Idempotency-Key`, or an id made for the command"),
  inputHash: z
    .string()
    .min(1)
    .describe("a hash of the command's name, input and file, by which a key used for something else is noticed"),
  recordedAt: z.iso.datetime().meta({ title: 'instant, ISO 8601 in UTC' }).describe('when the command was made'),
  version: z.int().min(1).describe("the version of the event's schema"),
});
export type EventMetadata = z.infer<typeof eventMetadata>;

/** An event as it stands in a stream: `revision` counts from 0. */
export type RecordedEvent = { event: LedgerEvent; metadata: EventMetadata; revision: bigint };
