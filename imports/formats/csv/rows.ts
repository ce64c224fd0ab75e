import { IMPORT_ROWS_MAX } from '#ledger/model/constants.ts';
import { type Cents, decimalOf, LARGEST_AMOUNT, negated } from '#ledger/model/money.ts';
import { isIban } from '../../bank-fields.ts';
import { categoryOfFile } from '../../category-of-file.ts';
import { oneLine } from '../../fields.ts';
import { type ParsedRow, UnreadableFile } from '../../parsed.ts';
import { accountIn, accountLabelKey } from './account-labels.ts';
import { currencyIn, type DecimalMark, looksLikeAmount, readAmount, shown } from './amounts.ts';
import { type ColumnRoles, signsOfPair } from './columns.ts';
import { type ColumnOfCurrency, isFilled, linesByCurrency } from './columns-of-currencies.ts';
import { type CsvDateOrder, dayReader, writtenDate } from './dates.ts';
import { directionOf, normalisedHeader } from './headers.ts';
import { isBlank, type Layout } from './layout.ts';
import { balanceNamed, LABEL_CHARS_MAX } from './stated-balances.ts';
import type { WhyNotBooked } from './states.ts';
import type { TableLine } from './syntax.ts';

/** The place of a line's currency: a column, beside the amount, or nowhere; `isNamed` where a header names it. */
export type CurrencySource = { column: number | null; isBesideAmount: boolean; isNamed: boolean };

/** The settings with which lines are read as rows. */
export type RowReading = {
  layout: Layout;
  roles: ColumnRoles;
  delimiter: string;
  mark: DecimalMark;
  order: CsvDateOrder;
  negate: boolean;
  debitWords: readonly string[] | null;
  /** The account of lines that don't name one. */
  account: string;
  currency: CurrencySource;
  whyNotBooked: WhyNotBooked;
  /** The name of the account's holder if it stands beside the names of others. */
  ownName: string | null;
  /** The columns of money in cents, and those whose signs are turned. */
  inCents: ReadonlySet<number>;
  negated: ReadonlySet<number>;
  /** Columns of amounts of which each is in another currency; else none. */
  inCurrencies: readonly ColumnOfCurrency[];
};

export type ReadRows = {
  rows: ParsedRow[];
  /** The currency that the line of each row names, or null if it names none. */
  currencyOfRows: (string | null)[];
  /** The running balance beside each row. */
  balances: (Cents | null)[];
  /** Balances that stand in lines of their own, such as `Opening balance`. */
  openings: (Cents | null)[];
  closings: (Cents | null)[];
  /** The index in the table of the last line that became a row; -1 where none did. */
  lastAt: number;
  /** The currency of each account, by key, or null if it is unknown. */
  currencies: Map<string, string | null>;
};

/** The length of a title beyond which further lines are left out; titles of entries have 40 characters. */
const TITLE_CHARS_MAX = 2_000;
/** Tells most lines from those that may have a balance, at little cost. */
const BALANCE_WORD =
  /sald|balan|sold|turnover|apyvarta|apgroz|k[äa]ive|kontostand|egyenleg|z[ůu]statek|zostatok|likutis|atlikums/i;
const TURNOVER = /^(turnover|apyvarta|apgrozijums|kaive)$/;
const TOTAL =
  /^(?:sub ?total|totals?|totaal|totale|totali|totaux|gesamt|summe|suma|summa|sum|celkem|osszesen|итого|всего|合計|合计)$/;
const SUMMARY = new RegExp(
  '^(total|totals|totaal|totale|totali|totaux|gesamt|summe|suma|summa|sum|subtotal|turnover|kaive|apyvarta|' +
    'apgrozijums|balance|saldo|saldi|solde|available balance|ledger balance|saldo al|saldo do|saldo em)\\b',
);

/**
 * Reads the lines of a table as rows (product 11.10). Throws UnreadableFile where there are more than IMPORT_ROWS_MAX.
 */
