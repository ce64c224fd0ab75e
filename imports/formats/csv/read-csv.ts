import { createHash } from 'node:crypto';
import type { Cents } from '#ledger/model/money.ts';
import { decodeAs, decodeText } from '../../decode.ts';
import { accountName } from '../../fields.ts';
import type { Reader } from '../../parsed.ts';
import {
  type Mapping,
  type ParsedAccount,
  type ParsedFile,
  type ParseOptions,
  type Sample,
  UnreadableFile,
} from '../../parsed.ts';
import { kindOfTable } from './account-kinds.ts';
import { accountIn } from './account-labels.ts';
import { currencyIn, DOLLAR } from './amounts.ts';
import { billedColumns } from './billed-amounts.ts';
import { cardWords } from './card-words.ts';
import { type ColumnRoles, dateColumns, type MoneyColumns, moneyColumns, otherColumns, signColumn } from './columns.ts';
import { columnsOfCurrencies } from './columns-of-currencies.ts';
import { currencySource, splitByCurrency } from './currencies.ts';
import { withWholeAmounts } from './cut-decimals.ts';
import { dayReader } from './dates.ts';
import { decidedByTotals, type ReadTable } from './decided-by-totals.ts';
import { askedDirection } from './directions.ts';
import { askedFee, feeApart } from './fees.ts';
import { withGluedLetters } from './glued-letters.ts';
import { currencyOfHeader, directionOf } from './headers.ts';
import { type CsvColumn, holdsAmounts, isEntry, kindOf, type Layout, LOOKED_LINES, layoutOf } from './layout.ts';
import {
  amountQuestion,
  cardQuestion,
  dayOrder,
  decimalMark,
  encodingQuestion,
  isNegated,
  isOfCard,
  isPaidCard,
  OUT,
} from './questions.ts';
import { isChained, provenReading } from './readings.ts';
import { refuseOtherFiles } from './refuse.ts';
import { ownNameIn, type ReadRows, readRows } from './rows.ts';
import { withSerialDays } from './serial-days.ts';
import { withSignsOfBalances } from './signs-by-balance.ts';
import { type StatedBalances, statedBalances } from './stated-balances.ts';
import { balancedAccounts, balanceRemarks, statementsOf } from './statements.ts';
import { statesOf } from './states.ts';
import { csvLines, declaredDelimiter, syntaxOf, type TableLine, tableOf, unwrapped } from './syntax.ts';
import { twinOf } from './twin-balances.ts';
import { unitOfTable } from './units.ts';
import { withYears } from './years.ts';

const SAMPLE_LINES = 5;
/** The score of a header that is known as a whole. */
const BOOKED_SCORE_MIN = 85;
/** The number of lines that can stand below an export without entries. */
const FOOTER_LINES_MAX = 3;
const SAMPLE_CHARS_MAX = 200;
/** The number of entries whose running balances are checked to find the columns of amounts. */
const PROOF_ENTRIES = 400;

/**
 * Reads a CSV file in any dialect (product 11.10): finds out its encoding, delimiter, header, columns and notations,
 * and asks where it can be read in several ways. `options.mapping` goes before what is found, field by field. It is
 * tried after all other formats and so never gives null: throws UnreadableFile where the file is no table with dates
 * and amounts.
 */
export const readCsv: Reader = (bytes, options) =>
  decidedByTotals((answers) => readTable(bytes, { ...options, answers }), options.answers);

