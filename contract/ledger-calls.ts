import { z } from 'zod';
import {
  ACTOR_MAX,
  CHANGE_SET_KINDS,
  COMMAND_ID_MAX,
  CONFLICT_ID_MAX,
  SEAL_FORM,
  SETTERS,
  TRANSACTION_TITLE_MAX,
} from '#ledger/model/constants.ts';
import { addresses } from './addresses.ts';
import type { Call } from './call.ts';
import { choice, entryCursor, entryDate, idField, known, pageLimit, storableField } from './fields.ts';
import { ANSWERS_MAX, TITLES_MAX } from './limits.ts';
import { messages } from './messages.ts';
import { conflict } from './problem-details.ts';
import { query } from './search-calls.ts';
import { entry } from './transaction.ts';
import { user } from './user.ts';

/**
 * Query of history: at most `limit` entries, newest first, before the cursor `before`. A cursor is a revision or the
 * `next` of the previous page; only `next` also contains the balance at that revision.
 */
export const historyPageQuery = z.strictObject({
  limit: pageLimit,
  before: z
    .string()
    .regex(/^\d{1,15}(\.-?\d{1,16})?$/)
    .optional(),
});

/** An event of the user's ledger, with a description and its effect on the balance. Amounts are in whole units. */
export const historyEntry = z.object({
  _id: z.string(),
  /** Revision of the event in the stream, starting at 0. */
  revision: z.number(),
  type: z.string(),
  words: z.string(),
  /** Change of the balance; null if unknown, as for a reset. */
  change: z.number().nullable(),
  /** Balance after the event; null if unknown. */
  balance: z.number().nullable(),
  /** ISO 8601 instant of the append; null if the event's metadata can't be read. */
  recordedAt: z.string().nullable(),
  /** Ids of the entities that the event refers to. */
  transactionId: z.string().nullable(),
  goalId: z.string().nullable(),
  checkoutId: z.string().nullable(),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

/** `next` is null on the last page. */
export const historyResponse = z.object({ entries: z.array(historyEntry), next: z.string().nullable() });
export type HistoryResponse = z.infer<typeof historyResponse>;

/** Result of replaying the user's ledger and comparing it with the read model. */
export const verification = z.object({
  intact: z.boolean(),
  /** Revision of the last compared event; null for an empty ledger. */
  revision: z.number().nullable(),
  /** Number of events that the read model does not have yet. */
  onTheirWay: z.number(),
  counts: z.object({ entries: z.number(), transactions: z.number(), goals: z.number(), statistics: z.number() }),
  /** Account totals in whole units. Double entry: balance + goals + expenses = income + opening. */
  totals: z.object({
    balance: z.number(),
    goals: z.number(),
    expenses: z.number(),
    income: z.number(),
    opening: z.number(),
  }),
  /** The seal of all entries that were read. */
  seal: z.string(),
  /** The first 100 differences. Amounts are in cents. */
  differences: z.array(
    z.object({
      field: z.string(),
      expected: z.string().nullable(),
      found: z.string().nullable(),
      revision: z.number().nullable(),
    }),
  ),
});
export type Verification = z.infer<typeof verification>;

/**
 * The seal of the ledger: `revision` of its last entry, null if it has none, and `head` as 64 hex digits (product
 * 5.12).
 */
export const ledgerSeal = z.object({ seal: z.string(), revision: z.number().nullable(), head: z.string() });
export type LedgerSeal = z.infer<typeof ledgerSeal>;

/** Body of check-seal. */
export const checkSealInput = z.strictObject({
  seal: z
    .string({ error: messages.sealRequired })
    .trim()
    .min(1, { error: messages.sealRequired, abort: true })
    .regex(SEAL_FORM, messages.notASeal),
});

/** Whether a seal holds; `reason` says why it doesn't, null if it does. */
export const sealCheck = z.object({ holds: z.boolean(), reason: z.string().nullable() });
export type SealCheck = z.infer<typeof sealCheck>;

/**
 * Query of entries: at most `limit`, newest first, that follow the cursor `before`; of one account where it is named,
 * and those that the query `q` finds.
 */
export const entryPageQuery = z.strictObject({
  q: query.optional(),
  account: idField.optional(),
  limit: pageLimit,
  before: entryCursor.optional(),
  known: known.optional(),
  /** Whether each entry has its change-set and the texts of the bank, too. */
  details: z.literal('true', { error: messages.wrongType }).optional(),
});

/** Query of the titles that complete `q`, or of the most useful ones where that is absent: at most `limit`. */
export const titlesParameters = z.strictObject({
  q: storableField(TRANSACTION_TITLE_MAX, messages.titleTooLong(TRANSACTION_TITLE_MAX)).trim().optional(),
  limit: z.coerce.number().int().min(1).max(TITLES_MAX).optional(),
});

/**
 * A title of the past (product 3.9): with the category, the account and the wallet that the newest entry with it has.
 * `count` is the number of entries that have it, `last` the ISO date of the newest.
 */
export const pastTitle = z.object({
  title: z.string(),
  type: z.enum(['Expense', 'Income']),
  category: z.string().nullable(),
  /** The id of the category where the type and the name don't say it. */
  categoryId: z.string().optional(),
  account: z.string(),
  wallet: z.string().nullable(),
  count: z.number(),
  last: z.string(),
});
export type PastTitle = z.infer<typeof pastTitle>;

/**
 * Who set a field of an entry: a person by hand, a rule in one of its versions, the file that the entry was imported
 * from, or the past, from which the value was taken; in which change-set, and when (ISO 8601 in UTC). The rule is null
 * for other setters.
 */
const origin = z.object({
  by: z.enum(SETTERS),
  ruleId: z.string().nullable(),
  ruleVersion: z.number().nullable(),
  changeSetId: z.string(),
  at: z.string(),
});

/** Query of one entry. */
export const entryQuery = z.strictObject({ id: idField, known: known.optional() });

/** An actor: `token` alone is any token. */
const ACTOR = /^(user|rule|schedule|import|token( .+)?)$/;

/**
 * Query of change-sets: at most `limit`, newest first, before the cursor `before`; of one kind, of one account, by one
 * actor, or recorded on a day of the caller's time zone.
 */
export const changeSetPageQuery = z.strictObject({
  limit: pageLimit,
  before: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
  kind: choice(CHANGE_SET_KINDS).optional(),
  account: idField.optional(),
  day: entryDate.optional(),
  actor: storableField(ACTOR_MAX, messages.wrongType).regex(ACTOR, messages.actor).optional(),
  /** An expense, an income or a transfer that they recorded, changed or deleted. */
  entry: idField.optional(),
});

/**
 * All that one command did (product 4.14). `count` is the number of its events, `revision` the revision of the last
 * event. `undoes` is the change-set that it takes back, `undoneBy` the undo of it that is in force.
 */
export const changeSet = z.object({
  _id: z.string(),
  recordedAt: z.string(),
  kind: z.enum(CHANGE_SET_KINDS),
  actor: z.string(),
  summary: z.string(),
  count: z.number(),
  revision: z.number(),
  undoes: z.string().nullable(),
  undoneBy: z.string().nullable(),
});
export type ChangeSet = z.infer<typeof changeSet>;

/** Schema of the id of a change-set: an idempotency key, or an id that Daybook made. */
export const changeSetId = storableField(COMMAND_ID_MAX, messages.wrongType).min(1, messages.wrongType);

/** A field of an entry, a goal, an account, or of the monthly figures, before and after a change-set. */
const fieldChange = z.object({
  entry: z.string(),
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});

export type FieldChange = z.infer<typeof fieldChange>;

/** A change-set with a page of the `count` changes of fields that it made. `next` is null on the last page. */
export const changeSetPage = z.object({
  changeSet,
  changes: z.array(fieldChange),
  count: z.number(),
  next: z.string().nullable(),
});
export type ChangeSetPage = z.infer<typeof changeSetPage>;

/**
 * An effect of an undo on an entry, a goal, an account, or the monthly figures; `field` is null if it concerns the
 * whole. With the type, amount and date of a transaction or a transfer that is removed or restored, and the amount of a
 * confirmed balance.
 */
export const changeSetEffect = z.object({
  entry: z.string(),
  what: z.enum(['removed', 'restored', 'changed', 'moved']),
  field: z.string().nullable(),
  now: z.unknown(),
  then: z.unknown(),
  type: z.enum(['Expense', 'Income', 'Transfer']).nullable(),
  amount: z.number().nullable(),
  date: z.string().nullable(),
});
export type ChangeSetEffect = z.infer<typeof changeSetEffect>;

/** The page of the parts of a change-set or an undo: at most `limit`, after the cursor `before`. */
const partsPage = {
  limit: pageLimit,
  before: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional(),
};

/** Query of a change-set with a page of its changes. */
export const changeSetParameters = z.strictObject({ id: changeSetId, ...partsPage });

/** Body of preview-undo. */
export const undoPreviewInput = z.strictObject({ changeSetId, ...partsPage });

/** Body of undo: for each conflict whether the value stays as it is `now`, or becomes what it was `then`. */
export const undoInput = z.strictObject({
  changeSetId,
  resolve: z
    .record(
      storableField(CONFLICT_ID_MAX, messages.notAConflict),
      z.enum(['now', 'then'], { error: messages.notOneAnswer }),
      { error: ({ code }) => (code === 'invalid_key' ? messages.notAConflict : messages.notOneAnswer) },
    )
    .refine((answers) => Object.keys(answers).length <= ANSWERS_MAX, messages.tooManyAnswers)
    .optional(),
});

/**
 * The effects and the conflicts of an undo: a page of each, and their totals `count` and `conflictCount`. `change` is
 * what all effects add to the balance, in whole units. `reason` says why the undo is not possible, else null. `next` is
 * null on the last page.
 */
export const undoPreview = z.object({
  possible: z.boolean(),
  reason: z.string().nullable(),
  effects: z.array(changeSetEffect),
  change: z.number(),
  conflicts: z.array(conflict),
  count: z.number(),
  conflictCount: z.number(),
  next: z.string().nullable(),
});
export type UndoPreview = z.infer<typeof undoPreview>;

/** Why something can't be undone: what each kind of thing can stand in the way of. */
export const UNDO_PROBLEMS = [
  'change_set_not_found',
  'not_undoable',
  'already_undone',
  'undo_conflicts',
  'account_gone',
  'more_than_saved',
  'account_closed',
  'account_name_taken',
  'account_not_empty',
  'amount_too_large',
  'occurrence_closed',
  'entry_matched',
  'too_many_schedules',
  'too_many_rules',
  'category_name_taken',
  'category_too_deep',
  'category_archived',
  'categories_are_one',
  'category_has_children',
  'category_of_other_kind',
  'category_is_default',
] as const;

/** The calls of /ledger. */
export const ledgerCalls = {
  getHistory: {
    ...addresses.getHistory,
    kind: 'query',
    summary: 'Returns the events of the user’s ledger, each with a description, newest first, in pages.',
    session: true,
    query: historyPageQuery,
    data: historyResponse,
    problems: [],
  },
  getEntries: {
    ...addresses.getEntries,
    kind: 'query',
    summary: 'Returns expenses, income and transfers, newest first, in pages.',
    session: true,
    query: entryPageQuery,
    data: z.object({ entries: z.array(entry), next: z.string().nullable() }),
    problems: ['account_not_found', 'query_too_slow'],
  },
  getTitles: {
    ...addresses.getTitles,
    kind: 'query',
    summary: 'Returns titles of the newest expenses and incomes that complete what was typed, the best first.',
    session: true,
    query: titlesParameters,
    data: z.object({ titles: z.array(pastTitle) }),
    problems: [],
  },
  getEntry: {
    ...addresses.getEntry,
    kind: 'query',
    summary: 'Returns an expense, an income or a transfer, with who set each of its fields that has a value.',
    session: true,
    query: entryQuery,
    data: z.object({ entry, origins: z.record(z.string(), origin) }),
    problems: ['entry_not_found'],
  },
  getChangeSets: {
    ...addresses.getChangeSets,
    kind: 'query',
    summary: 'Returns the change-sets, newest first, in pages.',
    session: true,
    query: changeSetPageQuery,
    data: z.object({ changeSets: z.array(changeSet), next: z.string().nullable() }),
    problems: ['account_not_found'],
  },
  getChangeSet: {
    ...addresses.getChangeSet,
    kind: 'query',
    summary: 'Returns one change-set with each field that it changed, before and after, in pages.',
    session: true,
    query: changeSetParameters,
    data: changeSetPage,
    problems: ['change_set_not_found'],
  },
  previewUndo: {
    ...addresses.previewUndo,
    kind: 'query',
    summary: 'Returns what undoing a change-set would do, and what stands in the way, in pages. Changes nothing.',
    session: true,
    body: undoPreviewInput,
    data: undoPreview,
    problems: ['change_set_not_found'],
  },
  undo: {
    ...addresses.undo,
    kind: 'command',
    needs: 'rows',
    summary: 'Takes back what a change-set did. Is a change-set itself, and can be undone.',
    session: true,
    body: undoInput,
    data: user,
    problems: [...UNDO_PROBLEMS, 'too_many_requests'],
  },
  seal: {
    ...addresses.seal,
    kind: 'query',
    summary: 'Returns the seal of the user’s ledger, computed from its entries as stored.',
    session: true,
    data: ledgerSeal,
    problems: ['too_many_requests'],
  },
  checkSeal: {
    ...addresses.checkSeal,
    kind: 'query',
    summary: 'Checks a seal against the user’s ledger, and says why it doesn’t hold. Changes nothing.',
    session: true,
    body: checkSealInput,
    data: sealCheck,
    problems: ['too_many_requests'],
  },
  verifyLedger: {
    ...addresses.verifyLedger,
    kind: 'query',
    summary: 'Replays the user’s ledger from its first event and compares the result with the read model.',
    session: true,
    data: verification,
    problems: ['too_many_requests'],
  },
} as const satisfies Record<string, Call>;
