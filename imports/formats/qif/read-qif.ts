import type { AccountKind } from '#ledger/model/constants.ts';
import { CENT, type Cents, negated } from '#ledger/model/money.ts';
import {
  badAmount,
  badDate,
  bankFile,
  bankRow,
  checkNumberOfRows,
  lineOrNull,
  looseCents,
  titleOfBank,
} from '../../bank-fields.ts';
import { categoryOfFile } from '../../category-of-file.ts';
import { decodeText } from '../../decode.ts';
import { accountName, oneLine } from '../../fields.ts';
import type { Reader } from '../../parsed.ts';
import {
  type ParsedAccount,
  type ParsedCategory,
  type ParsedPart,
  type ParsedRow,
  type Question,
  UnreadableFile,
} from '../../parsed.ts';
import { type DayOrder, datePartsOf, dayInOrder, qifDateOrder } from './dates.ts';

const HEAD_BYTES = 64 * 1024;
const HEADER = /^!(?:type|account|option|clear)\b/im;
/** Files without a header: a date, an amount and the end of an entry, each on its line. */
const BARE = [/^D\s?\d.*\d\s*$/m, /^[TU]\s?[-+$€£]?[\d.,]+\s*$/m, /^\^\s*$/m];

/**
 * Reads QIF: registers of banks, cards, cash, assets and debts, and the money of investments. A row's `line` is the
 * line on which its record begins. Asks for the order of day and month where all dates are days in both. A transfer
 * between two accounts of the file is one row in each, which name each other. Throws UnreadableFile where no register
 * is in it.
 */
export const readQif: Reader = (bytes, options) => {
  const head = decodeText(bytes.subarray(0, HEAD_BYTES), null).text.replace(/\r\n?/g, '\n');
  if (!HEADER.test(head) && !BARE.every((pattern) => pattern.test(head))) return null;
  const { text, encoding } = decodeText(bytes);
  const { accounts, records, kinds } = registersOf(text);
  if (accounts.length === 0) throw new UnreadableFile('This QIF file holds no register of an account.');
  const dates = records.flatMap(({ fields }) => datePartsOf(fields.D ?? '') ?? []);
  const detected = qifDateOrder(dates);
  const question = detected.isOpen ? orderQuestion(options.answers['day-order']) : null;
  const order = question === null ? detected.order : (question.answer as DayOrder);
  const rows = records.map((record) => rowOfRecord(record, order, kinds));
  const completeRows = withOtherHalves(rows, records, accounts);
  return bankFile(
    'qif',
    { encoding, dateOrder: order },
    accounts,
    completeRows,
    [],
    question === null ? [] : [question],
  );
};

function orderQuestion(answer: unknown): Question {
  const isAnswered = answer === 'mdy' || answer === 'dmy';
  return {
    id: 'day-order',
    account: null,
    text: 'Which comes first in the dates, the day or the month?',
    choices: [
      { value: 'mdy', label: 'The month: 03/04 is 4 March' },
      { value: 'dmy', label: 'The day: 03/04 is 3 April' },
    ],
    answer: isAnswered ? answer : 'mdy',
    isOpen: !isAnswered,
  };
}

type Split = { category: string; note: string; amount: string };
/** The kinds of the categories that a file lists, by their paths in lower case. */
type Kinds = ReadonlyMap<string, 'Expense' | 'Income'>;
type QifRecord = {
  line: number;
  account: string;
  isInvestment: boolean;
  /** The fields of a record by their letters: the first of each letter, but all memos. */
  fields: Record<string, string>;
  splits: Split[];
};

const KINDS: ReadonlyMap<string, AccountKind> = new Map([
  ['bank', 'Checking'],
  ['cash', 'Cash'],
  ['ccard', 'Credit card'],
  ['oth a', 'Other'],
  ['oth l', 'Loan'],
  ['invst', 'Other'],
  ['port', 'Other'],
  ['mutual', 'Other'],
  ['401(k)/403(b)', 'Other'],
]);
const REGISTERS = /^(?:bank|cash|ccard|oth ?[al]|invst|port|mutual|401\(k\)\/403\(b\))$/;