export function readRows(table: readonly TableLine[], until: number, reading: RowReading): ReadRows {
  const { layout, roles } = reading;
  const read: ReadRows = {
    rows: [],
    currencyOfRows: [],
    balances: [],
    openings: [],
    closings: [],
    lastAt: -1,
    currencies: new Map(),
  };
  const cellsToRow = rowReader(reading);
  let account = reading.account;
  let nextLine = (table.at(-1)?.line ?? 0) + 1;
  const width = layout.header.length || layout.columns.length;
  for (let index = layout.firstAt; index < table.length; index += 1) {
    const line = table[index] as TableLine;
    if (line.line > until) break;
    if (isBlank(line)) continue;
    if (isHeader(line, layout.header)) {
      // The lines between two tables name the account of the second.
      account = accountIn(table.slice(read.lastAt + 1, index)) || account;
      continue;
    }
    const cells = line.cells.length > width ? mended(line.cells, width, reading) : line.cells;
    const last = read.rows.at(-1);
    if (last && isContinuation(cells, roles)) {
      read.lastAt = index;
      goOn(last, oneLine(cells[roles.title ?? 0] ?? ''), roles);
      continue;
    }
    const lineText = (line.written ?? line.cells).join('\u001f');
    const byCurrency = linesByCurrency(cells, reading.inCurrencies);
    for (const own of byCurrency) {
      // A row is known by its line, so that the second row of an exchange has a number below the table.
      const number = own === byCurrency[0] ? line.line : nextLine++;
      const { row, balance, currency } = cellsToRow(number, own, account);
      if (canBeBalance(row) && BALANCE_WORD.test(lineText) && isBalanceLine(own, row, reading, read)) continue;
      if (isNoEntry(own, row, roles, width)) continue;
      if (read.rows.length >= IMPORT_ROWS_MAX) {
        throw new UnreadableFile(`This file has more than ${IMPORT_ROWS_MAX.toLocaleString('en-US')} rows.`);
      }
      row.raw = byCurrency.length === 1 ? lineText : `${lineText}\u001f${currency}`;
      read.rows.push(row);
      read.currencyOfRows.push(currency);
      read.balances.push(balance);
      read.lastAt = index;
    }
  }
  return read;
}

/** Adds a further line to the title of a row. */
function goOn(row: ParsedRow, more: string, { isNamedByParty }: ColumnRoles): void {
  const text = row.text ?? row.title;
  if (text.length >= TITLE_CHARS_MAX) return;
  const whole = `${text} ${more}`.trim();
  if (isNamedByParty && isName(row.counterparty)) row.text = whole;
  else row.title = whole;
}

/** The header again, as where exports were joined. */
function isHeader({ cells }: TableLine, header: readonly string[]): boolean {
  return cells.length === header.length && cells.every((cell, index) => cell.trim() === header[index]);
}

/**
 * A line with more cells than columns, whose text has delimiters that aren't quoted: the text is put together again.
 */
function mended(cells: readonly string[], width: number, { roles, mark, delimiter }: RowReading): readonly string[] {
  const extra = cells.length - width;
  const { title, amount } = roles;
  if (cells.slice(width).every((cell) => cell.trim() === '') || title === undefined || amount === undefined)
    return cells;
  if (amount < title || typeof readAmount((cells[amount] ?? '').trim(), mark) === 'number') return cells;
  const text = cells.slice(title, title + extra + 1).join(delimiter);
  const put = [...cells.slice(0, title), text, ...cells.slice(title + extra + 1)];
  return typeof readAmount((put[amount] ?? '').trim(), mark) === 'number' ? put : cells;
}

/** A line that only goes on with the text of the line before, and is no label of a total. */
function isContinuation(cells: readonly string[], { date, title }: ColumnRoles): boolean {
  if (title === undefined || date >= title || (cells[title] ?? '').trim() === '') return false;
  if (TOTAL.test(normalisedHeader(cells[title] ?? ''))) return false;
  return cells.every((cell, column) => column === title || cell.trim() === '');
}

/** Words of an entry's own text are no label: an entry has a name or an id beside it. */
function canBeBalance({ invalid, bankId, counterparty }: ParsedRow): boolean {
  return invalid !== null || (bankId === null && counterparty === null);
}

