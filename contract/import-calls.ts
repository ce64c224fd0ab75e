import { z } from 'zod';
import { ACCOUNT_KINDS, IMPORT_FORMATS } from '#ledger/model/constants.ts';
import { LARGEST_AMOUNT } from '#ledger/model/money.ts';
import { addresses } from './addresses.ts';
import type { Call } from './call.ts';
import { amount, choice, idField, optional, storableField } from './fields.ts';
import { CHOICES_BYTES_MAX, IMPORT_BYTES_MAX, IMPORT_PAGE_ROWS_MAX } from './limits.ts';
import { messages } from './messages.ts';
import { user } from './user.ts';

/** The statuses of a row of a file (product 11.3). */
export const ROW_STATUSES = ['new', 'known', 'likely', 'transfer', 'not-booked', 'invalid'] as const;
export type RowStatus = (typeof ROW_STATUSES)[number];

const column = z.int().min(0).max(999);
const columns = {
  date: column,
  amount: column.optional(),
  debit: column.optional(),
  credit: column.optional(),
  title: column.optional(),
  balance: column.optional(),
  id: column.optional(),
  counterparty: column.optional(),
  sign: column.optional(),
  fee: column.nullable().optional(),
  account: column.nullable().optional(),
  currency: column.nullable().optional(),
  category: column.nullable().optional(),
  subcategory: column.nullable().optional(),
  note: column.nullable().optional(),
  tags: column.nullable().optional(),
  status: column.nullable().optional(),
};
const words = z.array(storableField(40, messages.wrongType).trim().min(1, messages.wrongType)).max(20);
const mappingFields = {
  delimiter: storableField(1, messages.wrongType).min(1, messages.wrongType).optional(),
  decimalMark: choice(['.', ',']).optional(),
  skipLines: z.int().min(0).max(1000).optional(),
  skipLastLines: z.int().min(0).max(1000).optional(),
  dateOrder: choice(['ymd', 'dmy', 'mdy']).optional(),
  negate: z.boolean().optional(),
  negated: z.array(column).max(20).optional(),
  debitWords: words.optional(),
  notBookedWords: words.optional(),
  encoding: storableField(40, messages.wrongType).min(1, messages.wrongType).optional(),
  year: z.int().min(1900).max(2199).optional(),
  unit: choice(['whole', 'cents']).optional(),
  thousandsMark: storableField(1, messages.wrongType)
    .regex(/^[^\d\-+]$/, messages.wrongType)
    .optional(),
  headerLine: z.int().min(0).max(1000).optional(),
};

/**
 * The mapping of a CSV file: columns are counted from 0; the amount stands in one column, or in `debit` and `credit`.
 */
export const importMapping = z.strictObject({
  ...mappingFields,
  columns: z
    .strictObject(columns)
    .refine(
      ({ amount, debit, credit }) => amount !== undefined || (debit !== undefined && credit !== undefined),
      messages.amountColumnRequired,
    ),
});
export type ImportMapping = z.infer<typeof importMapping>;

/** A text of an answer. */
const answer = storableField(200, messages.unreadableText);

/**
 * Answers by the question's id; the answer to `account` may have a value for each key. The answer to `categories` has
 * 'add', 'leave' or an id for each, by NAME or PARENT:NAME (product 11.5).
 */
export const importAnswers = z.record(answer, z.union([answer, z.record(answer, answer)]));
export type ImportAnswers = z.infer<typeof importAnswers>;

/** The form of import-preview. `file` is beside it; `mapping` and `answers` are JSON. */
export const importPreviewInput = z.strictObject({
  accountId: optional(idField),
  mapping: optional(importMapping),
  answers: optional(importAnswers),
});

const match = z.object({
  id: z.string(),
  type: z.enum(['Expense', 'Income', 'Transfer']),
  title: z.string(),
  date: z.string(),
  /** The change of its account, signed. */
  amount: z.number(),
  account: z.string(),
  reason: z.string(),
});
export type ImportMatch = z.infer<typeof match>;

const importRow = z.object({
  /** Names the row: the line on which it begins, or the number of the entry where the format has no lines. */
  line: z.int(),
  /** The key of its account in the file. */
  account: z.string(),
  date: z.string().nullable(),
  /** The change of the account, signed. */
  amount: z.number().nullable(),
  title: z.string(),
  /** The file's text beyond the title, or null if there is none. */
  text: z.string().nullable(),
  counterparty: z.string().nullable(),
  bankId: z.string().nullable(),
  /** The note and the tags of its entry, where it becomes one: what the file says beyond the title. */
  note: z.string().nullable(),
  tags: z.array(z.string()),
  /** The proposed category, and why it is proposed. */
  category: z.string().nullable(),
  categoryReason: z.string().nullable(),
  /** The fields of its entry that rules set, each with its value as in an entry, and the rule as it is shown. */
  ruled: z.array(
    z.object({
      field: z.enum(['title', 'category', 'wallet', 'parts', 'note', 'tags']),
      value: z.unknown(),
      reason: z.string(),
    }),
  ),
  status: z.enum(ROW_STATUSES),
  /** Why it has this status; null for most new rows. */
  reason: z.string().nullable(),
  /** The column or field that is wrong in an invalid row, where there is one. */
  column: z.string().nullable(),
  /** Entries that are there already and may be the same, or the other half of a transfer, the best first. */
  matches: z.array(match),
  /** The line of the other half of a transfer in the same file. */
  otherHalf: z.int().nullable(),
  /** Whether it is taken unless it is chosen otherwise. */
  isTaken: z.boolean(),
  /** The occurrence of a schedule that it is taken as (product 13.4). */
  occurrence: z.object({ scheduleId: z.string(), nominal: z.string(), reason: z.string() }).nullable(),
});
export type ImportRow = z.infer<typeof importRow>;