/** The registers' records, the accounts that have a register, in the order of the file, and the kinds of categories. */
function registersOf(text: string): { accounts: ParsedAccount[]; records: QifRecord[]; kinds: Kinds } {
  const accounts = new Map<string, ParsedAccount>();
  const records: QifRecord[] = [];
  const kinds = new Map<string, 'Expense' | 'Income'>();
  // The lines before the first header are no record; a file without headers is one register.
  let section: 'register' | 'account' | 'categories' | 'other' = HEADER.test(text) ? 'other' : 'register';
  let type = 'bank';
  let named = null as { name: string; type: string; isAlone?: boolean } | null;
  let record = null as QifRecord | null;

  const end = () => {
    const done = record;
    record = null;
    if (done === null) return;
    if (section === 'account')
      named = { name: oneLine(done.fields.N ?? ''), type: oneLine(done.fields.T ?? '').toLowerCase() };
    if (section === 'categories') kinds.set(listed(done.fields.N ?? ''), 'I' in done.fields ? 'Income' : 'Expense');
    if (section !== 'register') return;
    const self = /^opening balance$/i.test(oneLine(done.fields.P ?? '')) ? transferOf(done.fields.L ?? '') : null;
    // Quicken names the account of a lone register by the transfer of its opening balance to itself.
    if (named === null && self !== null) named = { name: self, type, isAlone: true };
    const name = named?.name ?? '';
    done.account = name;
    addAccount(accounts, name, type === '' ? (named?.type ?? '') : type);
    done.isInvestment = type === 'invst' || type === 'port';
    records.push(done);
    checkNumberOfRows(records.length);
  };

  const lines = text.split(/\r\r\n|\r\n|\n|\r/);
  for (const [index, whole] of lines.entries()) {
    const line = whole.trim();
    if (line.startsWith('!')) {
      end();
      const [, kind = '', subject = ''] = /^!(type|account)\s*(?::\s*)?(.*)$/is.exec(line) ?? [];
      if (kind.toLowerCase() === 'account') section = 'account';
      else if (kind !== '') {
        if (named?.isAlone === true) named = null;
        type = subject
          .trim()
          .toLowerCase()
          .replace(/\s+/g, ' ')
          .replace(/^oth([al])$/, 'oth $1');
        section = REGISTERS.test(type) ? 'register' : type === 'cat' ? 'categories' : 'other';
        if (section === 'register') addAccount(accounts, named?.name ?? '', type);
      }
    } else if (line.startsWith('^')) end();
    else if (line !== '' && !line.startsWith('#') && section !== 'other') {
      record ??= { line: index + 1, account: '', isInvestment: false, fields: {}, splits: [] };
      addField(record, line.charAt(0).toUpperCase(), line.slice(1).trim());
    }
  }
  end();
  return { accounts: usedAccounts(accounts, records), records, kinds };
}

function addAccount(accounts: Map<string, ParsedAccount>, name: string, type: string): void {
  const kind = KINDS.get(type) ?? null;
  if (!accounts.has(name)) accounts.set(name, { key: name, name: accountName(name, 'Account'), currency: null, kind });
}

/** A register without a name and without records is none if others have them. */
function usedAccounts(accounts: ReadonlyMap<string, ParsedAccount>, records: readonly QifRecord[]): ParsedAccount[] {
  const used = new Set(records.map(({ account }) => account));
  return [...accounts.values()].filter(({ key }) => key !== '' || used.has('') || accounts.size === 1);
}

function addField(record: QifRecord, letter: string, value: string): void {
  const split = record.splits.at(-1);
  if (letter === 'S') record.splits.push({ category: value, note: '', amount: '' });
  else if (letter === 'E' && split !== undefined) split.note = value;
  else if (letter === '$' && split !== undefined && split.amount === '') split.amount = value;
  else {
    const known = record.fields[letter];
    if (known === undefined) record.fields[letter] = value;
    else if (letter === 'M' && known.length < 2_000) record.fields[letter] = `${known} ${value}`;
  }
}

/** The account that a category in brackets names: `[Savings]`, also with a class behind it. */
function transferOf(category: string): string | null {
  return /^\[(.+)\](?:\/.*)?$/s.exec(category.trim())?.[1]?.trim() ?? null;
}

/** `Food:Bread`; where the file lists it so, also with a class behind it: `Food:Bread/Holiday`. */
function categoryOf(text: string, kinds: Kinds): ParsedCategory | null {
  if (transferOf(text) !== null || /^-+split-+$/i.test(text.trim())) return null;
  const [path = ''] = text.split('/', 1);
  const known = kinds.has(listed(text)) || !kinds.has(listed(path)) ? text : path;
  return categoryOfFile(known.split(':'), kinds.get(listed(known)) ?? null);
}

