import { z } from 'zod';
import { CATEGORY_NAME_MAX } from '#ledger/model/categories.ts';
import { comparableText } from '#ledger/model/comparable-text.ts';
import { FIRST_DAY, NOTE_MAX, TAGS_MAX } from '#ledger/model/constants.ts';
import { isDay } from '#ledger/model/days.ts';
import { centsOf, LARGEST_AMOUNT, ONE } from '#ledger/model/money.ts';
import { distinctTags, isTag } from '#ledger/model/tags.ts';
import { isTransactionDate } from './days.ts';
import { EMAIL_MAX, PAGE_ROWS_MAX, PASSWORD_MAX } from './limits.ts';
import { messages } from './messages.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches control characters on purpose.
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * A text of at most `max` UTF-16 code units, as a form field counts them. Zod's own `max` counts code points, as JSON
 * Schema does, and so lets twice as many pass.
 */
export function upTo(text: z.ZodString, max: number, tooLong: string) {
  return text.max(max, tooLong).refine((text) => text.length <= max, tooLong);
}

/**
 * Schema of a single-line text: trims, and refuses control characters and lone surrogates (product 2.5). Fails with the
 * message `required` for an empty text and `tooLong` above `max` UTF-16 code units.
 */
export function line(required: string, max: number, tooLong: string) {
  const text = z
    .string({ error: (issue) => (issue.input === undefined || issue.input === null ? required : messages.wrongType) })
    .trim()
    .min(1, required);
  return upTo(text, max, tooLong).refine(
    (text) => text.isWellFormed() && !CONTROL_CHARACTER.test(text),
    messages.unreadableText,
  );
}

/**
 * How much longer the comparable text of a name may be than the name: Hangul takes three characters for one, a few
 * ligatures 18.
 */
const COMPARABLE_FACTOR_MAX = 4;

