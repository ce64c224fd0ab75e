import { z } from 'zod';
import { FIELDS, type Field, type FieldName, fieldsOf } from '#ledger/model/fields.ts';
import { wordsOfField } from './field-words.ts';

/**
 * A part of a split transaction; `note` is null if there is none. `categoryId` is the id of the category where the
 * type and the name don't say it: of an own one, or of one of expenses in a refund.
 */
export const part = z.object({
  amount: z.number(),
  category: z.string(),
  note: z.string().nullable(),
  categoryId: z.string().optional(),
});
export type PartOfEntry = z.infer<typeof part>;

/** The schemas of values in answers, by kind of value: amounts in whole units, an image by its address. */
const SHAPES = { text: z.string(), amount: z.number(), day: z.string(), account: z.string(), image: z.string() };

/** The fields of a transaction for which answers have rules of their own. */
const RULED = ['type', 'title', 'amount', 'category', 'date', 'accountId', 'parts', 'note', 'tags'] as const;
type Ruled = (typeof RULED)[number];

/** All others are null if they have no value. */
export type PlainField = Exclude<FieldName<'transaction'>, Ruled>;
export const PLAIN_FIELDS = fieldsOf('transaction').filter(
  (field): field is PlainField => !(RULED as readonly string[]).includes(field),
);

type Fields = (typeof FIELDS)['transaction'];
type NameOf<Name extends PlainField> = Fields[Name] extends { name: infer Other extends string } ? Other : Name;
type PlainSchemas = {
  [Name in PlainField as NameOf<Name>]: z.ZodNullable<(typeof SHAPES)[Fields[Name]['shape'] & keyof typeof SHAPES]>;
};
const plain = Object.fromEntries(
  PLAIN_FIELDS.map((field) => {
    const { shape }: Field = FIELDS.transaction[field];
    return [wordsOfField(field).name, SHAPES[shape as keyof typeof SHAPES].nullable()];
  }),
) as PlainSchemas;

/**
 * A transaction (product 3.2). `amount` is in whole units, `date` an ISO date, `createdAt` the ISO instant of
 * recording. The wallet of an income is null.
 */
export const transactionAnswer = z.object({
  _id: z.string(),
  type: z.enum(['Expense', 'Income']),
  title: z.string(),
  amount: z.number(),
  category: z.string().nullable(),
  date: z.string(),
  createdAt: z.string(),
  ...plain,
  /** The id of the category where the type and the name don't say it, as in a part. */
  categoryId: z.string().optional(),
  /** The account; absent for the first one. */
  account: z.string().optional(),
  /** The parts of a split; absent for any other transaction. */
  parts: z.array(part).optional(),
  /** Its note and its tags; absent where it has none. */
  note: z.string().optional(),
  tags: z.array(z.string()).optional(),
  /** The time of the last change; absent where there is none. */
  changedAt: z.string().optional(),
});
export type Transaction = z.infer<typeof transactionAnswer>;

/**
 * An expense, an income or a transfer (product 3.7). `account` and `toAccount` are ids, a transfer's from and to;
 * amounts are in whole units. An unset field is null, and an account that a program does not see.
 */
export const entry = z.object({
  _id: z.string(),
  type: z.enum(['Expense', 'Income', 'Transfer']),
  title: z.string().nullable(),
  amount: z.number(),
  date: z.string(),
  account: z.string().nullable(),
  toAccount: z.string().nullable(),
  category: z.string().nullable(),
  /** The id of the category where the type and the name don't say it, as in a part. */
  categoryId: z.string().optional(),
  parts: z.array(part).nullable(),
  ...plain,
  note: z.string().nullable(),
  /** Empty where there is none. */
  tags: z.array(z.string()),
  createdAt: z.string(),
  changedAt: z.string().nullable(),
  /** The amount that it counts in a query, signed (product 5.15); absent without one. */
  counted: z.number().optional(),
  /**
   * With `details`: the change-set that recorded it, and counterparty and text of the bank as they are searched, or
   * null.
   */
  changeSetId: z.string().optional(),
  bankText: z.string().nullable().optional(),
});
export type Entry = z.infer<typeof entry>;
