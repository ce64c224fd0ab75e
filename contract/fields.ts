import { z } from 'zod';
import { FIRST_DAY, LAST_DAY } from '../ledger/model/constants.ts';
import { centsOf, LARGEST_AMOUNT, ONE } from '../ledger/model/money.ts';
import { EMAIL_MAX, PAGE_ROWS_MAX, PASSWORD_MAX } from './limits.ts';
import { messages } from './messages.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is what it is for.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * A line of text: trimmed; refused with control characters, NUL or lone surrogates (product 2.5). Empty after
 * trimming it is `required`, and beyond `max` UTF-16 units `tooLong`.
 */
export function line(required: string, max: number, tooLong: string) {
  return z
    .string({ error: (issue) => (issue.input === undefined || issue.input === null ? required : messages.wrongType) })
    .trim()
    .min(1, required)
    .max(max, tooLong)
    .refine((text) => text.isWellFormed() && !CONTROL.test(text), messages.unreadableText);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is what it is for.
const CONTROL_BUT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** Text of several lines: trimmed; refused with NUL, control characters or lone surrogates. At most `max` UTF-16 units. */
export function lines(max: number, tooLong: string) {
  return z
    .string({ error: messages.wrongType })
    .trim()
    .max(max, tooLong)
    .refine((text) => text.isWellFormed() && !CONTROL_BUT_LINES.test(text), messages.unreadableText);
}

/** A password, untouched: only one that is empty after trimming, or too long to be worth hashing, is refused. */
export const password = z
  .string({ error: messages.passwordRequired })
  .max(PASSWORD_MAX, messages.passwordTooLong)
  .refine((text) => text.trim() !== '', messages.passwordRequired)
  .refine((text) => text.isWellFormed(), messages.unreadableText);

/** An email address, trimmed and in lower case, so that one person has one account whatever the capitals. */
export const email = line(messages.emailRequired, EMAIL_MAX, messages.emailTooLong)
  .toLowerCase()
  .regex(/^[^\s@]+@[^\s@]+$/, messages.notAnEmail);

/** A money amount as JSON carries it: a number with at most two decimals, in whole units, at least `least` cents. */
export function amount(required: string, tooSmall: string, least: number = ONE) {
  return z
    .number({ error: (issue) => (issue.input === undefined || issue.input === null ? required : messages.notAnAmount) })
    .refine((value) => value * 100 <= LARGEST_AMOUNT + 0.5, { error: messages.amountTooLarge, abort: true })
    .refine((value) => centsOf(value) !== null, { error: messages.notAnAmount, abort: true })
    .refine((value) => value * 100 >= least - 0.001, tooSmall)
    .meta({ minimum: least / 100, maximum: LARGEST_AMOUNT / 100, multipleOf: 0.01 });
}

/** The amount of a transaction or a goal, or of money added to a goal: at least 1. */
export const positiveAmount = amount(messages.amountRequired, messages.amountTooSmall);

/** Leaving a field out, null and the empty string are the same: nothing was chosen. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === null || value === '' ? undefined : value), schema.optional());
}

/** The title of a transaction or a goal, at most `max` UTF-16 units. */
export function title(max: number) {
  return line(messages.titleRequired, max, messages.titleTooLong(max));
}

/** A text of several lines that may be left out, at most `max` UTF-16 units. */
export function description(max: number) {
  return optional(lines(max, messages.textTooLong(max)));
}

/** How many rows a page shall have. */
export const pageLimit = z.coerce.number().int().min(1).max(PAGE_ROWS_MAX).optional();

/** One of the given words. */
export function choice<const Choices extends readonly [string, ...string[]]>(choices: Choices, required?: string) {
  return z.enum(choices, {
    error: (issue) =>
      required && (issue.input === undefined || issue.input === '') ? required : messages.notOneOf(choices),
  });
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Whether a text is a day that a transaction can carry. */
export function isBookable(text: string): boolean {
  return isDay(text) && text >= FIRST_DAY && text <= LAST_DAY;
}

/**
 * A calendar date, `2026-11-20`. Of an ISO instant the date part is taken as written, since that is the day the
 * sender's calendar showed (product 2.4).
 */
export function day(required: string = messages.notADate) {
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

/** An id as Daybook gives them out. Anything else can't name something that exists. */
export const id = z.guid({ error: messages.wrongType }).toLowerCase().meta({ format: 'uuid' });