function readTable(bytes: Uint8Array, options: ParseOptions): ReadTable {
  const chosenEncoding = options.answers.encoding;
  const given = options.mapping;
  const { text, encoding, likely } = given?.encoding
    ? decodedAs(bytes, given.encoding)
    : decodeText(bytes, null, typeof chosenEncoding === 'string' ? chosenEncoding : null);
  refuseOtherFiles(bytes, text);
  const { table: split, lineCount, syntax } = tableIn(text, given);
  const years = withYears(split, options);
  const dated = years?.table ?? withSerialDays(split) ?? split;
  const plainTable = withoutThousands(withGluedLetters(dated), given);
  const first = within(plainTable, lineCount, given);
  const whole = (syntax.delimiter === ',' ? withWholeAmounts(plainTable, first.layout) : null) ?? plainTable;
  const signed = withSigns(
    whole,
    whole === plainTable ? first : within(whole, lineCount, given),
    syntax.delimiter,
    options,
  );
  const table = signed?.table ?? whole;
  const { layout, until } = table === plainTable ? first : within(table, lineCount, given);
  refuseOtherMapping(given, layout);
  const dates = dateColumns(layout);
  const date = given?.columns.date ?? dates[0];
  if (date === undefined) throw new UnreadableFile('Daybook found no table with dates and amounts in this file.');
  const entries = entriesOf(table, layout, until);
  const mark = decimalMark(layout, entries, syntax.delimiter, options);
  const looked = entries.slice(0, PROOF_ENTRIES).filter(isEntry);
  const single = moneyColumns(layout, looked, mark.mark);
  const twin = twinOf(layout, looked, single, mark.mark);
  const detected = twin === null ? single : { ...single, candidates: [single.amount ?? 0, twin.amount] };
  const inCurrencies = columnsOfCurrencies(layout, entries);
  const [firstOfCurrency] = inCurrencies;
  const isOpenToReadings = given?.columns.amount === undefined && given?.columns.debit === undefined;
  const { currency: purchased } = otherColumns(layout, { ...single, date });
  const billed = isOpenToReadings ? billedColumns(layout, looked, single, purchased?.index, mark.mark) : null;
  const isInCurrencies = given?.columns.debit === undefined && isOneOf(given?.columns.amount, firstOfCurrency?.column);
  const amountAlone = isInCurrencies ? firstOfCurrency?.column : billed?.amount;
  const chosen =
    amountAlone !== undefined ? { amount: amountAlone, candidates: [] } : chosenMoney(detected, twin, given, options);
  if (chosen.amount === undefined && chosen.debit === undefined) {
    throw new UnreadableFile('Daybook found no column with amounts in this file.');
  }
  const order = dayOrder(
    layout,
    entries,
    [date, ...dates.filter((column) => column !== date)],
    syntax.delimiter,
    mark.mark,
    options,
  );
  const byWords = signColumn(layout, chosen.amount);
  const direction = askedDirection(layout, entries, chosen, byWords, mark.mark, options);
  const sign = given?.columns.sign ?? (direction ? direction.sign : byWords);
  const debitWords = given?.debitWords ?? direction?.debitWords ?? null;
  const isTurned = given?.negate ?? (sign === undefined && isNegated(layout, entries, chosen, mark.mark));
  const found = {
    money: chosen,
    fee: isOpenToReadings && given?.columns.fee !== null ? feeApart(layout, chosen) : (given?.columns.fee ?? undefined),
    negate: isTurned,
  };
  const { account, currency: code } = otherColumns(layout, { ...chosen, date, sign });
  const apart = { account: account?.index ?? null, currency: code?.index ?? null };
  const proof = { layout, mark: mark.mark, sign, debitWords, ...apart };
  const readingFor = (lines: readonly TableLine[]) =>
    isOpenToReadings ? provenReading({ ...proof, entries: lines.slice(0, PROOF_ENTRIES) }, found) : null;
  const bookedOn = isBookedDay(layout, date) ? date : undefined;
  const columns = { bookedOn, balance: chosen.balance, account: account?.index };
  const states = statesOf(layout, entries, columns, options, (lines) =>
    isChained({ ...proof, entries: lines }, readingFor(lines) ?? found),
  );
  const { whyNotBooked } = states;
  const booked = entries.filter(({ cells }) => whyNotBooked(cells) === null);
  const proven = readingFor(booked);
  const card =
    proven === null && sign === undefined && direction === null
      ? cardQuestion(layout, booked, chosen, mark.mark, options)
      : null;
  const isCharged = card?.answer === 'charged' || card?.answer === OUT;
  const isFeeOpen = isOpenToReadings && found.fee === undefined && chosen.candidates.length === 0;
  const isChainedBy = (fee: number) =>
    proven === null ? chosen.balance === undefined : isChained({ ...proof, entries: booked }, { ...proven, fee });
  const feeAsked = isFeeOpen && !proven?.fee ? askedFee(layout, booked, chosen, isChainedBy, mark.mark, options) : null;
  const reading = proven ?? { ...found, negate: found.negate || isCharged };
  const { money, negate } = reading;
  const fee = reading.fee ?? feeAsked?.fee;
  const negated = given?.negated ?? (money.areDebitsTurned && money.debit !== undefined ? [money.debit] : []);
  const named = rolesIn(layout, money, { date, dates, sign }, given);
  const roles = { ...named, fee, status: states.column, currency: billed ? billed.currency : named.currency };
  const currency = currencySource(layout, entries, roles);
  const before = table.slice(0, layout.headerAt ?? layout.firstAt);
  const unit = unitOfTable(layout, entries, money, options);
  const read = readRows(table, until, {
    layout,
    roles,
    delimiter: syntax.delimiter,
    mark: mark.mark,
    order: order.order,
    negate,
    debitWords,
    account: roles.account === null ? accountIn(before) : '',
    currency,
    whyNotBooked,
    ownName: ownNameIn(entries, roles),
    inCents: unit.inCents,
    negated: new Set(negated),
    inCurrencies: isInCurrencies ? inCurrencies : [],
  });
  const currencyQuestion = splitByCurrency(read, layout, roles, currency, options, isInCurrencies);
  if (isNoTable(read, table, layout)) {
    throw new UnreadableFile('Daybook found no table with dates and amounts in this file.');
  }
  const nextLine = table[read.lastAt + 1]?.line ?? lineCount + 1;
  const mapping: Mapping = {
    delimiter: syntax.delimiter,
    decimalMark: mark.mark,
    skipLines: given?.skipLines ?? (table[layout.headerAt ?? layout.firstAt]?.line ?? 1) - 1,
    skipLastLines: given?.skipLastLines ?? (read.lastAt < 0 ? 0 : Math.max(0, lineCount + 1 - nextLine)),
    dateOrder: order.order,
    columns: mappedColumns(roles),
    negate,
    ...(negated.length > 0 && { negated }),
    ...debitWordsOf(entries, roles, debitWords),
    ...(states.column !== null && states.words.length > 0 && { notBookedWords: states.words }),
    encoding,
    ...(years && { year: years.year }),
    unit: unit.inCents.size > 0 ? 'cents' : 'whole',
    ...(given?.thousandsMark && { thousandsMark: given.thousandsMark }),
    headerLine: layout.headerAt === null ? 0 : (table[layout.headerAt]?.line ?? 0),
    ...becauseOf(proven?.because ?? null, signed !== null),
  };
  const stated =
    statedIn(read) ?? statedBalances(before, newestDay(read), { mark: mark.mark, dayOf: dayReader(order.order) });
  // A balance above 0 of a card is owed.
  const isOfOwed = negate && card?.answer !== OUT;
  if (read.openings.length + read.closings.length === 0 && !isOfOwed && stated.closing !== null) {
    read.openings.push(stated.opening);
    read.closings.push(stated.closing);
  }
  const balanced = balancedAccounts(read);
  const amountAsked = amountQuestion(layout, entries, detected.candidates, money, options);
  const file: ParsedFile = {
    format: 'csv',
    dialect: {
      encoding,
      delimiter: syntax.delimiter,
      quote: syntax.quote,
      decimalMark: mark.mark,
      dateOrder: order.order,
      header: layout.headerAt !== null,
    },
    mapping,
    samples: samplesOf(layout, entries),
    kindOfFile: `csv:${createHash('sha256').update(kindOf(layout)).digest('hex').slice(0, 24)}`,
    questions: [
      order.question,
      mark.question,
      amountAsked ?? feeAsked?.question ?? null,
      direction?.question ?? signed?.question ?? null,
      card,
      currencyQuestion,
      unit.question,
      states.question,
      years?.question ?? null,
      encodingQuestion(likely, encoding),
    ].filter((asked) => asked !== null),
    accounts: accountsOf(read, layout, roles, entries, {
      fileName: options.fileName,
      isCard:
        card?.answer === 'charged' ||
        isOfCard(layout) ||
        isPaidCard(booked, money, mark.mark) ||
        (roles.balance === undefined && cardWords(layout, booked) !== null),
      kind: kindOfTable(layout, booked, { before, fileName: options.fileName, balance: roles.balance }),
      currencyBefore: billed?.code ?? currencyBefore(before),
    }),
    rows: read.rows,
    remarks: balanceRemarks(balanced),
    statements: statementsOf(read, balanced),
    books: null,
  };
  return { file, stated };
}