/** Schema of a name, which is compared with others: a `line` whose comparable text has a limit, too (product 2.5). */
export function comparedName(required: string, max: number, tooLong: string) {
  return line(required, max, tooLong).refine(
    (text) => comparableText(text).length <= COMPARABLE_FACTOR_MAX * max,
    tooLong,
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches control characters on purpose.
const CONTROL_CHARACTER_EXCEPT_LINE_BREAKS_AND_TAB = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/**
 * Schema of a multi-line text: trims, and refuses control characters other than line breaks and tabs, and lone
 * surrogates. Fails with the message `tooLong` above `max` UTF-16 code units.
 */
export function lines(max: number, tooLong: string) {
  return upTo(z.string({ error: messages.wrongType }).trim(), max, tooLong).refine(
    (text) => text.isWellFormed() && !CONTROL_CHARACTER_EXCEPT_LINE_BREAKS_AND_TAB.test(text),
    messages.unreadableText,
  );
}

/**
 * Schema of a text that a client repeats: at most `max` UTF-16 code units, without NUL and lone surrogates, which
 * Postgres can't store.
 */
export function storableField(max: number, message: string) {
  return upTo(z.string({ error: message }), max, message).refine(
    (text) => text.isWellFormed() && !text.includes('\0'),
    message,
  );
}

/** Schema of a password. Does not trim it; refuses one that is empty after trimming or longer than `PASSWORD_MAX`. */
export const password = upTo(z.string({ error: messages.passwordRequired }), PASSWORD_MAX, messages.passwordTooLong)
  .refine((text) => text.trim() !== '', messages.passwordRequired)
  .refine((text) => text.isWellFormed(), messages.unreadableText);

/** Schema of an email address: trims and lowercases it, so that accounts are unique regardless of case. */
export const email = line(messages.emailRequired, EMAIL_MAX, messages.emailTooLong)
  .toLowerCase()
  .regex(/^[^\s@]+@[^\s@]+$/, messages.notAnEmail);

/** Schema of an amount in whole currency units: a number with at most two decimals and at least `minCents` cents. */
export function amount(required: string, tooSmall: string, minCents: number = ONE) {
  return z
    .number({ error: (issue) => (issue.input === undefined || issue.input === null ? required : messages.notAnAmount) })
    .refine((value) => value * 100 <= LARGEST_AMOUNT + 0.5, { error: messages.amountTooLarge, abort: true })
    .refine((value) => centsOf(value) !== null, { error: messages.notAnAmount, abort: true })
    .refine((value) => value * 100 >= minCents - 0.001, tooSmall)
    .meta({ minimum: minCents / 100, maximum: LARGEST_AMOUNT / 100, multipleOf: 0.01 });
}

/** Schema of the amount of a transaction, of a goal, or of money added to a goal: at least 1 in whole units. */
export const positiveAmount = amount(messages.amountRequired, messages.amountTooSmall);

/** Schema of an amount of at least 0.01, of a transfer among others. */
export const smallAmount = amount(messages.amountRequired, messages.amountTooSmallForTransfer, 1);

/** Schema of the amount of a part of a split: not 0, and below 0 where it lessens the others. */
export const partAmount = amount(messages.amountRequired, messages.amountTooSmallForTransfer, -LARGEST_AMOUNT).refine(
  (value) => Math.abs(value) >= 0.01,
  messages.amountTooSmallForTransfer,
);

/** Makes a field optional: an omitted field, null and the empty string all parse to undefined. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === null || value === '' ? undefined : value), schema.optional());
}

/** Schema of the title of a transaction or a goal, at most `max` UTF-16 code units. */
export function title(max: number) {
  return line(messages.titleRequired, max, messages.titleTooLong(max));
}

/** Schema of an optional multi-line text, at most `max` UTF-16 code units. */
export function description(max: number) {
  return optional(lines(max, messages.textTooLong(max)));
}

/** A text with the line breaks of a form, or of Windows, as one character each. */
const oneBreak = (value: unknown) => (typeof value === 'string' ? value.replaceAll(/\r\n?/g, '\n') : value);

/** Schema of the note of an entry; null for an empty one. */
export const note = z.preprocess(
  oneBreak,
  lines(NOTE_MAX, messages.textTooLong(NOTE_MAX))
    .transform((text) => text || null)
    .nullable(),
);

/** Schema of the id of a category: a UUID, or the name of one of the specification's (product 2.7). */
export const categoryIdField = storableField(36, messages.wrongType).min(1, messages.categoryRequired);

/**
 * Schema of the name of a category of an entry. Which names there are, the ledger says; what can be none fails with the
 * message that names the specification's.
 */
export function categoryName(given: readonly string[]) {
  const error = messages.notOneOf(given);
  return upTo(z.string({ error }).trim().min(1, error), CATEGORY_NAME_MAX, error)
    .refine((text) => text.isWellFormed() && !CONTROL_CHARACTER.test(text), { error })
    .meta({ examples: [...given] });
}

/** Schema of the tags of an entry, of equal ones the first (product 3.7); null for an empty list. */
export const tags = z
  .array(z.string({ error: messages.notATag }).trim().refine(isTag, messages.notATag), { error: messages.wrongType })
  .transform(distinctTags)
  .refine((tags) => tags.length <= TAGS_MAX, messages.tooManyTags)
  .transform((tags) => (tags.length > 0 ? tags : null))
  .nullable();

/** Schema of the query parameter `limit`: the number of rows in a page. */
export const pageLimit = z.coerce.number().int().min(1).max(PAGE_ROWS_MAX).optional();

/** Schema of an enumeration. Fails with the message `required`, if given, for a missing or empty value. */
export function choice<const Choices extends readonly [string, ...string[]]>(choices: Choices, required?: string) {
  return z.enum(choices, {
    error: (issue) =>
      required && (issue.input === undefined || issue.input === '') ? required : messages.notOneOf(choices),
  });
}

/**
 * Schema of a calendar date, `2026-11-20`. Accepts an ISO 8601 instant and keeps its date part without converting time
 * zones, because that is the date in the sender's zone (product 2.4).
 */
export function dayField(required: string = messages.notADate) {
  return z
    .string({ error: (issue) => (issue.input === undefined || issue.input === null ? required : messages.notADate) })
    .min(1, { error: required, abort: true })
    .regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/, {
      error: messages.notADate,
      abort: true,
    })
    .transform((text) => text.slice(0, 10))
    .refine(isDay, { error: messages.notADate, abort: true })
    .meta({ format: 'date' });
}

/** Schema of the date of an entry. */
export const entryDate = dayField(messages.dateRequired).refine(isTransactionDate, messages.dateOutOfRange);

/** Schema of a place in lists of entries, the `next` of a page: a date and a revision, such as `2026-11-20.41`. */
export const entryCursor = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}\.\d{1,15}$/)
  .refine((text) => isTransactionDate(text.slice(0, 10)));

/** Schema of a UUID; Daybook issues no other ids. */
export const idField = z.guid({ error: messages.wrongType }).toLowerCase().meta({ format: 'uuid' });

/** A revision, or an instant with its zone. A plus sign that a URL has turned into a space is one again. */
const KNOWN = /^(\d{1,15}|\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[ +-]([01]\d|2[0-3]):[0-5]\d))$/;

/**
 * Schema of the parameter `known`: as of which entry, or which moment, a call answers (product 5.10). A revision, such
 * as `312`, or an ISO 8601 instant with `Z` or an offset.
 */
export const known = z
  .string({ error: messages.notAMoment })
  .regex(KNOWN, { error: messages.notAMoment, abort: true })
  .transform((text) => text.replace(' ', '+'))
  .refine((text) => !text.includes('T') || isInstant(text), { error: messages.notAMoment, abort: true })
  .transform((text) => (text.includes('T') ? { instant: new Date(text).toISOString() } : { revision: BigInt(text) }));

/** The first instant that `known` takes: no ledger has a day before it (product 2.4). */
const FIRST_INSTANT = `${FIRST_DAY}T00:00:00.000Z`;

/** Whether a text of the form of an instant is one, from the first on. */
function isInstant(text: string): boolean {
  const time = Date.parse(text);
  return isDay(text.slice(0, 10)) && !Number.isNaN(time) && new Date(time).toISOString() >= FIRST_INSTANT;
}

/** The parsed value of `known`: a revision, or a moment in UTC. */
export type Known = z.output<typeof known>;

/** Schema of the query of a call that takes nothing but `known`. */
export const knownQuery = z.strictObject({ known: known.optional() });
