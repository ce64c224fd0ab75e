import { dayInField, plainLetters } from '../../fields.ts';
import { plainNumerals } from './numerals.ts';

export type CsvDateOrder = 'ymd' | 'dmy' | 'mdy';

const MONTHS = [
  'january januar januari janvier enero gennaio janeiro stycznia styczen jaenner janner',
  'february februar februari fevrier febrero febbraio fevereiro lutego luty feber',
  'march marz maerz maart mars marzo marco marts marca marzec mrt mrz',
  'april avril abril aprile kwietnia kwiecien',
  'may mai mayo maggio maio maj mei maja',
  'june juni juin junio giugno junho czerwca czerwiec',
  'july juli juillet julio luglio julho lipca lipiec',
  'august augustus aout agosto augusti sierpnia sierpien',
  'september septembre septiembre settembre setembro wrzesnia wrzesien sept',
  'october oktober octobre octubre ottobre outubro pazdziernika pazdziernik',
  'november novembre noviembre novembro listopada listopad',
  'december dezember decembre diciembre dicembre dezembro desember grudnia grudzien',
];

/** Further languages whose names of months are known, in full and as they are shortened. Earlier ones go first. */
const LANGUAGES =
  'en de fr es it pt nl sv da nb fi pl cs sk hu ro bg sr sr-Latn sl bs hr mk sq el tr et lv lt ru uk be ka hy az kk ' +
  'uz ar he fa th id ms sw af ca eu gl is cy mt hi vi';
let monthByName: ReadonlyMap<string, number> | undefined;

/** The number of a month by its name, and by any beginning of it that is of one month only; made at its first use. */
function monthOf(name: string): number | undefined {
  monthByName ??= monthsByName();
  const key = monthKey(name);
  // Hebrew writes 'in' as the first letter of the month.
  return monthByName.get(key) ?? (key.startsWith('ב') ? monthByName.get(key.slice(1)) : undefined);
}

/** A name of a month to compare it; the vowels of other scripts are marks, which stay. */
function monthKey(name: string): string {
  const isLetters = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(name);
  return (isLetters ? plainLetters(name) : name).replace(/^(?:de |d['’])/, '').replace(/[.׳॰'’]$/, '');
}

/** The names by themselves and beside a day, where some languages have another form. */
function monthsOfLanguages(known: Map<string, number>): Map<string, number> {
  for (const language of LANGUAGES.split(' ')) {
    for (const month of ['long', 'short'] as const) {
      for (const format of [{ month }, { month, day: 'numeric' }] as const) {
        const inWords = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, { ...format, timeZone: 'UTC' });
        for (let number = 1; number <= 12; number += 1) {
          const parts = inWords.formatToParts(new Date(Date.UTC(2026, number - 1, 15)));
          const name = monthKey(parts.find(({ type }) => type === 'month')?.value ?? '');
          if (/^\p{L}[\p{L}\p{M}.]/u.test(name) && !known.has(name)) known.set(name, number);
        }
      }
    }
  }
  return known;
}

function monthsByName(): ReadonlyMap<string, number> {
  const whole = new Map<string, number>();
  const begun = new Map<string, number>();
  for (const [month, names] of MONTHS.entries()) {
    for (const name of names.split(' ')) {
      whole.set(name, month + 1);
      for (let length = 3; length < name.length; length += 1) {
        const start = name.slice(0, length);
        const namesake = begun.get(start);
        begun.set(start, namesake === undefined || namesake === month + 1 ? month + 1 : 0);
      }
    }
  }
  const named = monthsOfLanguages(whole);
  return new Map([...[...begun].filter(([, month]) => month > 0), ...named]);
}

