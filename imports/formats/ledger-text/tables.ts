import { type DoubleEntry, type FilePosting, kindOfOwn, rowsOfDoubleEntry } from '../../double-entry.ts';
import { accountName, dayInField, oneLine } from '../../fields.ts';
import { type KnownRow, readKnownColumns } from '../../known-columns.ts';
import type { ParsedFile } from '../../parsed.ts';
import { parsedBooks, textOrNull } from '../../whole-books.ts';
import { categoryOfAccount, currencyOf, isMoney, typeOf } from './account-types.ts';
import { decimalFrom, exactCentsOf } from './decimal.ts';
import { journalAmount } from './journal.ts';
import { markTold } from './marks.ts';

type Format = 'hledger' | 'beancount';

const NO_TYPES = new Map<never, never>();
const NO_CURRENCIES = new Set<never>();

/** Reads the CSV of `hledger print` or `hledger register`. Null for other columns. */
export function readHledgerTable(bytes: Uint8Array): ParsedFile | null {
  const table = readKnownColumns(bytes, (columns) =>
    ['txnidx', 'date', 'code', 'description', 'account', 'amount'].every((name) => columns.includes(name)),
  );
  if (!table) return null;
  const amount = (row: KnownRow) => `${row.cell('amount')} ${row.cell('commodity') && `"${row.cell('commodity')}"`}`;
  const entries = [...Map.groupBy(table.rows, (row) => row.cell('txnidx')).values()].map((rows) =>
    entryOf('hledger', rows, amount),
  );
  return fileOf('hledger', entries, table.encoding);
}

/** Reads the CSV of a query of Beancount for postings with date, account and amount. Null for other columns. */
export function readBeanQueryTable(bytes: Uint8Array): ParsedFile | null {
  const table = readKnownColumns(
    bytes,
    (columns) =>
      ['date', 'account'].every((name) => columns.includes(name)) &&
      ['narration', 'payee', 'description'].some((name) => columns.includes(name)) &&
      (columns.includes('position') || (columns.includes('number') && columns.includes('currency'))),
  );
  if (!table) return null;
  const isPosting = (row: KnownRow) => /^\p{Lu}[\p{L}\d-]*(:[\p{L}\d-]+)+$/u.test(row.cell('account'));
  if (!table.rows.slice(0, 5).every(isPosting)) return null;
  const amount = (row: KnownRow) =>
    row.cell('position').split('{')[0] || `${row.cell('number')} ${row.cell('currency')}`;
  return fileOf(
    'beancount',
    transactionsOf(table.rows, amount).map((rows) => entryOf('beancount', rows, amount)),
    table.encoding,
  );
}

/**
 * The postings of each transaction, which follow each other. A transaction ends where its sum is 0, or where the id,
 * date or texts change: of a table of a single account each posting is a transaction.
 */
function transactionsOf(rows: readonly KnownRow[], amount: (row: KnownRow) => string): KnownRow[][] {
  const transactions: KnownRow[][] = [];
  const name = (row: KnownRow) =>
    ['id', 'date', 'payee', 'narration', 'description'].map((column) => row.cell(column)).join('\n');
  let last = '';
  let sum = 0;
  for (const row of rows) {
    const named = name(row);
    if (named !== last || sum === 0) transactions.push([]);
    if (named !== last) sum = 0;
    last = named;
    sum += centsOf(amount(row)).cents ?? 0;
    transactions.at(-1)?.push(row);
  }
  return transactions;
}

function entryOf(format: Format, rows: readonly KnownRow[], amount: (row: KnownRow) => string): DoubleEntry {
  const [first] = rows as [KnownRow];
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(first.cell('date')) ?? [];
  const [payee = '', note] = first.cell('description').split('|');
  const counterparty = textOrNull(first.cell('payee')) ?? (note === undefined ? null : textOrNull(payee));
  return {
    date: dayInField(Number(year), Number(month), Number(day)),
    title: oneLine(first.cell('narration') || note || payee) || counterparty || '',
    counterparty,
    postings: rows.map((row): FilePosting => {
      const account = row.cell('account');
      const type = typeOf(account, NO_TYPES);
      const { cents, commodity } = centsOf(amount(row));
      const isOwn = type === 'has' || type === 'owes';
      const unread = isMoney(commodity, NO_CURRENCIES)
        ? cents === null
          ? "The amount can't be read"
          : null
        : `Daybook keeps money only, not ${commodity}`;
      return {
        line: row.line,
        account: isOwn ? account : null,
        amount: cents,
        currency: commodity,
        category: categoryOfAccount(account, type, format),
        note: textOrNull(row.cell('posting-comment')),
        bankId: null,
        problem: isOwn ? unread : null,
      };
    }),
  };
}

function centsOf(text: string) {
  const amount = journalAmount(text);
  const mark = (amount && markTold(amount.number)) ?? '.';
  const decimal = amount && decimalFrom(amount.number, mark);
  return { cents: decimal && exactCentsOf(decimal), commodity: amount?.commodity ?? '' };
}

function fileOf(format: Format, entries: readonly DoubleEntry[], encoding: string): ParsedFile {
  const currencies = new Map(
    entries.flatMap(({ postings }) =>
      postings.flatMap(({ account, currency }) => (account === null ? [] : [[account, currency] as const])),
    ),
  );
  return parsedBooks({
    format,
    dialect: { encoding, file: 'CSV' },
    accounts: [...currencies].map(([account, currency]) => ({
      key: account,
      name: accountName(account.split(':').at(-1) ?? '', 'Account'),
      currency: currencyOf(currency),
      kind: kindOfOwn(account, typeOf(account, NO_TYPES) === 'owes'),
    })),
    rows: rowsOfDoubleEntry(entries),
  });
}