/** Some rows as an answer reads them, and the balance after all rows, or null if a part of the file was read. */
const example = z.object({
  rows: z.array(
    z.object({ line: z.int(), date: z.string().nullable(), amount: z.number().nullable(), title: z.string() }),
  ),
  comesTo: z.number().nullable(),
});

const question = z.object({
  id: z.enum([
    'day-order',
    'amount-column',
    'decimal-mark',
    'direction',
    'currency',
    'card',
    'encoding',
    'unit',
    'status',
    'year',
    'account',
    'payments',
    'other-currency',
  ]),
  /** The key of the account that it is about, or null if it is about the file. */
  account: z.string().nullable(),
  text: z.string(),
  choices: z.array(z.string()),
  /** A label for each choice, in their order. */
  labels: z.array(z.string()),
  /** An example for each choice, in their order; empty where rows don't tell. */
  examples: z.array(example),
  /** The answer in effect. */
  answer: z.string().nullable(),
  /** Whether nothing can be imported until it is answered. */
  isOpen: z.boolean(),
});
export type ImportQuestion = z.infer<typeof question>;

/** The balance of the bank, in whole units, with which a day of an account would begin. */
const beginning = {
  date: z.string(),
  balance: z.number(),
  /** The amount that is added to the account for that; below 0 what it has begun with too much. */
  adds: z.number(),
};

const importAccount = z.object({
  key: z.string(),
  name: z.string(),
  currency: z.string().nullable(),
  count: z.int(),
  /** The account that its rows go to, or null if it would be opened by the import, or its rows are left out. */
  accountId: z.string().nullable(),
  goesTo: z.enum(['account', 'new', 'nowhere']),
  kind: z.enum(ACCOUNT_KINDS),
  /**
   * The balance of that account before the import, the opening balance that the import adds, and the balance after it
   * if all proposals are taken.
   */
  before: z.number(),
  opening: z.number(),
  after: z.number(),
  /** Whether the account is empty and the file has no balance: `balances` of the commit can say what is in it. */
  asksBalance: z.boolean(),
  /** With what the account could begin instead, where only that keeps the books from agreeing with the bank. */
  begin: z.object(beginning).nullable(),
});
export type ImportAccount = z.infer<typeof importAccount>;

/** A category of the file that is new here, or of which something was chosen (product 11.5). */
const importCategory = z.object({
  name: z.string(),
  kind: z.enum(['Expense', 'Income']),
  /** The name of its group in the file. */
  parent: z.string().nullable(),
  /** How many rows have it, or a part of them. */
  count: z.int(),
  /** 'add', 'leave', or the id of the category that it becomes. */
  proposal: z.string(),
});
export type ImportCategory = z.infer<typeof importCategory>;

const statement = z.object({
  account: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  opening: z.number().nullable(),
  closing: z.number().nullable(),
  /**
   * Whether opening + rows = closing, and the difference if not, in whole units, or null if the file lacks one of the
   * two.
   */
  ties: z.boolean().nullable(),
  difference: z.number().nullable(),
  /** The balance of Daybook's account on the last day after the import, and the difference to the closing balance. */
  books: z.number().nullable(),
  booksDifference: z.number().nullable(),
});
export type ImportStatement = z.infer<typeof statement>;

const rowsPage = z.object({
  rows: z.array(importRow),
  /** The `after` of the next page; null on the last. */
  next: z.int().nullable(),
});

/** How many plans, settings of what carries over, and targets of the file's budget the import adds (product 11.11). */
const importBudget = z.object({ plans: z.int(), carries: z.int(), targets: z.int() });
export type ImportBudget = z.infer<typeof importBudget>;

