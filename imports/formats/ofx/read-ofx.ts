import { isUtf8 } from 'node:buffer';
import { ACCOUNT_NAME_MAX, type AccountKind } from '#ledger/model/constants.ts';
import { negated } from '#ledger/model/money.ts';
import {
  BankAccounts,
  badAmount,
  badDate,
  bankDayText,
  bankFile,
  bankIdOf,
  bankRow,
  checkNumberOfRows,
  lineOrNull,
  looseCents,
  nameOfNumber,
  titleOfBank,
} from '../../bank-fields.ts';
import { decodeText } from '../../decode.ts';
import { dayInField, oneLine } from '../../fields.ts';
import type { Reader } from '../../parsed.ts';
import { type ParsedFile, type ParsedRow, type ParsedStatement, UnreadableFile } from '../../parsed.ts';
import { ofxTags } from './tags.ts';

const HEAD_BYTES = 64 * 1024;
const OFX = /OFXHEADER\s*[:=]|<OFX[\s>]|<STMTTRN>/i;

/**
 * Reads OFX 1 (SGML) and 2 (XML), and QFX. It keeps no tree: a state follows which aggregate it is in, so that a
 * closing tag that is missing, nested or unknown changes nothing. (ofx-js parses by a regular expression that
 * backtracks and by a recursion as deep as the file, drops the order of unlike elements, and refuses CDATA and crossed
 * tags.)
 *
 * A row's `line` is the number of its transaction, from 1. Throws UnreadableFile where no statement is in it.
 */