const CLOCK = '\\d{1,2}[:.h]\\d{2}(?:[:.]\\d{2})?(?:[.,]\\d{1,9})?\\s*(?:[ap]\\.?\\s?m\\.?)?';
const ZONE = '(?:Z|(?:UTC|GMT)?\\s*[+-]\\d{1,2}:?\\d{0,2}|[A-Z]{3,5})?(?:\\[[\\w/+-]+\\])?';
const TIME = `(?:[\\sT,/.–-]+(?:at |um |kl\\.? ?|à )?${CLOCK}\\s*${ZONE})?`;
const YEAR_FIRST = new RegExp(`^(\\d{3,4})\\s?([-/. ])\\s?(\\d{1,2})\\s?\\2\\s?(\\d{1,2})\\.?${TIME}$`, 'i');
/** A year of a Japanese era, as in `令和8-1-5` and `R8.1.5`. */
const OF_ERA = new RegExp(
  `^(令和|平成|昭和|[RHS])\\s?(\\d{1,2})\\s?[-/.]\\s?(\\d{1,2})\\s?[-/.]\\s?(\\d{1,2})${TIME}$`,
  'i',
);
const YEAR_BEFORE_ERA: Readonly<Record<string, number>> = {
  令和: 2018,
  R: 2018,
  平成: 1988,
  H: 1988,
  昭和: 1925,
  S: 1925,
};
const YEAR_LAST = new RegExp(`^(\\d{1,2})\\s?([-/. ])\\s?(\\d{1,2})\\s?\\2\\s?(\\d{4}|'?\\d{2})\\.?${TIME}$`, 'i');
const COMPACT = new RegExp(`^(\\d{8})(?:T?\\d{4}|T?\\d{6}(?:\\.\\d+)?)?(?:\\[[^\\]]*\\])?${TIME}$`, 'i');
const WEEKDAY = '(?:\\p{L}{2,10}\\.?,?\\s+)?';
const ORDINAL = '(\\d{1,2})(?:st|nd|rd|th|er|\\.|º)?';
const NAME = '\\p{L}[\\p{L}\\p{M}.׳॰]{1,15}';
const DAY_NAME_YEAR = new RegExp(
  `^${WEEKDAY}${ORDINAL}[\\s/.-]*(?:de |d['’]|ta[’'] )?(${NAME})\\.?,?[\\s/.'-]*(?:del? )?(\\d{4}|\\d{2})\\.?${TIME}$`,
  'iu',
);
const NAME_DAY_YEAR = new RegExp(
  `^${WEEKDAY}(${NAME})\\.?[\\s/.-]*(\\d{1,2})(?:st|nd|rd|th)?(?:,\\s*|[\\s/.-]+)(\\d{4}|\\d{2})${TIME}$`,
  'iu',
);
const YEAR_NAME_DAY = new RegExp(`^(\\d{4})[\\s/.-]*(${NAME})\\.?[\\s/.-]*(\\d{1,2})\\.?${TIME}$`, 'iu');
const YEAR_DAY_NAME = new RegExp(`^(\\d{4})\\.? (\\d{1,2})\\.? (${NAME})$`, 'iu');
/** Words for year, month and day that stand in a date, as in `15.01.2026 г.` and `2026 m. sausio 15 d.` */
const YEAR_AND_DAY_WORDS =
  /^(?:民國|民国)|(?<=\d{2}) ?(?:г|р|թ|ж)\.?(?=$| )|(?<=^\d{4})\.? (?:m\.|gada)|(?<=\d) d\.$|(?:ค\.ศ\.|พ\.ศ\.) /g;
/** Months that Croatian calls as Polish and Czech call the next one; Croatian ends a date with a point. */
const CROATIAN_MONTHS: Readonly<Record<string, number>> = { lip: 6, srp: 7, lis: 10, listopad: 10, listopada: 10 };
const NUMBERED_MONTH = / (?:thg|tháng) (\d{1,2}),? /;

const CELL_CHARS_MAX = 48;

/** A date in its file's own parts. `first` and `second` are day and month in an order that only the column can tell. */
type WrittenDate =
  | { kind: 'known'; year: number; month: number; day: number }
  | { kind: 'numbers'; first: number; second: number; third: number; isLong: boolean; separator: string };

