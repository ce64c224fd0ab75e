import { IMPORT_ROWS_MAX, type ImportFormat } from '#ledger/model/constants.ts';
import { type Cents, negated } from '#ledger/model/money.ts';
import { accountName, oneLine, plainCents } from './fields.ts';
import {
  type ParsedAccount,
  type ParsedFile,
  type ParsedRow,
  type ParsedStatement,
  type Question,
  UnreadableFile,
} from './parsed.ts';

/** Shared by the readers of banks' formats: the forms of amounts, ids, titles, rows and files. */

const SPACE_OR_CURRENCY = /[\s'’`$€£¥]/g;

/**
 * Takes an amount as programs write it (`-1234.50`, `+1.234,5`, `1'234`, `$120`) and gives it in cents. The last of two
 * kinds of mark is the decimal one; one that stands several times divides thousands, and so does a single comma before
 * three digits. A single point never does: `1.234` has a fraction of a cent. Null if it is no amount, or not in
 * whole cents.
 */
export function looseCents(text: string): Cents | null {
  // The minus sign of typesetting stands in some files.
  const plain = text.replace(SPACE_OR_CURRENCY, '').replace('\u2212', '-');
  const commas = plain.split(',').length - 1;
  const points = plain.split('.').length - 1;
  if (commas > 0 && points > 0) {
    const mark = plain.lastIndexOf(',') > plain.lastIndexOf('.') ? ',' : '.';
    return plainCents(plain.replaceAll(mark === ',' ? '.' : ',', ''), mark);
  }
  if (commas > 1 || points > 1) return plainCents(plain.replace(/[.,]/g, ''));
  if (commas === 0) return plainCents(plain);
  return /^[+-]?[1-9]\d{0,2},\d{3}$/.test(plain) ? plainCents(plain.replace(',', '')) : plainCents(plain, ',');
}

/** An amount with the opposite sign where `isOut`; null stays null. */
export function signed(amount: Cents | null, isOut: boolean): Cents | null {
  return amount !== null && isOut ? negated(amount) : amount;
}

/**
 * The day that a text begins with, as `20240131…` or `2024-01-31…`: the day as written, whatever the time and zone
 * behind it.
 */
export function bankDayText(text: string): [year: number, month: number, day: number] | null {
  const [, year, month, day] = /^(\d{4})([-/.]?\d{2})([-/.]?\d{2})/.exec(text.trim()) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  return [Number(year), Number(month.slice(-2)), Number(day.slice(-2))];
}

const SAYS_NOTHING =
  /^(?:[0\W_]*|.|none?|non?[- ]?ref\w*|not[- ]?provided|not[- ]?available|unknown|n\/?a|null|[ekmp]ref\+?|marf|notx)$/i;

/**
 * The first of the texts that is an id, or null if all of them are missing or say nothing (`NONREF`, `NOTPROVIDED`,
 * `0`).
 */
export function bankIdOf(...texts: readonly (string | null | undefined)[]): string | null {
  for (const text of texts) {
    const id = oneLine(text ?? '');
    if (!SAYS_NOTHING.test(id)) return id;
  }
  return null;
}

/** Whether a text has the form of an IBAN, without spaces. */
export function isIban(text: string): boolean {
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text);
}

/** A title of a name and a note: both, or one where it holds the other. */
export function titleOfBank(name: string, note: string): string {
  if (note.includes(name)) return note;
  return name.includes(note) ? name : `${name} ${note}`;
}

/** A text in one line, or null if nothing is left. */
export function lineOrNull(text: string | null | undefined): string | null {
  return oneLine(text ?? '') || null;
}

/** Decodes the five entities of XML and the numeric ones, once. Others stay as they are: nothing is ever expanded. */
export function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(lt|gt|amp|quot|apos));/g,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }[name as string] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

/** A name for an account that only has a number: its kind, and the last four characters of the number. */
export function nameOfNumber(kind: string, number: string): string {
  return accountName(`${kind} ${number.replace(/[^A-Za-z0-9]/g, '').slice(-4)}`, kind);
}

/** Why a row's date can't be taken, given the text that stands for it. */
export function badDate(column: string, text: string): ParsedRow['invalid'] {
  return { column, reason: text === '' ? 'There is no date' : `'${short(text)}' is no day of the calendar` };
}

/** Why a row's amount can't be taken, given the text that stands for it. */
export function badAmount(column: string, text: string): ParsedRow['invalid'] {
  return { column, reason: text === '' ? 'There is no amount' : `'${short(text)}' is no amount in whole cents` };
}

function short(text: string): string {
  const line = oneLine(text);
  return line.length > 40 ? `${line.slice(0, 40).toWellFormed()}…` : line;
}

/** A row with the fields that the format has; all others are null. */
export function bankRow(
  fields: Pick<ParsedRow, 'line' | 'account' | 'date' | 'amount' | 'title'> & Partial<ParsedRow>,
): ParsedRow {
  return {
    counterparty: null,
    bankId: null,
    category: null,
    parts: null,
    raw: null,
    otherHalf: null,
    entryId: null,
    invalid: null,
    ...fields,
  };
}

/** Throws UnreadableFile for more rows than a file may have (product 2.1). */
export function checkNumberOfRows(count: number): void {
  if (count <= IMPORT_ROWS_MAX) return;
  throw new UnreadableFile(
    `This file has more than ${IMPORT_ROWS_MAX.toLocaleString('en')} rows. Split it in several.`,
  );
}

/** The accounts of a file: each number in each currency is one. */
export class BankAccounts {
  readonly #accounts = new Map<string, ParsedAccount>();

  /**
   * Adds an account, unless it is known, and gives its key: the number, and the currency behind it where the number has
   * another.
   */
  add(account: ParsedAccount): string {
    const known = this.#accounts.get(account.key);
    if (known === undefined) {
      this.#accounts.set(account.key, account);
      return account.key;
    }
    if (account.currency === null || known.currency === account.currency) return known.key;
    if (known.currency === null) {
      this.#accounts.set(known.key, { ...known, currency: account.currency });
      return known.key;
    }
    const key = `${account.key}/${account.currency}`;
    if (!this.#accounts.has(key)) this.#accounts.set(key, { ...account, key });
    return key;
  }

  /** All of them, in the order of the file. */
  list(): ParsedAccount[] {
    return [...this.#accounts.values()];
  }
}

/** A bank's file: it has no columns that could be mapped, and no books. */
export function bankFile(
  format: ImportFormat,
  dialect: ParsedFile['dialect'],
  accounts: readonly ParsedAccount[],
  rows: readonly ParsedRow[],
  statements: readonly ParsedStatement[],
  questions: readonly Question[] = [],
): ParsedFile {
  return {
    format,
    dialect,
    mapping: null,
    samples: [],
    kindOfFile: null,
    questions,
    accounts,
    rows,
    statements,
    books: null,
  };
}
