import { z } from 'zod';
import { EVERYDAY } from './constants.ts';
import type { Cents } from './money.ts';

/** An amount in integer cents. */
export const cents = z
  .int()
  .transform((value) => value as Cents)
  .meta({ title: 'integer cents' });
/** A day of the calendar, `2026-11-20`. */
export const day = z.iso.date().meta({ title: 'day, as `2026-11-20`' });
/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime().meta({ title: 'instant, ISO 8601 in UTC' });
/** The id of something that a command created. */
export const id = z.guid().meta({ title: 'UUID' });
/** A SHA-256, as 64 hex digits in lower case. */
export const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ title: 'SHA-256, 64 hex digits' });
/** One of the user's accounts. */
export const account = z.union([z.literal(EVERYDAY), z.guid()]).meta({ title: 'UUID, or `everyday`' });
/** A category: the id of one of the user's own, or the name of one of the specification's (product 2.7). */
export const categoryId = z.string().min(1).max(36).meta({ title: 'category' });
/** The account whose money an event moves; left out for Everyday, and by events from before there were others. */
export const accountId = id.optional().describe('the account; absent for Everyday');
/** The revision of the event that first recorded something: its place among others. */
export const place = z.int().describe('the revision of the event that recorded it first, which orders it among others');
/** When an entry that comes back was recorded first, and when it was changed last. */
export const recordedFirst = instant.describe('when it was recorded first');
export const changedLast = instant.optional().describe('when it was changed last; absent for never');
/** When a change says that an entry was changed last. */
export const changedAt = instant
  .nullish()
  .describe("when it was changed last; absent for the event's own time, null for never, as after an undo");

/** The balance at the bank when a day began, with which an account begins (product 4.2). */
export const bankBeginning = z.strictObject({ date: day, balance: cents }).meta({ title: '`date`, `balance`' });
export type BankBeginning = z.infer<typeof bankBeginning>;

/** A row of a file, as an event that records it holds it beside what the entry became (product 4.15). */
export const importedRow = z
  .strictObject({
    line: z.int().min(1),
    key: z.string().min(1).max(64),
    rawKey: z.string().min(1).max(64).optional(),
    date: day,
    amount: cents,
    text: z.string().optional(),
    counterparty: z.string().optional(),
    bankId: z.string().optional(),
  })
  .meta({ title: '`line`, `key`, `rawKey`?, `date`, `amount`, `text`?, `counterparty`?, `bankId`?' });
export type ImportedRow = z.infer<typeof importedRow>;
/** The rows that an entry was imported from: one, or for a transfer the two halves. */
export const imported = z
  .array(importedRow)
  .min(1)
  .max(2)
  .optional()
  .meta({ title: 'list of rows: `line`, `key`, `rawKey`?, `date`, `amount`, `text`?, `counterparty`?, `bankId`?' })
  .describe('the rows of a file that it was imported from; absent for what was entered by hand');