/** A line with the balance before or after the entries is kept as such. */
function isBalanceLine(cells: readonly string[], row: ParsedRow, { mark, roles }: RowReading, read: ReadRows): boolean {
  const texts = cells.filter((cell) => cell.length <= LABEL_CHARS_MAX && /\p{L}{4}/u.test(cell)).map(normalisedHeader);
  if (texts.some((text) => TURNOVER.test(text))) return true;
  const named = new Set(texts.map(balanceNamed));
  const isOpening = named.has('opening');
  if (!isOpening && !named.has('closing')) return false;
  const amounts = cells.filter(
    (cell, column) =>
      column !== roles.date && column !== roles.account && column !== roles.id && looksLikeAmount(cell.trim()),
  );
  const cents = row.amount ?? readAmount((amounts.at(-1) ?? '').trim(), mark);
  const balance = typeof cents === 'number' ? cents : null;
  if (isOpening) read.openings.push(balance);
  else read.closings.push(balance);
  return true;
}

/** A line without a date and an amount is no entry, such as a title or a total between or below entries. */
function isNoEntry(
  cells: readonly string[],
  row: ParsedRow,
  { date, otherDates }: ColumnRoles,
  width: number,
): boolean {
  if (row.date !== null) return row.amount !== null ? false : cells.length < Math.min(3, width);
  if ([date, ...otherDates].some((column) => writtenDate(cells[column] ?? '') !== null)) return false;
  if (row.amount === null)
    return !/\d/.test(cells[date] ?? '') || cells.filter((cell) => cell.trim() !== '').length * 2 <= width;
  const texts = cells
    .filter((cell) => /\p{L}/u.test(cell))
    .map((cell) => normalisedHeader(cell.slice(0, LABEL_CHARS_MAX)));
  return texts.length === 0 || texts.some((text) => SUMMARY.test(text));
}

type OneRow = { row: ParsedRow; balance: Cents | null; currency: string | null };

type RowReader = (line: number, cells: readonly string[], account: string) => OneRow;

