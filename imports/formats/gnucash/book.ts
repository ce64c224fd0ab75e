import { type AccountKind, IMPORT_ROWS_MAX } from '#ledger/model/constants.ts';
import { type Cents, LARGEST_AMOUNT } from '#ledger/model/money.ts';
import { type DoubleEntry, kindOfOwn, type Posting, rowsOfDoubleEntry } from '../../double-entry.ts';
import { accountName, oneLine } from '../../fields.ts';
import type { ParsedAccount, ParsedFile } from '../../parsed.ts';
import { parsedBooks, textOrNull, tooManyRows } from '../../whole-books.ts';

/** A book of GnuCash as its XML and its database have it. Fractions are texts such as `1250/100`. */
export type Book = {
  accounts: readonly BookAccount[];
  transactions: readonly BookTransaction[];
};
export type BookAccount = { id: string; name: string; type: string; currency: string | null };
export type BookTransaction = {
  date: string | null;
  description: string;
  currency: string | null;
  splits: readonly { id: string; account: string; memo: string; value: string; quantity: string }[];
};

/**
 * GnuCash's types of accounts that the user has or owes, with the kind; null where the account's name gives the kind.
 */
const OWN: Readonly<Record<string, AccountKind | null>> = {
  BANK: 'Checking',
  CASH: 'Cash',
  CREDIT: 'Credit card',
  ASSET: null,
  LIABILITY: null,
  STOCK: 'Other',
  MUTUAL: 'Other',
  RECEIVABLE: 'Other',
  PAYABLE: 'Other',
  CURRENCY: 'Other',
};
/** Shares are in the books at their price of purchase. */
const AT_VALUE = ['STOCK', 'MUTUAL'];

/** The file of a book of GnuCash. Throws UnreadableFile where it has too many splits. */
export function fileOf(book: Book, file: string): ParsedFile {
  const accounts = new Map(book.accounts.map((account) => [account.id, account]));
  let line = 0;
  const entries = book.transactions.map(({ date, description, currency, splits }): DoubleEntry => {
    const postings = splits.map((split): Posting => {
      line += 1;
      const account = accounts.get(split.account);
      const isOwn = account !== undefined && account.type in OWN;
      const isCategory = account?.type === 'INCOME' || account?.type === 'EXPENSE';
      const isInOwnCurrency = isOwn && account.currency !== null && !AT_VALUE.includes(account.type);
      const amount = centsOf(isInOwnCurrency ? split.quantity : split.value);
      return {
        line,
        account: isOwn ? account.id : null,
        amount,
        currency: (isInOwnCurrency ? account.currency : currency) ?? '',
        category: isCategory ? textOrNull(account.name) : null,
        note: textOrNull(split.memo),
        bankId: textOrNull(split.id),
        problem: amount === null ? 'The amount is no whole number of cents' : null,
      };
    });
    if (line > 4 * IMPORT_ROWS_MAX) throw tooManyRows();
    return { date, title: oneLine(description), counterparty: null, postings };
  });
  const rows = rowsOfDoubleEntry(entries);
  // Accounts that only group others hold nothing.
  const isUsed = new Set(rows.map(({ account }) => account));
  return parsedBooks({
    format: 'gnucash',
    dialect: { file },
    accounts: book.accounts.flatMap(({ id, name, type, currency }): ParsedAccount[] =>
      isUsed.has(id)
        ? [
            {
              key: id,
              name: accountName(name, 'Account'),
              currency,
              kind: kindOfOwn(name, type === 'CREDIT' || type === 'LIABILITY') ?? OWN[type] ?? null,
            },
          ]
        : [],
    ),
    rows,
  });
}

/** Cents of a fraction such as `-1250/100`; null where it is none, or no whole number of cents. */
function centsOf(fraction: string): Cents | null {
  const [, numerator, denominator] = /^\s*(-?\d{1,18})\/(\d{1,18})\s*$/.exec(fraction) ?? [];
  if (numerator === undefined || denominator === undefined || BigInt(denominator) === 0n) return null;
  const hundredfold = BigInt(numerator) * 100n;
  const cents = hundredfold / BigInt(denominator);
  if (cents * BigInt(denominator) !== hundredfold) return null;
  return cents <= LARGEST_AMOUNT && cents >= -LARGEST_AMOUNT ? (Number(cents) as Cents) : null;
}
