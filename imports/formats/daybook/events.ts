import { z } from 'zod';
import { ACCOUNT_KINDS, EVERYDAY, WALLETS } from '../../../ledger/model/constants.ts';
import { type Cents, LARGEST_AMOUNT } from '../../../ledger/model/money.ts';
import { dayOf } from '../../fields.ts';
import { UnreadableFile } from '../../parsed.ts';

const cents = z.int().transform((value) => value as Cents);
const amount = z
  .int()
  .min(1)
  .max(LARGEST_AMOUNT)
  .transform((value) => value as Cents);
const id = z.guid();
const account = z.union([z.literal(EVERYDAY), id]);
const accountId = id.default(EVERYDAY);
const text = z.string();
const date = z.string().refine((day) => isDay(day));
const category = text.optional();
const goalId = id;

const transaction = {
  title: text,
  amount,
  date,
  category,
  accountId,
  parts: z.array(z.object({ amount, category, note: text.optional() })).optional(),
};
const typed = { ...transaction, type: z.enum(['Expense', 'Income']), wallet: z.enum(WALLETS).optional() };
const transfer = { from: account, to: account, amount, date, title: text.optional() };
const goal = { goalId, title: text, finalAmount: cents, category, description: text.optional() };
const place = z.int();

/** What an export says of an event as far as the books at its end depend on it (docs/events.md). */
const schemas = {
  InitialDepositMade: z.object({ amount: cents, accountId }),
  BalanceAdjusted: z.object({ to: cents, accountId }),
  BalanceAsserted: z.object({ accountId, date, balance: cents.optional() }),
  MonthlyFiguresSet: z.object({ income: cents, expense: cents }),
  MonthlyFiguresCleared: z.object({}),
  ExpenseRecorded: z.object({ ...transaction, transactionId: id, wallet: z.enum(WALLETS).optional() }),
  IncomeRecorded: z.object({ ...transaction, transactionId: id }),
  TransactionChanged: z.object({ transactionId: id, after: z.object(typed) }),
  TransactionDeleted: z.object({ transactionId: id }),
  TransactionRestored: z.object({ ...typed, transactionId: id, place }),
  TransferMade: z.object({ ...transfer, transferId: id }),
  TransferChanged: z.object({ transferId: id, after: z.object(transfer) }),
  TransferDeleted: z.object({ transferId: id }),
  TransferRestored: z.object({ ...transfer, transferId: id, place }),
  GoalCreated: z.object(goal),
  GoalUpdated: z.object(goal),
  MoneyAddedToGoal: z.object({ goalId, amount: cents, accountId }),
  MoneyTakenFromGoal: z.object({ goalId, amount: cents, accountId }),
  GoalDeleted: z.object({ goalId, returnedAmount: cents, accountId }),
  GoalRestored: z.object({ ...goal, amount: cents, accountId, place }),
  AccountOpened: z.object({
    accountId: id,
    name: text,
    kind: z.enum(ACCOUNT_KINDS),
    openingBalance: cents.default(0 as Cents),
  }),
  AccountRenamed: z.object({ accountId: account, to: text }),
  AccountRemoved: z.object({ accountId: id }),
  AccountRestored: z.object({ accountId: id, name: text, kind: z.enum(ACCOUNT_KINDS), balance: cents }),
  LedgerReset: z.object({}),
} as const;

type Schemas = typeof schemas;

/** An event of an export; those that don't touch the books are left out. */
export type ExportedEvent = {
  [Type in keyof Schemas]: { type: Type; data: z.infer<Schemas[Type]>; revision: number };
}[keyof Schemas];

const line = z.object({
  stream: text,
  revision: z.int().min(0),
  type: text,
  data: z.unknown(),
  dataBase64: text.optional(),
});
const BEGINNING = '{"stream":"ledger-';

/** Whether bytes begin as `events.jsonl` of an export does. */
export function isEvents(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, BEGINNING.length)).toString('latin1') === BEGINNING;
}

/** The events of `events.jsonl`, oldest first. Throws UnreadableFile where a line is none, or doesn't follow the one before it. */
export function* readEvents(bytes: Uint8Array): Generator<ExportedEvent> {
  let last: number | null = null;
  for (const [at, each] of Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString()
    .split('\n')
    .entries()) {
    if (each.trim() === '') continue;
    const event = eventOf(each);
    if (!event) throw new UnreadableFile(`Line ${at + 1} of this export of Daybook is no event.`);
    if (last !== null && event.revision !== last + 1) {
      throw new UnreadableFile(`Line ${at + 1} of this export of Daybook doesn’t follow the one before it.`);
    }
    last = event.revision;
    if (event.known) yield event.known;
  }
}

function eventOf(json: string): { revision: number; known: ExportedEvent | null } | null {
  try {
    const { type, revision, data, dataBase64 } = line.parse(JSON.parse(json));
    if (!Object.hasOwn(schemas, type)) return { revision, known: null };
    const stored: unknown = dataBase64 === undefined ? data : JSON.parse(Buffer.from(dataBase64, 'base64').toString());
    const known = { type, revision, data: schemas[type as keyof Schemas].parse(stored) } as ExportedEvent;
    return { revision, known };
  } catch {
    return null;
  }
}

function isDay(day: string): boolean {
  const [, year, month, number] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  return dayOf(Number(year), Number(month), Number(number)) !== null;
}