function rowReader(reading: RowReading): RowReader {
  const { roles, mark, order, layout } = reading;
  const toDay = dayReader(order);
  const isDebit = debitTest(reading);
  const signs = signsOfPair(layout, roles);
  const nameOf = (column: number) => layout.header[column] || `Column ${column + 1}`;
  const cellAt = (cells: readonly string[], column: number | null | undefined) =>
    column === null || column === undefined ? '' : (cells[column] ?? '');

  const amountIn = (cell: string, column: number): Cents | string => {
    const { inCents, negated: turned } = reading;
    const cents = readAmount(cell, mark);
    if (typeof cents === 'string') return cents;
    if (inCents.has(column) && cents % 100 !== 0) return `'${shown(cell)}' is no whole number of cents`;
    const amount = inCents.has(column) ? ((cents / 100) as Cents) : cents;
    return turned.has(column) ? negated(amount) : amount;
  };
  const optionalIn = (cells: readonly string[], column: number): Cents | string | null => {
    const cell = cellAt(cells, column).trim();
    return isNothing(cell) ? null : amountIn(cell, column);
  };
  const single = (cells: readonly string[], column: number): Cents | string => {
    const cell = cellAt(cells, column).trim();
    if (cell === '') return 'There is no amount';
    const cents = amountIn(cell, column);
    if (typeof cents === 'string') return cents;
    if (roles.sign === undefined) return reading.negate ? negated(cents) : cents;
    const word = cellAt(cells, roles.sign);
    const isKnown = reading.debitWords !== null || directionOf(word) !== null;
    const amount = isKnown ? (Math.abs(cents) as Cents) : cents;
    return isDebit(word) !== reading.negate ? negated(amount) : amount;
  };
  const double = (
    cells: readonly string[],
    debit: number,
    credit: number,
  ): { cents: Cents | string; column: number } => {
    const spent = optionalIn(cells, debit);
    if (typeof spent === 'string') return { cents: spent, column: debit };
    const received = optionalIn(cells, credit);
    if (typeof received === 'string') return { cents: received, column: credit };
    if (spent === null && received === null) return { cents: 'There is no amount', column: debit };
    const sum = signs.received * (received ?? 0) + signs.spent * (spent ?? 0);
    if (Math.abs(sum) > LARGEST_AMOUNT) return { cents: 'The amounts are too large together', column: debit };
    return { cents: (reading.negate ? 0 - sum : sum + 0) as Cents, column: debit };
  };

  return (line, cells, account) => {
    let invalid: ParsedRow['invalid'] = null;
    const dateCell = cellAt(cells, roles.date).trim();
    let date = dateCell === '' ? null : toDay(dateCell);
    // A bank leaves the day of booking open, or writes a word, while an entry is pending.
    if (date === null && !/\d/.test(dateCell)) {
      for (const otherDate of roles.otherDates) date ??= toDay(cellAt(cells, otherDate).trim());
    }
    if (date === null) {
      const reason = dateCell === '' ? 'There is no date' : whyNoDay(dateCell);
      invalid = { column: nameOf(roles.date), reason };
    }
    const inCurrency = reading.inCurrencies.find(({ column }) => isFilled(cellAt(cells, column)));
    let column = inCurrency?.column ?? roles.amount ?? roles.debit ?? 0;
    let cents: Cents | string;
    if (roles.amount !== undefined) cents = single(cells, column);
    else ({ cents, column } = double(cells, roles.debit ?? 0, roles.credit ?? 0));
    if (typeof cents === 'string') invalid ??= { column: nameOf(column), reason: cents };
    const fee = Math.abs(feeIn(cellAt(cells, roles.fee), mark));
    const amount = typeof cents === 'number' ? ((cents - fee) as Cents) : null;
    const counterparty = partyOf(cells, roles, amount, reading.ownName);
    const text = textOf(cells, roles, counterparty);
    const isNamed = roles.isNamedByParty && isName(counterparty);
    const currency = inCurrency
      ? inCurrency.currency
      : reading.currency.isBesideAmount
        ? currencyIn(cellAt(cells, roles.amount).trim())
        : cellAt(cells, reading.currency.column).trim().toUpperCase() || null;
    const balance = roles.balance === undefined ? null : optionalIn(cells, roles.balance);
    const row: ParsedRow = {
      line,
      account: accountOf(cellAt(cells, roles.account), account),
      date,
      amount,
      title: isNamed ? counterparty : text,
      text: isNamed && text !== counterparty ? text : null,
      counterparty,
      bankId: idOf(cellAt(cells, roles.id)),
      category: categoryOfFile([cellAt(cells, roles.category), cellAt(cells, roles.subcategory)]),
      parts: null,
      raw: null,
      otherHalf: null,
      entryId: null,
      ...noteAndTags(cells, roles, fee as Cents),
      notBooked: reading.whyNotBooked(cells),
      invalid,
    };
    return { row, balance: typeof balance === 'number' ? balance : null, currency };
  };
}