const preview = rowsPage.extend({
  importId: z.string(),
  format: z.enum(IMPORT_FORMATS),
  dialect: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  mapping: z
    .object({
      ...mappingFields,
      columns: z.object(columns),
      samples: z.array(z.object({ column: z.int(), header: z.string(), cells: z.array(z.string()) })),
      /** Why the columns of money were chosen, where balances went before headers. */
      because: z.string().optional(),
      /** The sum of the booked rows, and the closing balance, or null if the file has none, or several accounts. */
      sum: z.number(),
      lastBalance: z.number().nullable(),
    })
    .nullable(),
  /** The questions that must be answered before anything can be imported, and those that were answered. */
  questions: z.array(question),
  answered: z.array(question),
  /** Sentences about parts of the file that were not read or are doubtful, other than single rows. */
  remarks: z.array(z.string()),
  accounts: z.array(importAccount),
  categories: z.array(importCategory),
  /** How many rules of Daybook's own export the import adds. */
  rules: z.int(),
  /** How many schedules of Daybook's own export the import adds. */
  schedules: z.int(),
  budget: importBudget,
  counts: z.object({
    new: z.int(),
    known: z.int(),
    likely: z.int(),
    transfer: z.int(),
    invalid: z.int(),
    'not-booked': z.int(),
  }),
  /** How many entries it becomes or changes, unless it is chosen otherwise. */
  taken: z.int(),
  statements: z.array(statement),
});
export type ImportPreview = z.infer<typeof preview>;

/**
 * The user's choice for a row; `apart` takes the half of a proposed transfer, or what may be an occurrence of a
 * schedule, as an entry of its own; `account` makes a transfer of the row and that account.
 */
export const importChoice = z.union([
  choice(['take', 'leave', 'apart']),
  z.strictObject({ match: idField }),
  z.strictObject({ account: idField }),
]);
export type ImportChoice = z.infer<typeof importChoice>;

/** Body of import-commit. Rows that `choices` doesn't name are taken where `isTaken` is true, and else left out. */
export const importCommitInput = z.strictObject({
  importId: idField,
  choices: z.record(z.string().regex(/^\d{1,9}$/), importChoice).optional(),
  /** The keys of accounts that begin with what the bank had (`begin` of the preview). */
  begin: z.array(answer).optional(),
  /** Today's balances of accounts, by their keys in the file: their openings are worked out from these. */
  balances: z.record(answer, amount(messages.amountRequired, messages.balanceTooLow, -LARGEST_AMOUNT)).optional(),
});

const progress = z.object({
  importId: z.string(),
  status: z.enum(['previewed', 'importing', 'imported']),
  changeSetId: z.string().nullable(),
  /** The numbers of the import's events: in all, recorded, and in the read models. */
  total: z.int(),
  recorded: z.int(),
  visible: z.int(),
});
export type ImportProgress = z.infer<typeof progress>;

/** The calls of /import (product 11). */
export const importCalls = {
  importPreview: {
    ...addresses.importPreview,
    kind: 'action',
    summary:
      'Reads a file with entries and says of each row what it would become. Writes nothing to the ledger; gives ' +
      'the first 200 rows.',
    session: true,
    body: importPreviewInput,
    file: { field: 'file', required: true, bytesMax: IMPORT_BYTES_MAX, json: ['mapping', 'answers'] },
    data: preview,
    problems: ['account_not_found', 'account_closed', 'category_not_found', 'unreadable_file'],
  },
  importRows: {
    ...addresses.importRows,
    kind: 'query',
    summary: 'Returns the next rows of a preview, those after the line `after`: 200, or as many as `limit`.',
    session: true,
    query: z.strictObject({
      importId: idField,
      after: z.coerce.number().int().min(0).optional(),
      limit: z.coerce.number().int().min(1).max(IMPORT_PAGE_ROWS_MAX).optional(),
    }),
    data: rowsPage,
    problems: ['import_not_found'],
  },
  importCommit: {
    ...addresses.importCommit,
    kind: 'action',
    summary:
      'Imports a file that was previewed, as one change-set, exactly once however often it is sent: ' +
      'the import is its own idempotency key.',
    session: true,
    body: importCommitInput,
    bodyBytesMax: CHOICES_BYTES_MAX,
    data: user.extend({
      imported: z.object({
        changeSetId: z.string(),
        recorded: z.int(),
        transfers: z.int(),
        matched: z.int(),
        left: z.int(),
        /** How many of the recorded entries and transfers are what a schedule expected. */
        expected: z.int(),
        /** How many rules and how many schedules were added. */
        rules: z.int(),
        schedules: z.int(),
        budget: importBudget,
        /** The accounts that could begin with what the bank had, and were not chosen to. */
        beginnings: z.array(
          z.object({
            accountId: z.string(),
            ...beginning,
            /** The day of the statement, at whose end the account has that much too little. */
            until: z.string(),
          }),
        ),
      }),
    }),
    problems: [
      'import_not_found',
      'import_unanswered',
      'import_committed',
      'entry_not_found',
      'account_not_found',
      'account_gone',
      'account_closed',
      'account_name_taken',
      'category_not_found',
      'category_archived',
      'category_name_taken',
      'category_too_deep',
      'category_has_children',
      'too_many_categories',
      'too_many_rules',
      'amount_too_large',
      'too_many_demo_rows',
      'too_many_requests',
    ],
  },
  importProgress: {
    ...addresses.importProgress,
    kind: 'query',
    summary: 'Returns how far an import has come.',
    session: true,
    query: z.strictObject({ importId: idField }),
    data: progress,
    problems: ['import_not_found'],
  },
} as const satisfies Record<string, Call>;
