import { z } from 'zod';
import { EXPENSE_CATEGORIES, GOAL_CATEGORIES, INCOME_CATEGORIES, WALLETS } from './constants.ts';
import type { Cents } from './money.ts';

const cents = z.int().transform((value) => value as Cents);
const day = z.iso.date();
const id = z.guid();
const sessionId = z.string().min(1);

/** The data of every event, by its type: amounts in integer cents, dates as calendar days. */
export const eventData = {
  InitialDepositMade: z.strictObject({ amount: cents }),
  BalanceAdjusted: z.strictObject({ from: cents, to: cents }),
  MonthlyFiguresSet: z.strictObject({ income: cents, expense: cents }),
  ExpenseRecorded: z.strictObject({
    transactionId: id,
    title: z.string(),
    amount: cents,
    category: z.enum(EXPENSE_CATEGORIES).optional(),
    date: day,
    wallet: z.enum(WALLETS),
    receiptId: id.optional(),
  }),
  IncomeRecorded: z.strictObject({
    transactionId: id,
    title: z.string(),
    amount: cents,
    category: z.enum(INCOME_CATEGORIES),
    date: day,
    receiptId: id.optional(),
  }),
  TransactionDeleted: z.strictObject({
    transactionId: id,
    type: z.enum(['Expense', 'Income']),
    amount: cents,
    date: day,
  }),
  GoalCreated: z.strictObject({
    goalId: id,
    title: z.string(),
    finalAmount: cents,
    category: z.enum(GOAL_CATEGORIES).optional(),
    description: z.string().optional(),
  }),
  GoalUpdated: z.strictObject({
    goalId: id,
    title: z.string(),
    finalAmount: cents,
    category: z.enum(GOAL_CATEGORIES).optional(),
    description: z.string().optional(),
    reachedOn: day.optional(),
  }),
  MoneyAddedToGoal: z.strictObject({ goalId: id, amount: cents, reachedOn: day.optional() }),
  GoalDeleted: z.strictObject({ goalId: id, returnedAmount: cents }),
  CheckoutStarted: z.strictObject({ sessionId }),
  CheckoutExpired: z.strictObject({ sessionId }),
  PaymentConfirmed: z.strictObject({ sessionId }),
  LedgerReset: z.strictObject({}),
} as const;

export type EventType = keyof typeof eventData;
export type EventData<Type extends EventType> = z.infer<(typeof eventData)[Type]>;

/** Something that happened in one user's ledger, written down once and never changed. */
export type LedgerEvent = { [Type in EventType]: { type: Type; data: EventData<Type> } }[EventType];

/** What stands beside every event: whose intent it was, and when. */
export const eventMetadata = z.object({
  /** The client's idempotency key, or an id made for the command. */
  commandId: z.string().min(1).max(128),
  /** Of the command's name and input, so that a key reused for something else is noticed. */
  inputHash: z.string().min(1),
  /** The instant the command was made, ISO 8601 in UTC. */
  recordedAt: z.iso.datetime(),
  /** Of the event's schema. */
  version: z.int().min(1),
});
export type EventMetadata = z.infer<typeof eventMetadata>;

/** An event as it stands in a stream: `revision` counts from 0. */
export type RecordedEvent = { event: LedgerEvent; metadata: EventMetadata; revision: bigint };