/** The note of a row, with its fee, and its tags, as far as it has them. */
function noteAndTags(
  cells: readonly string[],
  { note, tags }: ColumnRoles,
  fee: Cents,
): Pick<ParsedRow, 'note' | 'tags'> {
  const noteText = note === null ? '' : clean(cells[note] ?? '');
  const charged = fee > 0 ? `With a fee of ${decimalOf(fee)}` : '';
  const words = tags === null ? [] : clean(cells[tags] ?? '').split(TAGS_APART);
  const named = words.map((word) => word.replace(/^#/, '')).filter((word) => word !== '');
  return {
    ...((noteText !== '' || charged !== '') && { note: [noteText, charged].filter((text) => text !== '').join('\n') }),
    ...(named.length > 0 && { tags: named }),
  };
}

/** Between the tags of a cell. */
const TAGS_APART = /[\s,;|]+/;

function whyNoDay(cell: string): string {
  return writtenDate(cell) === null ? `'${shown(cell)}' is no date` : `'${shown(cell)}' is no day of the calendar`;
}

/** The fee of a line, in cents; 0 where it has none that can be read. */
function feeIn(cell: string, mark: DecimalMark): number {
  const cents = isNothing(cell.trim()) ? 0 : readAmount(cell.trim(), mark);
  return typeof cents === 'number' ? cents : 0;
}

function isNothing(cell: string): boolean {
  return cell === '' || cell === '-' || cell === '--';
}

/** Tells whether a cell of the column of directions means a debit: by the chosen words, else by the usual ones. */
function debitTest({ debitWords }: RowReading): (cell: string) => boolean {
  if (debitWords === null) return (cell) => directionOf(cell) === 'debit';
  const words = new Set(debitWords.map((word) => word.trim().toLowerCase()));
  return (cell) => words.has(cell.trim().toLowerCase());
}

function accountOf(cell: string, account: string): string {
  const text = clean(cell);
  return text === '' ? account : accountLabelKey(text);
}

function partyOf(
  cells: readonly string[],
  { counterparty, payer }: ColumnRoles,
  amount: Cents | null,
  ownName: string | null,
): string | null {
  if (counterparty === undefined) return null;
  const payee = clean(cells[counterparty] ?? '');
  const paid = payer === null ? '' : clean(cells[payer] ?? '');
  if (ownName !== null && payee !== paid) {
    if (payee === ownName && paid !== '') return paid;
    if (paid === ownName && payee !== '') return payee;
  }
  return (amount !== null && amount > 0 ? paid || payee : payee || paid) || null;
}

/**
 * The name of the account's holder, where columns of payers and of payees are told apart: it stands in one of the two
 * on each line, beside others, or null if there is none such.
 */
export function ownNameIn(entries: readonly TableLine[], { counterparty, payer }: ColumnRoles): string | null {
  if (counterparty === undefined || payer === null || entries.length < 2) return null;
  const pairs = entries.map(({ cells }) => [clean(cells[counterparty] ?? ''), clean(cells[payer] ?? '')] as const);
  const isOwn = (name: string) => name !== '' && pairs.every((pair) => pair.includes(name));
  const names = pairs[0]?.filter(isOwn) ?? [];
  return names.length === 1 ? (names[0] ?? null) : null;
}

/** Whether a counterparty is a name, and no number of an account. */
function isName(counterparty: string | null): counterparty is string {
  return counterparty !== null && /\p{L}{2}/u.test(counterparty) && !isIban(accountLabelKey(counterparty));
}

/** The text of an entry: its title, else its counterparty, else its category in the file, else another text. */
function textOf(
  cells: readonly string[],
  { title, moreTitles, otherTexts, category, subcategory }: ColumnRoles,
  counterparty: string | null,
): string {
  let text = title === undefined ? '' : clean(cells[title] ?? '');
  for (const column of moreTitles) text = `${text} ${clean(cells[column] ?? '')}`.trim();
  if (text !== '') return text;
  if (counterparty !== null) return counterparty;
  const filed = [subcategory, category].flatMap((column) => column ?? []);
  const texts = [...filed, ...otherTexts].map((column) => clean(cells[column] ?? '')).filter((cell) => cell !== '');
  return texts.find((cell) => /\p{L}{3}/u.test(cell) && !isIban(accountLabelKey(cell))) ?? texts[0] ?? '';
}

/** Ids that say nothing. */
const NO_ID = /^(?:[-0./ ]*|nonref|notprovided|not provided|none|null|n\/?a|nan)$/i;

function idOf(cell: string): string | null {
  const id = clean(cell);
  return NO_ID.test(id) ? null : id;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches control characters on purpose.
const UNCLEAN = /[\u0000-\u001f\u007f-\u00a0\u2028\u2029\ud800-\udfff\ufeff]| {2}|^ | $/;

/**
 * A text in one line. A cell that a bank wrote as a formula, so that a spreadsheet leaves it alone (`="0012"`), is its
 * text.
 */
export function clean(cell: string): string {
  const text = UNCLEAN.test(cell) ? oneLine(cell) : cell;
  return text.startsWith('="') && text.endsWith('"') ? text.slice(2, -1) : text;
}