export const readOfx: Reader = (bytes) => {
  const head = decodeText(bytes.subarray(0, HEAD_BYTES), null).text;
  if (!OFX.test(head)) return null;
  // A file that is valid UTF-8 is, whatever its header says.
  const { text, encoding } = decodeText(bytes, isUtf8(bytes) ? null : declaredEncoding(head));
  const state = new Statements();
  for (const tag of ofxTags(text)) {
    if (tag.isClosing) state.close(tag.name);
    else state.open(tag.name, tag.value);
  }
  return state.file({ encoding, version: /OFXHEADER\s*[:=]\s*"?2|<\?xml/i.test(head) ? 2 : 1 });
};

function declaredEncoding(head: string): string | null {
  const xml = /<\?xml[^>]{0,200}encoding\s*=\s*["']([\w-]+)/i.exec(head)?.[1];
  if (xml !== undefined) return xml;
  const charset = /CHARSET\s*:\s*([\w-]+)/i.exec(head)?.[1] ?? '';
  if (/^(?:windows-?|cp)?125\d$/i.test(charset)) return `windows-${charset.slice(-4)}`;
  if (/8859-?1$/.test(charset)) return 'windows-1252';
  if (charset !== '' && !/^none$/i.test(charset)) return charset;
  return /ENCODING\s*:\s*UTF-?8/i.test(head) ? 'utf-8' : null;
}

/** The aggregate in which a value stands. */
type Place = 'outside' | 'statement' | 'account' | 'list' | 'transaction' | 'payee' | 'aside' | 'currency' | 'ledger';

/** The aggregates whose values are read, or have to be told from those that are. */
const PLACES: Readonly<Record<string, Place>> = {
  STMTRS: 'statement',
  CCSTMTRS: 'statement',
  INVSTMTRS: 'statement',
  BANKACCTFROM: 'account',
  CCACCTFROM: 'account',
  INVACCTFROM: 'account',
  BANKTRANLIST: 'list',
  INVTRANLIST: 'list',
  STMTTRN: 'transaction',
  INVTRAN: 'transaction',
  PAYEE: 'payee',
  BANKACCTTO: 'aside',
  CCACCTTO: 'aside',
  SECID: 'aside',
  ORIGCURRENCY: 'aside',
  IMAGEDATA: 'aside',
  CURRENCY: 'currency',
  LEDGERBAL: 'ledger',
  AVAILBAL: 'aside',
  INVPOSLIST: 'outside',
  INVBAL: 'outside',
  INVOOLIST: 'outside',
  SECLIST: 'outside',
  BANKTRANLISTP: 'list',
  PENDINGTRANLIST: 'list',
  STMTTRNP: 'transaction',
};

/** The lists of pending transactions. */
const PENDING_LISTS = ['BANKTRANLISTP', 'PENDINGTRANLIST'];

/** The kind of account that a statement's aggregate is of. */
const TYPES: Readonly<Record<string, string>> = { CCSTMTRS: 'CREDITCARD', INVSTMTRS: 'INVESTMENT' };

const KINDS: Readonly<Record<string, [AccountKind, string]>> = {
  CHECKING: ['Checking', 'Checking'],
  SAVINGS: ['Savings', 'Savings'],
  MONEYMRKT: ['Savings', 'Money market'],
  CD: ['Savings', 'Deposit'],
  CREDITLINE: ['Loan', 'Credit line'],
  CREDITCARD: ['Credit card', 'Credit card'],
  INVESTMENT: ['Other', 'Investments'],
};

type Values = Record<string, string>;
type Transaction = { values: Values; isTrade: boolean; isPending: boolean };
type Statement = {
  type: string;
  account: Values;
  values: Values;
  ledger: Values;
  transactions: Transaction[];
};

class Statements {
  readonly #statements: Statement[] = [];
  #place: Place = 'outside';
  #statement: Statement | null = null;
  #transaction: Transaction | null = null;
  #count = 0;
  /** The name of the bank. */
  #bank = '';
  #isListPending = false;

  open(name: string, value: string): void {
    const place = PLACES[name];
    if (place === undefined || value !== '') {
      if (value !== '') this.#value(name, value);
      return;
    }
    this.#place = place;
    if (place === 'statement') {
      this.#transaction = null;
      this.#statement = this.#begin(TYPES[name] ?? '');
    } else if (place === 'transaction') {
      const isPending = name === 'STMTTRNP' || this.#isListPending;
      this.#transaction = { values: {}, isTrade: name === 'INVTRAN', isPending };
      this.#statement ??= this.#begin('');
      this.#statement.transactions.push(this.#transaction);
      checkNumberOfRows(++this.#count);
    } else if (place === 'list' || place === 'ledger' || place === 'outside') this.#transaction = null;
    if (place === 'list') this.#isListPending = PENDING_LISTS.includes(name);
  }

  close(name: string): void {
    const place = PLACES[name];
    if (place === undefined) return;
    // A trade's total stands behind its INVTRAN.
    const isOver = place === 'transaction' ? this.#transaction?.isTrade === false : place === 'list';
    if (isOver || place === 'statement') this.#transaction = null;
    if (place === 'list' || place === 'statement') this.#isListPending = false;
    if (place === 'statement') this.#statement = null;
    if (this.#transaction !== null) this.#place = 'transaction';
    else this.#place = this.#statement === null ? 'outside' : 'statement';
  }

  /** Gives the file that was read. Throws UnreadableFile where it has no statement. */
  file(dialect: ParsedFile['dialect']): ParsedFile {
    if (this.#statements.length === 0) throw new UnreadableFile("This OFX file holds no account's statement.");
    const accounts = new BankAccounts();
    const rows: ParsedRow[] = [];
    const statements: ParsedStatement[] = [];
    for (const statement of this.#statements) {
      const account = addAccount(accounts, statement, this.#bank);
      const currency = currencyOf(statement.values.CURDEF);
      const lines: number[] = [];
      let moved = 0;
      const isTurned = areSignsTurned(statement);
      for (const transaction of statement.transactions) {
        const read = rowOfTransaction(transaction, rows.length + 1, account, currency);
        const row = isTurned && read.amount !== null ? { ...read, amount: negated(read.amount) } : read;
        rows.push(row);
        if (transaction.isTrade || row.notBooked) continue;
        lines.push(row.line);
        moved += row.amount ?? 0;
      }
      const closing = looseCents(statement.ledger.BALAMT ?? '');
      if (closing === null) continue;
      const to = dayIn(statement.ledger.DTASOF ?? statement.values.DTEND ?? '');
      // Some cards write what is owed above 0: then all of it is what this file has spent.
      const isOwed = closing > 0 && (isTurned || (statement.type === 'CREDITCARD' && moved === -closing));
      statements.push({
        account,
        opening: null,
        closing: isOwed ? negated(closing) : closing,
        from: dayIn(statement.values.DTSTART ?? ''),
        to,
        lines,
      });
    }
    return bankFile('ofx', dialect, accounts.list(), rows, statements);
  }

  #begin(type: string): Statement {
    const statement = { type, account: {}, values: {}, ledger: {}, transactions: [] };
    this.#statements.push(statement);
    return statement;
  }

  #value(name: string, value: string): void {
    const statement = this.#statement;
    if (statement === null) {
      if (name === 'ORG') this.#bank ||= oneLine(value);
      return;
    }
    if (this.#transaction !== null && this.#place === 'transaction') keep(this.#transaction.values, name, value);
    else if (this.#transaction !== null && this.#place === 'payee') {
      if (name === 'NAME') keep(this.#transaction.values, 'PAYEE', value);
    } else if (this.#transaction !== null && this.#place === 'currency') {
      if (name === 'CURSYM') keep(this.#transaction.values, 'CURSYM', value);
    } else if (this.#place === 'account') keep(statement.account, name, value);
    else if (this.#place === 'ledger') keep(statement.ledger, name, value);
    else if (this.#place === 'statement' || this.#place === 'list') keep(statement.values, name, value);
  }
}

/** Whether a card writes charges above 0: each type of its transactions contradicts the sign of the amount. */
function areSignsTurned({ type, transactions }: Statement): boolean {
  if (type !== 'CREDITCARD') return false;
  const signs = transactions.flatMap(({ values }) => {
    const expected = { DEBIT: -1, CREDIT: 1 }[(values.TRNTYPE ?? '').trim().toUpperCase()];
    const cents = looseCents(values.TRNAMT ?? '');
    return expected === undefined || cents === null || cents === 0 ? [] : [Math.sign(cents) === expected];
  });
  return signs.length > 1 && !signs.includes(true);
}

/** The first value of a name holds; one of several memos is added to it. */
function keep(values: Values, name: string, value: string): void {
  const known = Object.hasOwn(values, name) ? values[name] : undefined;
  if (known === undefined) values[name] = value;
  else if (name === 'MEMO' && known.length < 2_000) values[name] = `${known} ${value}`;
}

function addAccount(accounts: BankAccounts, { account, type, values }: Statement, org: string): string {
  const number = oneLine(account.ACCTID ?? '').replaceAll(' ', '');
  const bank = oneLine(account.BANKID ?? account.BROKERID ?? '').replaceAll(' ', '');
  const kind = (account.ACCTTYPE ?? '').trim().toUpperCase() || type;
  // Banks number the savings of a customer as their checking account.
  const suffix = kind === '' || kind === 'CHECKING' || kind === type ? '' : `/${kind}`;
  const [accountKind, label] = KINDS[kind] ?? [null, 'Account'];
  const key = number === '' ? '' : `${bank === '' ? '' : `${bank}/`}${number}${suffix}`;
  const currency = currencyOf(values.CURDEF);
  return accounts.add({ key, name: nameOf(org, label, number), currency, kind: accountKind });
}

/** The name of an account: its bank's, as far as that is a name and no code, and the end of its number. */
function nameOf(org: string, label: string, number: string): string {
  if (!/\p{L}{3}/u.test(org)) return nameOfNumber(label, number);
  const end = nameOfNumber('', number);
  const names = [`${org} ${label.toLowerCase()} ${end}`, `${org} ${end}`, nameOfNumber(label, number)];
  return names.find((name) => name.length <= ACCOUNT_NAME_MAX) ?? nameOfNumber(label, number);
}

function currencyOf(text: string | undefined): string | null {
  const code = (text ?? '').trim().toUpperCase();
  return /^[A-Z]{3}$/.test(code) ? code : null;
}

function dayIn(text: string): string | null {
  const parts = bankDayText(text);
  return parts === null ? null : dayInField(...parts);
}

function rowOfTransaction(
  { values, isTrade, isPending }: Transaction,
  line: number,
  account: string,
  accountCurrency: string | null,
): ParsedRow {
  const [dateColumn, dateText] = firstOf(values, isTrade ? ['DTTRADE', 'DTSETTLE'] : DAYS_OF_TRANSACTION);
  const [amountColumn, amountText] = firstOf(values, isTrade ? ['TOTAL'] : ['TRNAMT']);
  const date = dayIn(dateText);
  const amount = looseCents(amountText);
  const name = oneLine(values.NAME ?? values.PAYEE ?? '');
  const memo = oneLine(values.MEMO ?? '');
  const currency = currencyOf(values.CURSYM);
  const isForeign = currency !== null && accountCurrency !== null && currency !== accountCurrency;
  let invalid: ParsedRow['invalid'] = null;
  if (isTrade) invalid = { column: null, reason: 'A trade of securities: only money is imported' };
  else if (date === null) invalid = badDate(dateColumn, dateText);
  else if (amount === null) invalid = badAmount(amountColumn, amountText);
  else if (isForeign)
    invalid = { column: 'CURRENCY', reason: `Its amount is in ${currency}, and the account is in ${accountCurrency}` };
  return bankRow({
    line,
    account,
    date,
    amount,
    title: name || memo || typeOf(values),
    text: name === '' || memo === name ? null : memo || null,
    keyTitle: titleOfBank(name, memo) || typeOf(values),
    counterparty: lineOrNull(name),
    bankId: bankIdOf(values.FITID, values.SRVRTID),
    notBooked: whyNotBooked(values, isPending),
    invalid,
  });
}

const DAYS_OF_TRANSACTION = ['DTPOSTED', 'DTUSER', 'DTAVAIL', 'DTTRAN'];
/** A name or memo that says that a transaction is pending. */
const PENDING_TEXT = /^\(?pending\b|\(pending\)$/i;

/** Why the bank has not booked a transaction, as a sentence, or null if it has. */
function whyNotBooked({ TRNTYPE = '', NAME = '', MEMO = '' }: Values, isPending: boolean): string | null {
  if (isPending) return 'The bank has not booked this: it is in the list of what is pending';
  if (/^hold$/i.test(TRNTYPE.trim())) return 'The bank has not booked this: ‘HOLD’';
  const text = [NAME, MEMO].map((each) => each.trim()).find((each) => PENDING_TEXT.test(each));
  return text === undefined ? null : `The bank has not booked this: ‘${oneLine(text).slice(0, 40)}’`;
}

function firstOf(values: Values, names: readonly string[]): [name: string, text: string] {
  const name = names.find((candidate) => values[candidate] !== undefined) ?? names[0] ?? '';
  return [name, values[name] ?? ''];
}

/** A title where a transaction has neither name nor memo: its kind and the number of the cheque. */
function typeOf({ TRNTYPE = '', CHECKNUM = '' }: Values): string {
  const type = oneLine(TRNTYPE);
  return oneLine(`${type.slice(0, 1).toUpperCase()}${type.slice(1).toLowerCase()} ${CHECKNUM}`);
}