/** The text in the encoding that a mapping names. Throws UnreadableFile where there is no such encoding. */
function decodedAs(bytes: Uint8Array, encoding: string) {
  const decoded = decodeAs(bytes, encoding);
  if (decoded) return decoded;
  throw new UnreadableFile(`The mapping names an encoding that Daybook does not know: '${encoding.slice(0, 40)}'.`);
}

/** The table with the signs that its balances prove, where its amounts have none. */
function withSigns(
  table: readonly TableLine[],
  { layout, until }: { layout: Layout; until: number },
  delimiter: string,
  options: ParseOptions,
) {
  if (layout.columns.every((column) => !holdsAmounts(column) || column.negatives > 0)) return null;
  const entries = entriesOf(table, layout, until);
  const { mark } = decimalMark(layout, entries.slice(0, LOOKED_LINES), delimiter, options);
  return withSignsOfBalances(table, layout, entries, mark, options);
}

function becauseOf(proven: string | null, areSigned: boolean): Pick<Mapping, 'because'> {
  const because = proven ?? (areSigned ? 'The balance of each row says whether its amount was spent' : null);
  return because === null ? {} : { because };
}

/** Whether a mapping leaves the amount open or names the first of several columns; false where there are none. */
function isOneOf(given: number | undefined, first: number | undefined): boolean {
  return first !== undefined && (given ?? first) === first;
}

