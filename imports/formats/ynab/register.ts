import { PARTS_MAX } from '#ledger/model/constants.ts';
import { type Cents, safe } from '#ledger/model/money.ts';
import { categoryOfFile } from '../../category-of-file.ts';
import { accountName, dayInField, oneLine } from '../../fields.ts';
import type { KnownRow, KnownTable } from '../../known-columns.ts';
import { decimalMarkOf, moneyCents } from '../../money-text.ts';
import type { Answers, ParsedAccount, ParsedCategory, ParsedRow, Question } from '../../parsed.ts';
import { splitParts } from '../../splits.ts';
import { bareRow, kindByName, paired, textOrNull } from '../../whole-books.ts';

/** A register as it was read. */
export type YnabRegister = {
  dialect: Record<string, string>;
  accounts: ParsedAccount[];
  rows: ParsedRow[];
  questions: Question[];
};

/** The columns of a register with the name of a category and of its group. */
export type CategoryColumns = { category: string; group: string };

type DayOrder = 'ymd' | 'dmy' | 'mdy';

const DATE = /^(\d{1,4})[-/. ]+(\d{1,2})[-/. ]+(\d{1,4})\.?$/;
const TRANSFER = /^Transfer\s*:\s*(.+)$/i;
const SPLIT = /^\(?Split \(?(\d+)\/(\d+)\)\s*/i;
/** A hidden category is named by its group, its own name and its id. */
const HIDDEN_BETWEEN = ' ` ';
const HIDDEN = /^\s*hidden categories\s*$/i;
/** YNAB's names for money that has no category yet. */
const NO_CATEGORY =
  /^(ready to assign|to be budgeted|available (this|next) month|uncategorized|category not needed|split.*)$/i;

/**
 * Reads a register of YNAB: its rows, in which the rows of a split become one row with parts, and the halves of a
 * transfer name each other. The order of day and month is asked for where all dates fit both. `columns` names the
 * columns with a category's own name and its group's.
 */
export function readRegister(table: KnownTable, columns: CategoryColumns, answers: Answers): YnabRegister {
  const order = dayOrderOf(table.rows);
  const answer = answers['day-order'];
  const given = answer === 'dmy' || answer === 'mdy' ? answer : null;
  const inEffect = order ?? given ?? 'mdy';
  const mark = decimalMarkOf(table.rows.flatMap((row) => [row.cell('outflow'), row.cell('inflow')]));
  const rows = table.rows.map((row) => rowOf(row, columns, inEffect, mark));
  const names = [...new Set(rows.map(({ account }) => account))];
  const whole = joined(rows);
  const payees = new Map(whole.map((row) => [row.line, row.counterparty]));
  const keys = new Map(names.map((name) => [name.toLowerCase(), name]));
  return {
    dialect: { encoding: table.encoding, dateOrder: inEffect, decimalMark: mark },
    accounts: names.map((name) => ({
      key: name,
      name: accountName(name, 'Account'),
      currency: null,
      kind: kindByName(name),
    })),
    rows: paired(whole, ({ line }) => {
      const [, account] = TRANSFER.exec(payees.get(line) ?? '') ?? [];
      return account === undefined ? null : (keys.get(account.toLowerCase()) ?? null);
    }),
    questions: order === null ? [dayOrderQuestion(table.rows, inEffect, given !== null)] : [],
  };
}

function rowOf(row: KnownRow, columns: CategoryColumns, order: DayOrder, mark: '.' | ','): ParsedRow {
  const date = dateOf(row.cell('date'), order);
  const [outflow, inflow] = [amountOf(row.cell('outflow'), mark), amountOf(row.cell('inflow'), mark)];
  const amount = outflow === null || inflow === null ? null : safe(inflow - outflow);
  const payee = textOrNull(row.cell('payee'));
  const unread =
    date === null
      ? { column: 'Date', reason: `'${oneLine(row.cell('date'))}' is no date` }
      : amount === null
        ? { column: outflow === null ? 'Outflow' : 'Inflow', reason: "The amount can't be read" }
        : null;
  return bareRow({
    line: row.line,
    account: oneLine(row.cell('account')),
    date,
    amount,
    title: oneLine(row.cell('memo')),
    tags: [row.cell('flag')],
    counterparty: payee,
    category: registerCategory(row.cell(columns.group), row.cell(columns.category)),
    invalid: unread,
  });
}

/**
 * A category of YNAB below its group; null for money that has none. Those that are hidden are in a group of their own,
 * and name the former one.
 */
export function registerCategory(
  group: string | null | undefined,
  named: string | null | undefined,
  kind: ParsedCategory['kind'] = null,
): ParsedCategory | null {
  const pieces = (named ?? '').split(HIDDEN_BETWEEN);
  const isNamedByGroup = pieces.length > 2;
  const name = isNamedByGroup ? pieces.slice(1, -1).join(HIDDEN_BETWEEN) : named;
  const own = oneLine(name ?? '');
  // A group alone is no category.
  if (own === '' || NO_CATEGORY.test(own)) return null;
  return categoryOfFile([isNamedByGroup ? pieces[0] : HIDDEN.test(group ?? '') ? null : group, name], kind);
}

function amountOf(text: string, mark: '.' | ','): Cents | null {
  return text === '' ? (0 as Cents) : moneyCents(text, mark);
}

/**
 * Rows of a split that follow each other become one where its pieces can be the parts of one entry; else each stays a
 * row.
 */
function joined(rows: readonly ParsedRow[]): ParsedRow[] {
  const result: ParsedRow[] = [];
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] as ParsedRow;
    const [, number, count] = SPLIT.exec(row.title) ?? [];
    const pieces = number === '1' && Number(count) <= PARTS_MAX ? rows.slice(index, index + Number(count)) : [];
    const isWhole = pieces.length > 1 && pieces.every((piece, index) => isPiece(piece, row, index + 1, Number(count)));
    const amount = pieces.reduce((sum, piece) => sum + (piece.amount ?? 0), 0) as Cents;
    const parts = isWhole ? splitParts(amount, pieces.map(pieceOf)) : null;
    if (parts) {
      result.push(titled({ ...row, amount, category: null, parts, title: '' }));
      index += pieces.length - 1;
    } else result.push(titled({ ...row, title: row.title.replace(SPLIT, '') }));
  }
  return result;
}

