import { IMPORT_ROWS_MAX } from '#ledger/model/constants.ts';
import { dayInField } from '../../fields.ts';
import { readTables, type SqliteRow } from '../../sqlite.ts';
import { tooManyRows } from '../../whole-books.ts';
import type { GnucashBook } from './book.ts';

const SPLITS_MAX = 4 * IMPORT_ROWS_MAX;
const OTHER_ROWS_MAX = 2 * IMPORT_ROWS_MAX;
const TABLES = {
  accounts: {
    columns: ['guid', 'name', 'account_type', 'commodity_guid', 'parent_guid'],
    rowsMax: OTHER_ROWS_MAX,
  },
  books: { columns: ['root_template_guid'], rowsMax: 10 },
  commodities: { columns: ['guid', 'namespace', 'mnemonic'], rowsMax: OTHER_ROWS_MAX },
  transactions: {
    columns: ['guid', 'currency_guid', 'post_date', 'description'],
    rowsMax: OTHER_ROWS_MAX + 1,
  },
  splits: {
    columns: ['guid', 'tx_guid', 'account_guid', 'memo', 'value_num', 'value_denom', 'quantity_num', 'quantity_denom'],
    rowsMax: SPLITS_MAX + 1,
  },
};

/**
 * Reads a book in a SQLite database; the bytes can't be used afterwards. Null for a database of another program; throws
 * UnreadableFile where it is damaged.
 */
export async function readGnucashDatabase(bytes: Uint8Array<ArrayBuffer>): Promise<GnucashBook | null> {
  const tables = await readTables(bytes, TABLES);
  const [accounts, books, transactions, splits] = [
    tables.get('accounts'),
    tables.get('books'),
    tables.get('transactions'),
    tables.get('splits'),
  ];
  if (!accounts || !books || !transactions || !splits) return null;
  if (transactions.length > OTHER_ROWS_MAX || splits.length > SPLITS_MAX) throw tooManyRows();
  const currencies = new Map(
    (tables.get('commodities') ?? [])
      .filter(({ namespace }) => namespace === 'CURRENCY' || namespace === 'ISO4217')
      .map(({ guid, mnemonic }) => [guid, text(mnemonic)]),
  );
  const currencyOf = (guid: SqliteRow[string] | undefined) => currencies.get(guid ?? null) || null;
  const booked = bookedAccounts(accounts, books);
  const splitsOf = Map.groupBy(splits, ({ tx_guid: transaction }) => transaction);
  return {
    accounts: booked.map((account) => ({
      id: text(account.guid),
      name: text(account.name),
      type: text(account.account_type),
      parent: text(account.parent_guid),
      currency: currencyOf(account.commodity_guid),
    })),
    transactions: transactions
      .map((transaction) => ({
        date: dayFrom(text(transaction.post_date)),
        description: text(transaction.description),
        currency: currencyOf(transaction.currency_guid),
        splits: (splitsOf.get(transaction.guid ?? null) ?? []).map((split) => ({
          id: text(split.guid),
          account: text(split.account_guid),
          memo: text(split.memo),
          value: `${split.value_num}/${split.value_denom}`,
          quantity: `${split.quantity_num}/${split.quantity_denom}`,
        })),
      }))
      .sort((a, b) => ((a.date ?? '') < (b.date ?? '') ? -1 : Number(a.date !== b.date))),
  };
}

/** The accounts of a book without the accounts of its templates, which hang below a root of their own. */
function bookedAccounts(accounts: readonly SqliteRow[], books: readonly SqliteRow[]): SqliteRow[] {
  const children = Map.groupBy(accounts, ({ parent_guid: parent }) => parent);
  const ofTemplates = new Set<SqliteRow[string] | undefined>(books.map(({ root_template_guid: root }) => root));
  for (const root of ofTemplates) for (const { guid } of children.get(root ?? null) ?? []) ofTemplates.add(guid);
  return accounts.filter(({ guid }) => !ofTemplates.has(guid));
}

/** Databases have UTC: older ones the beginning of the user's day, whose zone they don't say, newer ones 10:59. */
function dayFrom(moment: string): string | null {
  const [, year, month, day, hour] = /^(\d{4})-?(\d{2})-?(\d{2})[ T]?(\d{2})?/.exec(moment) ?? [];
  const isoDay = dayInField(Number(year), Number(month), Number(day));
  if (isoDay === null || Number(hour ?? 0) <= 12) return isoDay;
  const next = new Date(`${isoDay}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

function text(value: SqliteRow[string] | undefined): string {
  return typeof value === 'string' ? value : '';
}
