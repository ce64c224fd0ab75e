import { ACCOUNT_NAME_MAX } from '#ledger/model/constants.ts';
import { type Cents, LARGEST_AMOUNT } from '#ledger/model/money.ts';

const PLAIN = { '.': /^([+-]?)(\d*)(?:\.(\d*))?$/, ',': /^([+-]?)(\d*)(?:,(\d*))?$/ };

/**
 * Takes a plain decimal (`-1234.5`, `+7`, `12,00` where the mark is a comma; no thousands, no currency) and gives it in
 * cents, never through a float. Null if it is none, has a fraction of a cent, or is larger than the largest amount.
 * Zeros after the cents are allowed.
 */
export function plainCents(text: string, mark: '.' | ',' = '.'): Cents | null {
  const [, sign, units = '', fraction = ''] = PLAIN[mark].exec(text.trim()) ?? [];
  if (sign === undefined || units + fraction === '') return null;
  const digits = units.replace(/^0+/, '');
  // More digits than the largest amount has; before the conversion, which would round them.
  if (/[1-9]/.test(fraction.slice(2)) || digits.length > 12) return null;
  const cents = Number(`${digits}${fraction.slice(0, 2).padEnd(2, '0')}`);
  if (cents > LARGEST_AMOUNT) return null;
  return (sign === '-' && cents > 0 ? -cents : cents) as Cents;
}

/** A day of the calendar as `2026-11-20`, or null if there is none such, or the year is not from 1900 to 2199. */
export function dayInField(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && year >= 1900 && year <= 2199 ? date.toISOString().slice(0, 10) : null;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches control characters on purpose.
const CONTROL_OR_SPACE = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff]+/g;

/** A text in one line: well-formed, without control characters, with single spaces, and trimmed. */
export function oneLine(text: string): string {
  return text.toWellFormed().replaceAll(CONTROL_OR_SPACE, ' ').trim();
}

/** A name for an account, in one line and not too long; `fallback` where nothing is left. */
export function accountName(text: string, fallback: string): string {
  return oneLine(text).slice(0, ACCOUNT_NAME_MAX).toWellFormed().trim() || fallback;
}

const PLAIN_LETTERS: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', ı: 'i' };

/** Letters without their accents, in lower case. */
export function plainLetters(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[łøı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
}