function isPiece(piece: ParsedRow, first: ParsedRow, number: number, count: number): boolean {
  const [, itsNumber, itsCount] = SPLIT.exec(piece.title) ?? [];
  return (
    Number(itsNumber) === number &&
    Number(itsCount) === count &&
    piece.account === first.account &&
    piece.date === first.date &&
    piece.invalid === null &&
    !TRANSFER.test(piece.counterparty ?? '')
  );
}

function pieceOf({ amount, category, title }: ParsedRow) {
  return { amount: amount ?? (0 as Cents), category, note: textOrNull(title.replace(SPLIT, '')) };
}

function titled(row: ParsedRow): ParsedRow {
  return { ...row, title: row.title || row.counterparty || '' };
}

/** The order that the dates are in, or null if all of them fit day first as well as month first, and differ by it. */
function dayOrderOf(rows: readonly KnownRow[]): DayOrder | null {
  const dates = new Set(rows.map((row) => row.cell('date')).filter((text) => DATE.test(text)));
  const fits = (order: DayOrder) => [...dates].filter((text) => dateOf(text, order) !== null).length;
  const [ymd, dmy, mdy] = [fits('ymd'), fits('dmy'), fits('mdy')];
  if (ymd > 0 && ymd >= Math.max(dmy, mdy)) return 'ymd';
  if (dmy !== mdy) return dmy > mdy ? 'dmy' : 'mdy';
  return [...dates].some((text) => dateOf(text, 'dmy') !== dateOf(text, 'mdy')) ? null : 'mdy';
}

function dateOf(text: string, order: DayOrder): string | null {
  const [, first = '', second = '', third = ''] = DATE.exec(text) ?? [];
  if (order === 'ymd') return first.length === 4 ? dayInField(Number(first), Number(second), Number(third)) : null;
  if (third.length !== 4 && third.length !== 2) return null;
  const year = third.length === 2 ? 2000 + Number(third) : Number(third);
  const [day, month] = order === 'dmy' ? [first, second] : [second, first];
  return dayInField(year, Number(month), Number(day));
}

function dayOrderQuestion(rows: readonly KnownRow[], inEffect: DayOrder, isAnswered: boolean): Question {
  const example = rows.map((row) => row.cell('date')).find((text) => dateOf(text, 'dmy') !== dateOf(text, 'mdy')) ?? '';
  const label = (order: DayOrder) => `${example} is ${dateOf(example, order)}`;
  return {
    id: 'day-order',
    account: null,
    text: 'Which comes first in the dates, the day or the month?',
    choices: [
      { value: 'dmy', label: `The day: ${label('dmy')}` },
      { value: 'mdy', label: `The month: ${label('mdy')}` },
    ],
    answer: inEffect,
    isOpen: !isAnswered,
  };
}