/** The balances in lines of their own among the entries, or null if there are none. */
function statedIn({ openings, closings }: ReadRows): StatedBalances | null {
  if (openings.length + closings.length === 0) return null;
  const single = (amounts: readonly (Cents | null)[]) => (amounts.length === 1 ? (amounts[0] ?? null) : null);
  return { opening: single(openings), closing: single(closings) };
}

/** Refuses a mapping that names columns which the file lacks. */
function refuseOtherMapping(given: Mapping | null, { columns }: Layout): void {
  const mappedColumns = [...Object.values(given?.columns ?? {}), ...(given?.negated ?? [])];
  const last = Math.max(...mappedColumns.flatMap((column) => column ?? []), -1);
  if (last < columns.length) return;
  throw new UnreadableFile(
    `The mapping is of another file: it names column ${last + 1}, and this file has ${columns.length} columns.`,
  );
}

/** The newest day of the booked rows, as an ISO date; the empty string for none. */
function newestDay({ rows }: ReadRows): string {
  return rows.reduce(
    (newest, { date, notBooked }) => (date !== null && !notBooked && date > newest ? date : newest),
    '',
  );
}

/** Whether a column of days has the days of booking by its header, beside another. */
function isBookedDay({ columns }: Layout, column: number): boolean {
  return (columns[column]?.roles.get('booked') ?? 0) >= BOOKED_SCORE_MIN;
}

/** Words that happen to be headers don't make a table: below them there is nothing, or at least a part are entries. */
function isNoTable({ rows }: ReadRows, table: readonly TableLine[], { headerAt, firstAt }: Layout): boolean {
  if (rows.length === 0) {
    const below = table.slice(firstAt).filter(({ cells }) => cells.filter((cell) => cell.trim() !== '').length > 1);
    return headerAt === null || below.length > FOOTER_LINES_MAX;
  }
  const half = rows.filter(({ date, amount }) => date !== null || amount !== null).length;
  const whole = rows.filter(({ invalid }) => invalid === null).length;
  return half === 0 || (rows.length > 10 && whole < rows.length * 0.2);
}

function tableIn(text: string, given: Mapping | null) {
  const lines = csvLines(text);
  if (lines.at(-1) === '') lines.pop();
  const bare = unwrapped(lines);
  const delimiter = given?.delimiter ?? declaredDelimiter(lines[0]);
  const plain = syntaxOf(lines, delimiter);
  const inner = bare && syntaxOf(bare, delimiter);
  const entriesBy = (some: readonly string[], syntax: typeof plain) =>
    tableOf(some.slice(0, 200), syntax).filter(isEntry).length;
  const isWrapped = bare !== null && inner !== null && entriesBy(bare, inner) > entriesBy(lines, plain);
  const used = isWrapped ? bare : lines;
  const syntax = isWrapped ? inner : plain;
  return { table: tableOf(used, syntax), lineCount: lines.length, syntax };
}

