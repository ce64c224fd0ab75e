import type { PageFit } from '../../code-pages.ts';
import { plainLetters } from '../../fields.ts';
import type { ParseOptions, Question } from '../../parsed.ts';
import { currencyIn, type DecimalMark, markIn, readAmount } from './amounts.ts';
import type { ColumnRoles, MoneyColumns } from './columns.ts';
import { type CsvDateOrder, dateOrderOf, dayBy, looksLikeDay, writtenDate } from './dates.ts';
import { normalisedHeader } from './headers.ts';
import { holdsAmounts, holdsDays, type Layout } from './layout.ts';
import type { TableLine } from './syntax.ts';

const CHOICE_CELLS = 3;
/** The number of cells with a decimal mark that decide which mark it is. */
const ENOUGH_CELLS = 2_000;

function cellsOf(entries: readonly TableLine[], column: number): string[] {
  return entries.map(({ cells }) => (cells[column] ?? '').trim());
}

function answerIn<Value extends string>(
  { answers }: ParseOptions,
  id: Question['id'],
  values: readonly Value[],
): Value | null {
  const answer = answers[id];
  return values.find((value) => value === answer) ?? null;
}

/** The decimal mark of a file, and the question for it where all amounts fit both (product 11.10). */
export function decimalMark(
  layout: Layout,
  entries: readonly TableLine[],
  delimiter: string,
  options: ParseOptions,
): { mark: DecimalMark; question: Question | null } {
  const given = answerIn(options, 'decimal-mark', ['.', ',']) ?? options.mapping?.decimalMark ?? null;
  const count = { '.': 0, ',': 0, both: 0 };
  let example = '';
  const mapped = options.mapping?.columns;
  const chosen = new Set([mapped?.amount, mapped?.debit, mapped?.credit, mapped?.balance]);
  const isMoney = (index: number) => {
    const column = layout.columns[index];
    return column !== undefined && (chosen.has(index) || (holdsAmounts(column) && !holdsDays(column)));
  };
  const named = layout.columns.filter(
    ({ index, roles }) =>
      isMoney(index) &&
      (['amount', 'debit', 'credit', 'balance'] as const).some((role) => (roles.get(role) ?? 0) >= 30),
  );
  const money = named.length > 0 ? named : layout.columns.filter(({ index, monies }) => isMoney(index) && monies > 0);
  for (const { index } of money) {
    for (const cell of cellsOf(entries, index)) {
      const mark = markIn(cell);
      if (mark === null) continue;
      if (mark !== 'both' && count[mark] >= ENOUGH_CELLS) break;
      count[mark] += 1;
      if (mark === 'both' && example === '') example = cell;
    }
  }
  const isOpen = count['.'] === 0 && count[','] === 0 && count.both > 0;
  const isEuropean =
    delimiter === ';' ||
    entries.slice(0, 20).some(({ cells }) => cells.some((cell) => /^\d{1,2}\.\d{1,2}\.\d{2,4}$/.test(cell)));
  const assumed = isOpen ? (isEuropean ? ',' : '.') : count[','] > count['.'] ? ',' : '.';
  const mark = given ?? assumed;
  if (!isOpen) return { mark, question: null };
  const asPoint = readAmount(example, '.');
  const question: Question = {
    id: 'decimal-mark',
    account: null,
    text: `Is the mark in ${example} a decimal mark or does it separate thousands?`,
    choices: [
      {
        value: '.',
        label:
          typeof asPoint === 'number' && example.includes(',')
            ? 'A comma separates thousands'
            : 'A point is the decimal mark',
      },
      { value: ',', label: example.includes(',') ? 'A comma is the decimal mark' : 'A point separates thousands' },
    ],
    answer: mark,
    isOpen: given === null,
  };
  return { mark, question };
}

const ORDER_LABELS: Readonly<Record<CsvDateOrder, string>> = {
  dmy: 'day first',
  mdy: 'month first',
  ymd: 'year first',
};

/** The order of day, month and year, and the question for it where all dates fit two (product 11.10). */
export function dayOrder(
  layout: Layout,
  entries: readonly TableLine[],
  dates: readonly number[],
  delimiter: string,
  mark: DecimalMark,
  options: ParseOptions,
): { order: CsvDateOrder; question: Question | null } {
  const given = answerIn(options, 'day-order', ['dmy', 'mdy', 'ymd']) ?? options.mapping?.dateOrder ?? null;
  const first = cellsOf(entries, dates[0] ?? 0);
  const cells = dates.length > 1 ? [...first, ...dates.slice(1).flatMap((column) => cellsOf(entries, column))] : first;
  const detected = dateOrderOf(cells, () => prefersMonthFirst(layout, entries, first, delimiter, mark));
  const order = given ?? detected.order;
  if (detected.ambiguous === null) return { order, question: null };
  const { example, orders } = detected.ambiguous;
  const date = writtenDate(example);
  const question: Question = {
    id: 'day-order',
    account: null,
    text: `Which day is ${example}?`,
    choices: orders.map((value) => ({
      value,
      label: `${longDay(date && dayBy(date, value))} (${ORDER_LABELS[value]})`,
    })),
    answer: order,
    isOpen: given === null,
  };
  return { order, question };
}

