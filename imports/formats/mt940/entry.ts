import type { Cents } from '#ledger/model/money.ts';
import { bankIdOf, isIban, looseCents, signed } from '../../bank-fields.ts';
import { dayInField, oneLine, plainCents } from '../../fields.ts';

/**
 * The fields of a `:61:`. `dateText` and `amountText` are the texts as written, for a date or an amount that is null.
 */
export type Mt940Entry = {
  date: string | null;
  dateText: string;
  amount: Cents | null;
  amountText: string;
  bankId: string | null;
  /** Whether the bank only expects it (`EC`, `ED`). */
  isExpected: boolean;
  counterparty: string;
  /** The text of the lines below the first. */
  supplement: string;
};

const ENTRY =
  /^(\d{8}(?=\s*[A-Z])|\d{6})(\d{4}|\s{4})?\s*(R[CD]|E[CD]|[CD])([A-Z])?\s?([+-]?\d[\d.]*(?:,\d*)?|,\d+)(.*)$/s;
const TYPE = /^[NFS](?!ONREF$)[A-Z0-9 ]{3}/;
const REFERENCE_CHARACTERS = 16;

/**
 * Reads the lines of a `:61:`: value date, day of the entry, mark, letter of the currency, amount, type and references.
 * The day of the entry counts, in the year that is nearest to the value date; without one the value date. `RC` takes a
 * credit back. Null if the lines have another form.
 */
export function mt940Entry(lines: readonly string[]): Mt940Entry | null {
  const [first = '', ...continuation] = lines;
  // Some banks break the line within it.
  const [entryLine, below] = ENTRY.test(first.trim())
    ? [ENTRY.exec(first.trim()), continuation]
    : [ENTRY.exec(`${first.trim()}${continuation[0]?.trim() ?? ''}`), continuation.slice(1)];
  if (entryLine === null) return null;
  const [, value = '', booked = '', mark = '', , amountText = '', rest = ''] = entryLine;
  const supplement = oneLine(below.join(' '));
  const { customer, bank, name } = referencesOf(rest);
  const isAccount = isIban(customer);
  return {
    date: dayOfEntry(value, booked.trim()),
    dateText: value + booked.trim(),
    amount: signed(mt940Cents(amountText), mark === 'D' || mark === 'RC' || mark === 'ED'),
    amountText,
    bankId: bankIdOf(bank, isAccount ? null : customer),
    isExpected: mark.startsWith('E'),
    // ASN and SNS write the other account as the reference, and its owner below it.
    counterparty: name || (isAccount ? supplement : ''),
    supplement,
  };
}

/** An amount of the format: the comma is the decimal mark; where there is none, the last point is. */
export function mt940Cents(text: string): Cents | null {
  return text.includes(',') ? plainCents(text.replaceAll('.', ''), ',') : looseCents(text);
}

/**
 * The day of `YYMMDD` or `YYYYMMDD`; the 29th and 30th of a February without them are its last day, as some banks count
 * interest.
 */
export function mt940Day(text: string): string | null {
  const year = text.length === 8 ? Number(text.slice(0, 4)) : fullYear(Number(text.slice(0, 2)));
  const month = Number(text.slice(-4, -2));
  const day = Number(text.slice(-2));
  const isLate = month === 2 && (day === 29 || day === 30);
  return dayInField(year, month, day) ?? (isLate ? (dayInField(year, 2, 29) ?? dayInField(year, 2, 28)) : null);
}

function fullYear(twoDigits: number): number {
  return twoDigits < 70 ? 2000 + twoDigits : 1900 + twoDigits;
}

function dayOfEntry(value: string, booked: string): string | null {
  const valueDay = mt940Day(value);
  if (booked === '') return valueDay;
  const year = value.length === 8 ? Number(value.slice(0, 4)) : fullYear(Number(value.slice(0, 2)));
  const around = valueDay === null ? Date.UTC(year, Number(value.slice(-4, -2)) - 1) : Date.parse(valueDay);
  const days = [year - 1, year, year + 1].flatMap((candidate) => mt940Day(`${candidate}${booked}`) ?? []);
  const distance = (day: string) => Math.abs(Date.parse(day) - around);
  const [nearest] = days.toSorted((a, b) => distance(a) - distance(b));
  return nearest ?? valueDay;
}

/**
 * The references behind the type: the customer's, up to 16 characters, then the bank's behind `//`, or a name
 * (Rabobank).
 */
function referencesOf(text: string): { customer: string; bank: string; name: string } {
  const rest = text.trimEnd().replace(TYPE, '');
  const position = rest.indexOf('//');
  if (position >= 0)
    return { customer: rest.slice(0, position).trim(), bank: rest.slice(position + 2).trim(), name: '' };
  const whole = rest.trim();
  if (isIban(whole)) return { customer: whole, bank: '', name: '' };
  const name = oneLine(rest.slice(REFERENCE_CHARACTERS));
  return { customer: rest.slice(0, REFERENCE_CHARACTERS).trim(), bank: '', name };
}