/** The layout below the lines that are skipped at the start, and the last line that isn't skipped at the end. */
function within(table: readonly TableLine[], lineCount: number, given: Mapping | null) {
  const until = lineCount - (given?.skipLastLines ?? 0);
  const skipped = given?.skipLines ?? 0;
  const isGiven = given?.skipLines !== undefined;
  const header = givenHeader(table, given);
  const whole = layoutOf(table, 0, isGiven && skipped === 0, header);
  const from = table.findIndex(({ line }) => line > skipped);
  if (from <= 0 || whole.headerAt === from) return { layout: whole, until };
  const isBelowHeader = whole.headerAt !== null && whole.headerAt < from;
  return {
    layout: isBelowHeader
      ? { ...whole, firstAt: Math.max(whole.firstAt, from) }
      : layoutOf(table, from, isGiven, header),
    until,
  };
}

/** A table without the mark of thousands that a mapping names, in its columns of money. */
function withoutThousands(table: readonly TableLine[], given: Mapping | null): readonly TableLine[] {
  const mark = given?.thousandsMark;
  if (!mark) return table;
  const { amount, debit, credit, balance, fee } = given.columns;
  const money = new Set([amount, debit, credit, balance, fee]);
  return table.map((line) => ({
    line: line.line,
    cells: line.cells.map((cell, index) => (money.has(index) ? cell.replaceAll(mark, '') : cell)),
    written: line.written ?? line.cells,
  }));
}

/** The index of the header that a mapping names; null for none, undefined where it names none that is there. */
function givenHeader(table: readonly TableLine[], given: Mapping | null): number | null | undefined {
  if (given?.headerLine === undefined) return undefined;
  if (given.headerLine === 0) return null;
  const at = table.findIndex(({ line }) => line === given.headerLine);
  return at < 0 ? undefined : at;
}

function entriesOf(table: readonly TableLine[], { firstAt, columns }: Layout, until: number): TableLine[] {
  return table.slice(firstAt).filter((line) => line.line <= until && line.cells.length * 2 > columns.length);
}

function chosenMoney(
  detected: MoneyColumns,
  twin: { amount: number; balance: number } | null,
  given: Mapping | null,
  { answers }: ParseOptions,
): MoneyColumns {
  const columns = given?.columns;
  const answer = Number(typeof answers['amount-column'] === 'string' ? answers['amount-column'] : Number.NaN);
  const isAnswered = detected.candidates.includes(answer);
  const { candidates } = detected;
  let money: MoneyColumns = detected;
  if (columns?.amount !== undefined)
    money = { amount: columns.amount, candidates, ...balanceOf(detected, columns.amount) };
  else if (columns?.debit !== undefined && columns.credit !== undefined) {
    money = {
      debit: columns.debit,
      credit: columns.credit,
      candidates,
      ...balanceOf(detected, columns.debit, columns.credit),
    };
  } else if (isAnswered && twin) {
    money = { ...detected, ...(answer === twin.amount && twin) };
  } else if (isAnswered) {
    const balance = candidates.find((column) => column !== answer);
    money = {
      amount: answer,
      candidates,
      ...(balance !== undefined && candidates.length === 2 ? { balance: balance } : {}),
    };
  }
  return columns?.balance === undefined ? money : { ...money, balance: columns.balance };
}

function balanceOf({ balance }: MoneyColumns, ...taken: number[]): { balance?: number } {
  return balance === undefined || taken.includes(balance) ? {} : { balance };
}

function rolesIn(
  layout: Layout,
  money: MoneyColumns,
  { date, dates, sign }: { date: number; dates: readonly number[]; sign: number | undefined },
  given: Mapping | null,
): Omit<ColumnRoles, 'fee' | 'status'> {
  const { candidates: _, areDebitsTurned: _turned, ...columns } = money;
  const { account, currency, category, subcategory, note = null, tags = null, status } = given?.columns ?? {};
  const others = [account, currency, category, subcategory, note, tags, status];
  const remaining = otherColumns(layout, { ...money, date, sign }, others);
  const titles = remaining.titles.map(({ index }) => index);
  const title = given?.columns.title ?? titles[0];
  const counterparty = given?.columns.counterparty ?? remaining.party?.index;
  const id = given?.columns.id ?? remaining.id?.index;
  // A title that was chosen without a counterparty is the title; a name that never changes is the account holder's.
  const isTitleGiven = given?.columns.title !== undefined && given.columns.counterparty === undefined;
  const varies = (column: CsvColumn | undefined) => column !== undefined && (column.distinct > 1 || layout.looked < 4);
  const isText = (index: number) => index !== title && index !== counterparty && index !== id;
  return {
    date,
    ...columns,
    title,
    id,
    counterparty,
    sign,
    otherDates: dates.filter((column) => column !== date),
    isNamedByParty: !isTitleGiven && varies(layout.columns[counterparty ?? -1]),
    moreTitles: title === titles[0] ? titles.slice(1) : [],
    otherTexts: remaining.rest
      .filter(({ index, amounts, filled }) => isText(index) && amounts < filled)
      .map(({ index }) => index),
    payer: counterparty === remaining.party?.index ? (remaining.payer?.index ?? null) : null,
    currency: currency === undefined ? (remaining.currency?.index ?? null) : currency,
    account: account === undefined ? (remaining.account?.index ?? null) : account,
    category: category === undefined ? (remaining.category?.index ?? null) : category,
    subcategory:
      subcategory === undefined && category === undefined
        ? (remaining.subcategory?.index ?? null)
        : (subcategory ?? null),
    note,
    tags,
  };
}