/** Takes a date apart, with or without a time of day, or null if the cell is none. */
export function writtenDate(cell: string): WrittenDate | null {
  const trimmed = plainNumerals(cell.trim());
  if (trimmed.length < 6 || trimmed.length > CELL_CHARS_MAX) return null;
  // Several spaces in a row would fit the patterns in many ways.
  const dense = /\s\s/.test(trimmed) ? trimmed.replaceAll(/\s+/g, ' ') : trimmed;
  const text = /[^\x20-\x7f]| [dgmt]/.test(dense)
    ? dense.replaceAll(YEAR_AND_DAY_WORDS, '').replace(NUMBERED_MONTH, '/$1/')
    : dense;
  const first = text.charCodeAt(0);
  const isDigit = first >= 48 && first <= 57;
  return isDigit ? (inNumbers(text) ?? withName(text)) : (ofEra(text) ?? withName(text));
}

function inNumbers(text: string): WrittenDate | null {
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst) return known(yearFirst[1], yearFirst[3], yearFirst[4]);
  const yearLast = YEAR_LAST.exec(text);
  if (yearLast) {
    const year = (yearLast[4] ?? '').replace("'", '');
    const separator = yearLast[2] ?? '';
    return numbers(yearLast[1], yearLast[3], year, separator);
  }
  const compact = COMPACT.exec(text)?.[1];
  if (compact === undefined) return null;
  const year = Number(compact.slice(0, 4));
  const isYearFirst = year >= 1900 && year <= 2199 && Number(compact.slice(4, 6)) <= 12;
  if (isYearFirst) return known(compact.slice(0, 4), compact.slice(4, 6), compact.slice(6));
  const last = Number(compact.slice(4));
  if (last < 1900 || last > 2199) return null;
  return numbers(compact.slice(0, 2), compact.slice(2, 4), compact.slice(4), '');
}

function ofEra(text: string): WrittenDate | null {
  const [, era = '', year, month, day] = OF_ERA.exec(text) ?? [];
  const before = YEAR_BEFORE_ERA[era.toUpperCase()];
  return before === undefined ? null : known(String(before + Number(year)), month, day);
}

function withName(text: string): WrittenDate | null {
  const dayFirst = DAY_NAME_YEAR.exec(text);
  const croatian = text.endsWith('.') ? CROATIAN_MONTHS[monthKey(dayFirst?.[2] ?? '')] : undefined;
  if (croatian !== undefined) return known(dayFirst?.[3], String(croatian), dayFirst?.[1]);
  if (dayFirst) return named(dayFirst[3], dayFirst[2], dayFirst[1]);
  const nameFirst = NAME_DAY_YEAR.exec(text);
  if (nameFirst) return named(nameFirst[3], nameFirst[1], nameFirst[2]);
  const yearFirst = YEAR_NAME_DAY.exec(text);
  if (yearFirst) return named(yearFirst[1], yearFirst[2], yearFirst[3]);
  const nameLast = YEAR_DAY_NAME.exec(text);
  return nameLast ? named(nameLast[1], nameLast[3], nameLast[2]) : null;
}

function known(year?: string, month?: string, day?: string): WrittenDate {
  return { kind: 'known', year: fullYear(Number(year), true), month: Number(month), day: Number(day) };
}

function numbers(first: string | undefined, second: string | undefined, third: string, separator: string): WrittenDate {
  return {
    kind: 'numbers',
    first: Number(first),
    second: Number(second),
    third: Number(third),
    isLong: third.length === 4,
    separator,
  };
}

function named(year = '', name = '', day = ''): WrittenDate | null {
  const month = monthOf(name);
  return month === undefined
    ? null
    : { kind: 'known', year: fullYear(Number(year), year.length === 4), month, day: Number(day) };
}

