import type { AccountKind } from '#ledger/model/constants.ts';
import { type Cents, negated } from '#ledger/model/money.ts';
import { categoryOfFile } from '../../category-of-file.ts';
import { accountName, dayInField, oneLine, plainCents } from '../../fields.ts';
import { type KnownRow, readKnownColumns } from '../../known-columns.ts';
import type { ParsedAccount, ParsedRow, Reader } from '../../parsed.ts';
import { bareRow, kindByName, parsedBooks, textOrNull } from '../../whole-books.ts';

const COLUMNS = ['journal_id', 'type', 'amount', 'description', 'date', 'source_name', 'destination_name'];
/** The types of accounts for money that the user has or owes, by Firefly's name. */
const OWN: Readonly<Record<string, AccountKind | null>> = {
  'asset account': null,
  'default account': null,
  'credit card': 'Credit card',
  'liability credit account': 'Loan',
  loan: 'Loan',
  debt: 'Loan',
  mortgage: 'Loan',
};
const NOT_OWN = { column: 'source_name', reason: 'Neither its source nor its destination is an account of yours' };
const FROM_OWN = ['withdrawal', 'transfer'];
const TO_OWN = ['deposit', 'transfer'];

/** One end of a transaction: an account of the user's, or who paid or was paid. */
type End = { account: ParsedAccount | null; name: string | null };

/**
 * Reads the CSV of transactions that Firefly III exports. Rows are numbered from 1; a transfer becomes two of them.
 * Null for files with other columns (product 11.11).
 */
export const readFirefly: Reader = (bytes) => {
  const table = readKnownColumns(bytes, (columns) => COLUMNS.every((name) => columns.includes(name)));
  if (!table) return null;
  const accounts = new Map<string, ParsedAccount>();
  const rows: ParsedRow[] = [];
  for (const row of table.rows) {
    const [source, destination] = [endOf(row, 'source', FROM_OWN), endOf(row, 'destination', TO_OWN)];
    const [out, into] = amountsOf(row, destination);
    const shared = sharedOf(row);
    const line = rows.length + 1;
    for (const { account } of [source, destination])
      if (account && !accounts.has(account.key)) accounts.set(account.key, account);
    const add = (own: End, counter: End, amount: Cents | null) => {
      if (!own.account) return;
      const counterparty = counter.account ? counter.account.name : counter.name;
      const invalid =
        shared.invalid ?? (amount === null ? { column: 'amount', reason: "The amount can't be read" } : null);
      rows.push({ ...shared, line: rows.length + 1, account: own.account.key, amount, counterparty, invalid });
    };
    add(source, destination, out === null ? null : negated(out));
    add(destination, source, into);
    if (rows.length < line)
      rows.push({ ...shared, line, counterparty: source.name ?? destination.name, invalid: NOT_OWN });
    const [outgoing, incoming] = [rows[line - 1], rows[line]];
    if (outgoing && incoming && out === into && outgoing.account !== incoming.account && out !== 0) {
      outgoing.otherHalf = incoming.line;
      incoming.otherHalf = outgoing.line;
    }
  }
  return parsedBooks({
    format: 'firefly',
    dialect: { encoding: table.encoding },
    accounts: [...accounts.values()],
    rows,
  });
};

function endOf(row: KnownRow, end: 'source' | 'destination', ownTypes: readonly string[]): End {
  const name = textOrNull(row.cell(`${end}_name`));
  const type = row.cell(`${end}_type`).toLowerCase();
  const kind = row.cell('type').toLowerCase();
  const isOwn = type === '' ? ownTypes.includes(kind) || isHeld(kind, name) : type in OWN;
  if (!isOwn) return { account: null, name: isBooking(type, name) ? null : name };
  const iban = row.cell(`${end}_iban`).replaceAll(/\s/g, '').toUpperCase();
  const account: ParsedAccount = {
    key: iban || (name ?? 'Account'),
    name: accountName(name ?? '', iban || 'Account'),
    currency: currencyOf(row, end),
    kind: OWN[type] ?? kindByName(name ?? ''),
  };
  return { account, name };
}

/**
 * Whether an end without a type holds an opening balance or a reconciliation: an end that has an account's own name.
 */
function isHeld(kind: string, name: string | null): boolean {
  return ['opening balance', 'reconciliation'].includes(kind) && name !== null && !isBooking('', name);
}

/** Whether an end only stands for an opening balance or a reconciliation. */
function isBooking(type: string, name: string | null): boolean {
  return (
    /^(initial balance|reconciliation) account$/.test(type) ||
    /^initial balance for | reconciliation$/i.test(name ?? '')
  );
}

/** The foreign amount of a transfer between two currencies is what arrives. */
function isForeign(row: KnownRow): boolean {
  return row.cell('foreign_amount') !== '' && row.cell('type').toLowerCase() === 'transfer';
}

function currencyOf(row: KnownRow, end: 'source' | 'destination'): string | null {
  const column = end === 'destination' && isForeign(row) ? 'foreign_currency_code' : 'currency_code';
  return textOrNull(row.cell(column));
}

/** The cents that leave the source and that arrive, without a sign: the type alone gives the direction. */
function amountsOf(row: KnownRow, destination: End): [out: Cents | null, into: Cents | null] {
  const out = unsigned(row.cell('amount'));
  return [out, destination.account && isForeign(row) ? unsigned(row.cell('foreign_amount')) : out];
}

/** An apostrophe before an amount keeps spreadsheets from computing it. */
function unsigned(text: string): Cents | null {
  return plainCents(text.replace(/^'?\s*[-+]?/, ''));
}

function sharedOf(row: KnownRow): ParsedRow {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(row.cell('date')) ?? [];
  const date = dayInField(Number(year), Number(month), Number(day));
  return bareRow({
    line: 0,
    account: '',
    date,
    amount: null,
    title: oneLine(row.cell('description')),
    note: row.cell('notes') || null,
    tags: row.cell('tags').split(','),
    bankId: textOrNull(row.cell('external_id')) ?? textOrNull(row.cell('journal_id')),
    category: categoryOfFile(row.cell('category').split(':')),
    invalid: date === null ? { column: 'date', reason: `'${oneLine(row.cell('date'))}' is no date` } : null,
  });
}
