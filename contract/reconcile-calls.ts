import { z } from 'zod';
import { BALANCE_SOURCES } from '#ledger/model/constants.ts';
import { LARGEST_AMOUNT } from '#ledger/model/money.ts';
import { addresses } from './addresses.ts';
import type { Call } from './call.ts';
import { amount, entryDate, idField, known, optional, smallAmount } from './fields.ts';
import { changeSetId, UNDO_PROBLEMS } from './ledger-calls.ts';
import { messages } from './messages.ts';
import { user } from './user.ts';

/** The fields of the form that confirms a day. */
export const confirmationInput = z.strictObject({
  date: entryDate,
  balance: amount(messages.bankBalanceRequired, messages.balanceTooLow, -LARGEST_AMOUNT),
});

/** Body of assert-balance: null takes back that the day is confirmed. */
export const assertBalanceInput = confirmationInput.extend({
  accountId: optional(idField),
  balance: confirmationInput.shape.balance.nullable(),
});

const confirmedDay = z.object({
  date: z.string(),
  /** The bank's balance and the books' balance at the end of that day, in whole units. */
  balance: z.number(),
  books: z.number(),
  /** `balance` − `books`; 0 while the books agree. */
  difference: z.number(),
  source: z.enum(BALANCE_SOURCES),
  confirmedAt: z.string(),
  changeSetId: z.string(),
  /** The change-set since which the books no longer agree; null while they do, and where they never did. */
  brokenBy: z.object({ changeSetId: z.string(), title: z.string(), recordedAt: z.string() }).nullable(),
});
export type ConfirmedDay = z.infer<typeof confirmedDay>;

/** The kinds of causes of a difference, as `findMissing` names them (product 11.8). */
export const CAUSE_KINDS = [
  'changed since',
  'left out',
  'twice',
  'starting balance',
  'exact',
  'across the day',
  'sign turned',
  'digits swapped',
  'decimal point',
  'adjust',
] as const;

/** The way to mend a cause with one click; the body of mend takes it as it is. */
export const mending = z.discriminatedUnion('does', [
  z.strictObject({ does: z.literal('undo'), changeSetId }),
  z.strictObject({ does: z.literal('delete'), entryId: idField }),
  z.strictObject({ does: z.literal('turn'), entryId: idField }),
  z.strictObject({ does: z.literal('set amount'), entryId: idField, amount: smallAmount }),
  z.strictObject({ does: z.literal('set date'), entryId: idField, date: entryDate }),
  z.strictObject({ does: z.literal('record row'), importId: idField, line: z.int().min(1) }),
  z.strictObject({
    does: z.literal('begin with'),
    /** The day that begins with this balance of the bank, in whole units. */
    date: entryDate,
    balance: confirmationInput.shape.balance,
  }),
  z.strictObject({ does: z.literal('adjust') }),
]);
export type Mending = z.infer<typeof mending>;

const cause = z.object({
  kind: z.enum(CAUSE_KINDS),
  /** One sentence that says why it may be this. */
  reason: z.string(),
  /** The entry, or the row of an import, that it is about, or null if it is about none. */
  entry: z
    .object({ id: z.string().nullable(), type: z.string(), title: z.string(), date: z.string(), amount: z.number() })
    .nullable(),
  /** The change of the account's balance on that day if it is mended, in whole units. */
  adds: z.number(),
  mend: mending,
});
export type CauseAnswer = z.infer<typeof cause>;

/** The calls with which books are reconciled to the bank's balance (product 11.7, product 11.8). */
export const reconcileCalls = {
  assertBalance: {
    ...addresses.assertBalance,
    kind: 'command',
    needs: 'view',
    summary: 'Confirms what the bank has as the balance of an account at the end of a day.',
    session: true,
    body: assertBalanceInput,
    data: user,
    problems: ['account_not_found'],
  },
  confirmedDays: {
    ...addresses.confirmedDays,
    kind: 'query',
    summary: 'Returns the confirmed days of an account, newest first, and whether the books agree with each.',
    session: true,
    query: z.strictObject({ accountId: optional(idField), known: known.optional() }),
    data: z.object({ days: z.array(confirmedDay) }),
    problems: ['account_not_found'],
  },
  findMissing: {
    ...addresses.findMissing,
    kind: 'query',
    summary:
      'Returns likely causes, the likeliest first, why the books do not agree with a confirmed day, from the ' +
      'last one before it with which they do.',
    session: true,
    query: z.strictObject({ accountId: optional(idField), date: entryDate }),
    data: z.object({
      /** The last confirmed day before it with which the books agree, or null if there is none. */
      since: z.string().nullable(),
      date: z.string(),
      balance: z.number(),
      books: z.number(),
      difference: z.number(),
      causes: z.array(cause),
    }),
    problems: ['account_not_found', 'not_found'],
  },
  mend: {
    ...addresses.mend,
    kind: 'command',
    needs: 'rows',
    summary: 'Mends a cause of a difference; `adjust`, the last resort, records an adjusting entry on that day.',
    session: true,
    body: z.strictObject({ accountId: optional(idField), date: entryDate, mend: mending }),
    data: user,
    problems: [
      ...(['account_not_found', 'entry_not_found', 'not_found', 'no_changes', 'not_enough_balance'] as const),
      ...UNDO_PROBLEMS,
    ],
  },
} as const satisfies Record<string, Call>;