/** A year as it is counted in Europe: years of Thailand are 543 ahead, and the years of Taiwan begin after 1911. */
function fullYear(year: number, isLong: boolean): number {
  if (isLong && year >= 2443 && year <= 2742) return year - 543;
  if (isLong && year >= 100 && year < 289) return year + 1911;
  if (isLong) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

/**
 * A written date as a day in ISO form, `2026-11-20`, by an order of its numbers, or null if it is no day of the
 * calendar.
 */
export function dayBy(date: WrittenDate, order: CsvDateOrder): string | null {
  if (date.kind === 'known') return dayInField(date.year, date.month, date.day);
  const { first, second, third, isLong } = date;
  if (order === 'ymd') return isLong ? null : dayInField(fullYear(first, false), second, third);
  const year = fullYear(third, isLong);
  return order === 'dmy' ? dayInField(year, second, first) : dayInField(year, first, second);
}

/** Whether a cell is a day of the calendar, by any order. */
export function looksLikeDay(cell: string): boolean {
  const date = writtenDate(cell);
  if (date === null) return false;
  return dayBy(date, 'dmy') !== null || dayBy(date, 'mdy') !== null || dayBy(date, 'ymd') !== null;
}

const CACHED_DAYS_MAX = 20_000;

/** A function that reads cells as days, by an order; it remembers them, since most days stand on many lines. */
export function dayReader(order: CsvDateOrder): (cell: string) => string | null {
  const cache = new Map<string, string | null>();
  return (cell) => {
    const cached = cache.get(cell);
    if (cached !== undefined) return cached;
    const date = writtenDate(cell);
    const day = date && dayBy(date, order);
    if (cache.size < CACHED_DAYS_MAX) cache.set(cell, day);
    return day;
  };
}

/** The order of day, month and year that the dates of a column have. */
export type DetectedOrder = {
  order: CsvDateOrder;
  /**
   * The two orders that all dates fit and that make another day of one of them, and that date, or null if one fits
   * only.
   */
  ambiguous: { orders: readonly [CsvDateOrder, CsvDateOrder]; example: string } | null;
};

/**
 * Finds the order of the numbers in a file's dates: the order that fits the most dates. `prefersMonthFirst` decides for
 * the time being where day and month can change places; dates with dots have the day first everywhere.
 */
export function dateOrderOf(cells: readonly string[], prefersMonthFirst: (example: string) => boolean): DetectedOrder {
  const fits = { dmy: 0, mdy: 0, ymd: 0 };
  const years = { first: new Set<number>(), third: new Set<number>() };
  let example: string | null = null;
  let count = 0;
  let dotted = 0;
  for (const cell of new Set(cells)) {
    const date = writtenDate(cell);
    if (date?.kind !== 'numbers') continue;
    count += 1;
    if (date.separator === '.') dotted += 1;
    years.first.add(date.first);
    years.third.add(date.third);
    for (const order of ['dmy', 'mdy', 'ymd'] as const) if (dayBy(date, order) !== null) fits[order] += 1;
    if (example === null && date.first !== date.second) example = cell.trim();
  }
  if (count === 0) return { order: 'ymd', ambiguous: null };
  const bestFit = Math.max(fits.dmy, fits.mdy, fits.ymd);
  // Two digits can be a year at either end; of a bank's export, the year is what changes least.
  const isYearFirst =
    fits.ymd === bestFit && (bestFit > Math.max(fits.dmy, fits.mdy) || years.first.size < years.third.size);
  if (isYearFirst) return { order: 'ymd', ambiguous: null };
  if (fits.dmy !== fits.mdy) return { order: fits.dmy > fits.mdy ? 'dmy' : 'mdy', ambiguous: null };
  if (example === null || dotted === count) return { order: 'dmy', ambiguous: null };
  const order = prefersMonthFirst(example) ? 'mdy' : 'dmy';
  return { order, ambiguous: { orders: ['dmy', 'mdy'], example } };
}
