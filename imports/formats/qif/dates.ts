import { dayInField } from '../../fields.ts';

/** In which order a file writes day, month and year. */
export type DayOrder = 'mdy' | 'dmy' | 'ymd';

/** The three numbers of a date as written, and the order where the form itself says it. */
type DateParts = { numbers: [number, number, number]; order: DayOrder | null };

const NUMERIC = /^(\d{1,4})([/.\-' ]+)(\d{1,2})([/.\-' ]+)(\d{1,4})(?:[T ].*)?$/;
const NAMED =
  /^(?:[A-Z]{3,9},? )?(?:(\d{1,2})[ .\-/]*([A-Z]{3})[A-Z]*|([A-Z]{3})[A-Z]*[ .\-/]*(\d{1,2}))[ .,\-/']+(\d{2,4})$/i;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Takes a date as QIF writes it (`1/31'24`, `31.01.2024`, `2024-01-31`, `31 Jan 2024`, `20240131`), or null if it has
 * no such form.
 */
export function datePartsOf(text: string): DateParts | null {
  const plain = text.trim().replace(/\s+/g, ' ');
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(plain) ?? [];
  if (year !== undefined) return { numbers: [Number(year), Number(month), Number(day)], order: 'ymd' };
  const named = NAMED.exec(plain);
  if (named !== null) {
    const [, dayFirst, monthSecond, monthFirst, daySecond, namedYear = ''] = named;
    const number = MONTHS.indexOf((monthSecond ?? monthFirst ?? '').toLowerCase()) + 1;
    return { numbers: [fullYear(namedYear), number, Number(dayFirst ?? daySecond)], order: 'ymd' };
  }
  const [, a = '', between = '', b = '', , c = ''] = NUMERIC.exec(plain) ?? [];
  if (a === '' || b === '' || c === '') return null;
  if (a.length > 2) return { numbers: [Number(a), Number(b), Number(c)], order: 'ymd' };
  // Nobody writes the month first with points.
  return { numbers: [Number(a), Number(b), fullYear(c)], order: between.trim() === '.' ? 'dmy' : null };
}

/** Two digits are a year from 1970 to 2069. */
function fullYear(text: string): number {
  const year = Number(text);
  return text.length > 2 ? year : year < 70 ? 2000 + year : 1900 + year;
}

/** The day of a date's numbers, in the order of its form or else in `order`, or null if the calendar has none such. */
export function dayInOrder({ numbers: [a, b, c], order: own }: DateParts, order: DayOrder): string | null {
  const effective = own ?? order;
  if (effective === 'ymd') return dayInField(a, b, c);
  return effective === 'dmy' ? dayInField(c, b, a) : dayInField(c, a, b);
}

/**
 * The order of a file's dates: that in which most are days. `isOpen` where all of them are in both orders, and some of
 * them another day; then the month is first, as the format's own program writes it.
 */
export function qifDateOrder(dates: readonly DateParts[]): { order: DayOrder; isOpen: boolean } {
  const unsure = dates.filter(({ order }) => order === null);
  const fits = (order: DayOrder) => unsure.filter((date) => dayInOrder(date, order) !== null).length;
  const [monthFirst, dayFirst] = [fits('mdy'), fits('dmy')];
  const differs = unsure.some((date) => dayInOrder(date, 'mdy') !== dayInOrder(date, 'dmy'));
  return { order: dayFirst > monthFirst ? 'dmy' : 'mdy', isOpen: monthFirst === dayFirst && differs };
}