function mappedColumns(roles: ColumnRoles): Mapping['columns'] {
  const { date, amount, debit, credit, title, balance, id, counterparty, sign, fee } = roles;
  const { account, currency, category, subcategory, note, tags, status } = roles;
  const texts = { title, counterparty, id, account, currency, category, subcategory, note, tags, status };
  const optional = Object.entries({ amount, debit, credit, balance, sign, fee, ...texts });
  return { date, ...Object.fromEntries(optional.filter(([, column]) => column !== undefined && column !== null)) };
}

function debitWordsOf(
  entries: readonly TableLine[],
  { sign }: ColumnRoles,
  debitWords: readonly string[] | null,
): { debitWords?: readonly string[] } {
  if (debitWords) return { debitWords };
  if (sign === undefined) return {};
  const words = new Set<string>();
  for (const { cells } of entries) words.add((cells[sign] ?? '').trim());
  return { debitWords: [...words].filter((word) => directionOf(word) === 'debit').slice(0, 20) };
}

/** The currency of the amounts before the header, such as a closing balance, or null if they name none, or several. */
function currencyBefore(lines: readonly TableLine[]): string | null {
  const named = lines.flatMap(({ cells }) =>
    cells.flatMap((cell) => currencyIn(cell.slice(cell.indexOf(':') + 1).trim()) ?? []),
  );
  const [currency = null, ...others] = new Set(named);
  return others.length === 0 ? currency : null;
}

function accountsOf(
  { rows, currencies }: ReadRows,
  layout: Layout,
  roles: ColumnRoles,
  entries: readonly TableLine[],
  {
    fileName,
    isCard,
    kind,
    currencyBefore,
  }: Pick<ParseOptions, 'fileName'> & Pick<ParsedAccount, 'kind'> & { isCard: boolean; currencyBefore: string | null },
): ParsedAccount[] {
  const fallback = accountName(fileName.replace(/\.\w{1,5}$/, ''), 'Account');
  const ofFile = currencyOfFile(layout, roles, entries) ?? currencyBefore;
  const keys = rows.length === 0 ? [''] : [...currencies.keys()];
  return keys.map((key) => ({
    key,
    name: accountName(key, fallback),
    currency: currencies.get(key) ?? ofFile,
    kind: isCard ? 'Credit card' : kind,
  }));
}

function currencyOfFile(layout: Layout, { amount, debit }: ColumnRoles, entries: readonly TableLine[]): string | null {
  const column = amount ?? debit ?? 0;
  const named = currencyOfHeader(layout.header[column] ?? '');
  if (named !== null) return named;
  const first = entries.slice(0, 50).map(({ cells }) => (cells[column] ?? '').trim());
  for (const cell of first) {
    const currency = currencyIn(cell);
    if (currency !== null) return currency;
  }
  return first.some((cell) => cell.includes(DOLLAR)) ? DOLLAR : null;
}

/** The cells of the first lines, empty ones too: the columns are shown beside each other as a table. */
function samplesOf({ columns }: Layout, entries: readonly TableLine[]): Sample[] {
  const first = entries.slice(0, SAMPLE_LINES);
  return columns.map(({ index, header }) => {
    const cells = first.map((line) => (line.cells[index] ?? '').trim().slice(0, SAMPLE_CHARS_MAX).toWellFormed());
    return { column: index, header, cells };
  });
}