function longDay(day: string | null): string {
  if (day === null) return '';
  return new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/**
 * Hints for the order until the question is answered: the days are sorted by one order only, the currency, the
 * notation.
 */
function prefersMonthFirst(
  layout: Layout,
  entries: readonly TableLine[],
  cells: readonly string[],
  delimiter: string,
  mark: DecimalMark,
): boolean {
  const isSorted = (order: CsvDateOrder) => {
    const days = cells.flatMap((cell) => {
      const date = writtenDate(cell);
      return (date && dayBy(date, order)) ?? [];
    });
    return (
      days.every((day, index) => index === 0 || day >= (days[index - 1] ?? '')) ||
      days.every((day, index) => index === 0 || day <= (days[index - 1] ?? ''))
    );
  };
  const [dayFirst, monthFirst] = [isSorted('dmy'), isSorted('mdy')];
  if (dayFirst !== monthFirst) return monthFirst;
  if (mark === ',' || delimiter === ';' || cells.some((cell) => cell.includes('-'))) return false;
  const money = layout.columns.filter(holdsAmounts).flatMap(({ index }) => cellsOf(entries.slice(0, 20), index));
  if (money.some((cell) => currencyIn(cell) !== null)) return money.some((cell) => currencyIn(cell) === 'USD');
  const codes = entries
    .slice(0, 20)
    .flatMap(({ cells: line }) => line.filter((cell) => /^[A-Z]{3}$/.test(cell.trim())));
  if (codes.includes('USD')) return true;
  if (['EUR', 'GBP', 'AUD', 'NZD', 'INR', 'CHF', 'SGD', 'ZAR'].some((code) => codes.includes(code))) return false;
  return !layout.header.some((header) =>
    /\b(paid (in|out)|money (in|out)|sort code|narrative|particulars|payee)\b/.test(normalisedHeader(header)),
  );
}

/** The question which column has the amounts, where columns could be amount or balance (product 11.10). */
export function amountQuestion(
  layout: Layout,
  entries: readonly TableLine[],
  candidates: readonly number[],
  money: MoneyColumns,
  options: ParseOptions,
): Question | null {
  if (candidates.length < 2) return null;
  const values = candidates.map(String);
  const given =
    answerIn(options, 'amount-column', values) ?? options.mapping?.columns.amount ?? options.mapping?.columns.debit;
  const choices = candidates.map((column) => {
    const cells = cellsOf(entries, column).filter((cell) => cell !== '');
    const header = layout.header[column] || `Column ${column + 1}`;
    return { value: String(column), label: `${header}: ${cells.slice(0, CHOICE_CELLS).join(', ')}` };
  });
  return {
    id: 'amount-column',
    account: null,
    text: 'Which column has the amounts?',
    choices,
    answer: money.amount === undefined ? null : String(money.amount),
    isOpen: given === undefined || given === null,
  };
}

/**
 * The encodings that a file may be in, with how a word of it reads in each, or null if its bytes tell. It is answered
 * already: the first is by far the likeliest.
 */
export function encodingQuestion(likely: readonly PageFit[], answer: string): Question | null {
  if (likely.length < 2) return null;
  return {
    id: 'encoding',
    account: null,
    text: 'Do the texts read as they should?',
    choices: likely.map(({ encoding, example }) => ({
      value: encoding,
      label: example === '' ? encoding : `${example} (${encoding})`,
    })),
    answer,
    isOpen: false,
  };
}

/** Words, without accents, that only a card's payments have. */
const SURE_PAYMENT = new RegExp(
  '(?<!\\p{L})(thank you|autopay|auto pay|automatic payment|payment received|paiement recu|merci|kartenabrechnung|' +
    'kreditkartenabrechnung|ausgleich kreditkarte|zahlungseingang|pago recibido|pago de tarjeta|' +
    'pagamento recebido|pagamento de fatura|pagamento ricevuto|inbetalning|innbetaling|indbetaling|' +
    'maksusuoritus|pagamentos? validos?|splata karty|uhrada karty|ご入金|还款|還款)(?!\\p{L})',
  'u',
);
/** Words, without accents, of what comes in to an account that is no card. */
const INCOME = new RegExp(
  '(?<!\\p{L})(salary|payroll|deposit|wages|pension|interest|gehalt|lohn|direct dep|dividend|income|salaire|nomina|' +
    'salario|stipendio|salaris|lon|loon|palkka|wynagrodzenie|wyplata|mzda|vyplata|fizetes|salariu|placa|maas|' +
    'зарплата|给与|工资|給与|급여|from (?:my |own )?(?:checking|current|savings?|account))(?!\\p{L})',
  'u',
);
const CARD_ENTRIES_MIN = 3;
/** A single amount above 0 is one that came in. */
const UNSIGNED_ENTRIES_MIN = 1;
/** Shops have such words, too: a hotel is a pension, and a card charges interest. */
const EARNED_SHARE_MAX = 0.25;
/** The answers to which way money went. */
export const OUT = 'out' as const;
export const INTO = 'into' as const;

type SignsOfCard = Record<'charged' | 'paid' | 'surelyPaid' | 'earned' | 'plus', number>;

/**
 * How many amounts are above and below 0, how many of these have words of a card's payments and of incomes, and how
 * many have a plus, or words such as CR.
 */
function signsOf(entries: readonly TableLine[], amount: number, mark: DecimalMark): SignsOfCard {
  const signs = { charged: 0, paid: 0, surelyPaid: 0, earned: 0, plus: 0 };
  for (const { cells } of entries.slice(0, ENOUGH_CELLS)) {
    const cents = readAmount((cells[amount] ?? '').trim(), mark);
    if (typeof cents !== 'number' || cents === 0) continue;
    const text = plainLetters(cells.filter((cell) => !looksLikeDay(cell)).join(' '));
    if (/[+]|(?<!\p{L})(cr|h|ha)\.?$/iu.test((cells[amount] ?? '').trim())) signs.plus += 1;
    if (cents > 0) signs.charged += 1;
    else signs.paid += 1;
    if (cents < 0 && SURE_PAYMENT.test(text)) signs.surelyPaid += 1;
    if (cents > 0 && INCOME.test(text)) signs.earned += 1;
  }
  return signs;
}

/** The question of a table in which nothing is below 0 and nothing says which way the money went. */
function directionQuestion(given: string | null): Question {
  return {
    id: 'direction',
    account: null,
    text: 'Nothing in this file is below 0. Which way did the money go?',
    choices: [
      { value: OUT, label: 'Out of this account' },
      { value: INTO, label: 'Into this account' },
    ],
    answer: given ?? INTO,
    isOpen: given === null,
  };
}

/**
 * The question whether amounts above 0 are what a card was charged, where most are above 0, some below, and neither
 * words nor balances say, or which way the money went where none is below 0 (product 11.10), or null if it is clear.
 */
export function cardQuestion(
  layout: Layout,
  entries: readonly TableLine[],
  { amount, balance, candidates }: MoneyColumns,
  mark: DecimalMark,
  options: ParseOptions,
): Question | null {
  const given = answerIn(options, 'card', ['charged', 'received']);
  if (amount === undefined || options.mapping?.negate !== undefined) return null;
  if (isNegated(layout, entries, { amount, balance }, mark)) return null;
  const { charged, paid, surelyPaid, earned, plus } = signsOf(entries, amount, mark);
  const areEarned = earned === charged;
  if (paid === 0 && plus === 0 && !areEarned && candidates.length === 0 && charged >= UNSIGNED_ENTRIES_MIN)
    return directionQuestion(answerIn(options, 'direction', [OUT, INTO]));
  if (balance !== undefined || paid === 0 || charged === 0 || earned > charged * EARNED_SHARE_MAX) return null;
  if (surelyPaid === 0 && (charged < CARD_ENTRIES_MIN || charged < paid * 2)) return null;
  return {
    id: 'card',
    account: null,
    text: 'Are the amounts above 0 what a card was charged?',
    choices: [
      { value: 'charged', label: 'Yes, this money was spent' },
      { value: 'received', label: 'No, this money came in' },
    ],
    answer: given ?? 'received',
    isOpen: given === null,
  };
}

/** Whether a header says that the file is a card's. */
export function isOfCard({ header }: Pick<Layout, 'header'>): boolean {
  return header.some((each) => CARD_HEADER.test(normalisedHeader(each)));
}

const CARD_HEADER = /^(card member|cardmember|appears on your statement as|karteninhaber|titulaire de la carte)$/;

/**
 * Whether amounts are what a card was charged, so that those above 0 were spent: most are, and those below 0 are
 * payments.
 */
export function isNegated(
  layout: Layout,
  entries: readonly TableLine[],
  roles: Pick<ColumnRoles, 'amount' | 'balance'>,
  mark: DecimalMark,
): boolean {
  const { amount } = roles;
  if (amount === undefined) return false;
  const column = layout.columns[amount];
  const isDebits = column !== undefined && (column.roles.get('debit') ?? 0) >= 30 && !column.roles.has('amount');
  if (isDebits) return column.negatives * 2 <= column.filled;
  if (!isOfCard(layout)) return isPaidCard(entries, roles, mark);
  const { charged, paid } = signsOf(entries, amount, mark);
  return charged >= paid;
}

/** Whether amounts are a card's by their words: most are above 0, and those below 0 are its payments. */
export function isPaidCard(
  entries: readonly TableLine[],
  { amount, balance }: Pick<ColumnRoles, 'amount' | 'balance'>,
  mark: DecimalMark,
): boolean {
  if (amount === undefined || balance !== undefined) return false;
  const { charged, paid, surelyPaid, earned } = signsOf(entries, amount, mark);
  return paid > 0 && charged > paid && surelyPaid >= paid * 0.8 && earned <= charged * EARNED_SHARE_MAX;
}