function listed(path: string): string {
  return oneLine(path).toLowerCase();
}

const MONEY_IN = /^(?:xin|contribx|deposit|cash|intinc|div|miscinc|cglong|cgshort|cgmid|rtrncap)$/i;
const MONEY_OUT = /^(?:xout|withdrwx|withdraw|miscexp|margint)$/i;

function rowOfRecord(record: QifRecord, order: DayOrder, kinds: Kinds): ParsedRow {
  const { fields, splits, line, account } = record;
  const dateText = fields.D ?? '';
  const parts = datePartsOf(dateText);
  const date = parts === null ? null : dayInOrder(parts, order);
  const amountText = fields.T || fields.U || '';
  const amount = directed(looseCents(amountText), record);
  const name = oneLine(fields.P ?? '');
  const number = oneLine(fields.N ?? '');
  const [only] = splits;
  const isWhole = splits.length === 1 && only !== undefined && (fields.L ?? '') === '';
  let invalid: ParsedRow['invalid'] = null;
  if (isTrade(record)) invalid = { column: 'N', reason: 'A trade of securities: only money is imported' };
  else if (date === null) invalid = badDate('D', dateText);
  else if (amount === null) invalid = badAmount('T', amountText);
  return bankRow({
    line,
    account,
    date,
    amount,
    title:
      titleOfBank(name, oneLine(fields.M ?? '')) ||
      (number !== '' && !record.isInvestment ? `Number ${number}` : number),
    counterparty: lineOrNull(name),
    category: categoryOf(isWhole ? only.category : (fields.L ?? ''), kinds),
    parts: amount === null ? null : partsOf(splits, amount, kinds),
    invalid,
  });
}

function isTrade({ isInvestment, fields }: QifRecord): boolean {
  const action = oneLine(fields.N ?? '');
  // A record without an action is of the cash of the account.
  return isInvestment && action !== '' && !MONEY_IN.test(action) && !MONEY_OUT.test(action);
}

/** Investments have amounts without a sign; their action says the direction. */
function directed(amount: Cents | null, { isInvestment, fields }: QifRecord): Cents | null {
  if (amount === null || !isInvestment || !MONEY_OUT.test(oneLine(fields.N ?? ''))) return amount;
  return amount > 0 ? negated(amount) : amount;
}

/** The parts of a split: several, of the sign of the whole, each with a category, which add up to it; else null. */
function partsOf(splits: readonly Split[], total: Cents, kinds: Kinds): ParsedPart[] | null {
  if (splits.length < 2) return null;
  let left = Math.abs(total);
  const parts: ParsedPart[] = [];
  for (const split of splits) {
    const category = categoryOf(split.category, kinds);
    const read = looseCents(split.amount);
    if (category === null || read === null) return null;
    const amount = total < 0 ? negated(read) : read;
    if (amount < CENT) return null;
    left -= amount;
    parts.push({ amount, category, note: lineOrNull(split.note) });
  }
  return left === 0 ? parts : null;
}

/** Each row of a transfer to another account of the file with the row of that account that is its other half. */
function withOtherHalves(
  rows: readonly ParsedRow[],
  records: readonly QifRecord[],
  accounts: readonly ParsedAccount[],
): ParsedRow[] {
  const keys = new Map(accounts.map(({ key }) => [key.toLowerCase(), key]));
  const waiting = new Map<string, number[]>();
  const halves = new Map<number, number>();
  for (const [index, row] of rows.entries()) {
    const otherAccount = keys.get((transferOf(records[index]?.fields.L ?? '') ?? '').toLowerCase());
    if (otherAccount === undefined || otherAccount === row.account || row.invalid !== null || !row.amount) continue;
    const name = (from: string, to: string, amount: number) => JSON.stringify([from, to, row.date, amount]);
    const half = waiting.get(name(otherAccount, row.account, -row.amount))?.shift();
    if (half !== undefined) {
      halves.set(row.line, half);
      halves.set(half, row.line);
      continue;
    }
    const own = name(row.account, otherAccount, row.amount);
    const lines = waiting.get(own);
    if (lines === undefined) waiting.set(own, [row.line]);
    else lines.push(row.line);
  }
  return rows.map((row) => ({ ...row, otherHalf: halves.get(row.line) ?? null }));
}
