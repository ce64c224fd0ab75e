import { type AccountKind, IMPORT_ROWS_MAX } from '#ledger/model/constants.ts';
import { type Cents, LARGEST_AMOUNT } from '#ledger/model/money.ts';
import { categoryOfFile } from '../../category-of-file.ts';
import { isRootOfCategories } from '../../category-roots.ts';
import { type DoubleEntry, type FilePosting, kindOfOwn, rowsOfDoubleEntry } from '../../double-entry.ts';
import { accountName, oneLine } from '../../fields.ts';
import type { ParsedAccount, ParsedCategory, ParsedFile } from '../../parsed.ts';
import { parsedBooks, textOrNull, tooManyRows } from '../../whole-books.ts';

/** A book of GnuCash as its XML and its database have it. Fractions are texts such as `1250/100`. */
export type GnucashBook = {
  accounts: readonly GnucashAccount[];
  transactions: readonly BookTransaction[];
};
/** `parent` is the id of the account above it; '' for none. */
export type GnucashAccount = { id: string; name: string; type: string; currency: string | null; parent: string };
export type BookTransaction = {
  date: string | null;
  description: string;
  currency: string | null;
  splits: readonly { id: string; account: string; memo: string; value: string; quantity: string }[];
};

/**
 * GnuCash's types of accounts that the user has or owes, with the kind, or null if the account's name gives the kind.
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
/** GnuCash's types of accounts that are categories, with their kind. */
const KINDS: Readonly<Record<string, ParsedCategory['kind']>> = { EXPENSE: 'Expense', INCOME: 'Income' };
/** Shares are in the books at their price of purchase. */
const AT_VALUE = ['STOCK', 'MUTUAL'];

/** The file of a book of GnuCash. Throws UnreadableFile where it has too many splits. */
export function gnucashFile(book: GnucashBook, file: string): ParsedFile {
  const accounts = new Map(book.accounts.map((account) => [account.id, account]));
  const categoryOf = categoriesOf(book.accounts, accounts);
  let line = 0;
  const entries = book.transactions.map(({ date, description, currency, splits }): DoubleEntry => {
    const postings = splits.map((split): FilePosting => {
      line += 1;
      const account = accounts.get(split.account);
      const isOwn = account !== undefined && account.type in OWN;
      const isInOwnCurrency = isOwn && account.currency !== null && !AT_VALUE.includes(account.type);
      const amount = centsOf(isInOwnCurrency ? split.quantity : split.value);
      return {
        line,
        account: isOwn ? account.id : null,
        amount,
        currency: (isInOwnCurrency ? account.currency : currency) ?? '',
        category: account === undefined ? null : categoryOf(account),
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

/** Most levels that the path of an account is followed up, since a broken book may have circles. */
const LEVELS_MAX = 40;

/**
 * Gives a function that makes a category of an account of income or expenses, by the names from the top; null for other
 * accounts. The account that all of its kind stand below names no category, but the kind.
 */
function categoriesOf(
  all: readonly GnucashAccount[],
  accounts: ReadonlyMap<string, GnucashAccount>,
): (account: GnucashAccount) => ParsedCategory | null {
  const isTop = ({ type, parent }: GnucashAccount) => accounts.get(parent)?.type !== type;
  const parents = new Set(all.map(({ parent }) => parent));
  const roots = new Set<string>();
  for (const type of Object.keys(KINDS)) {
    const tops = all.filter((account) => account.type === type && isTop(account));
    for (const { id, name } of tops) {
      if (isRootOfCategories(name) || (tops.length === 1 && parents.has(id))) roots.add(id);
    }
  }
  return (account) => {
    const kind = KINDS[account.type];
    if (kind === undefined) return null;
    const names: string[] = [];
    let own: GnucashAccount | undefined = account;
    while (own?.type === account.type && !roots.has(own.id) && names.length < LEVELS_MAX) {
      names.unshift(own.name);
      own = accounts.get(own.parent);
    }
    return categoryOfFile(names, kind);
  };
}

/** Cents of a fraction such as `-1250/100`, or null if it is none, or no whole number of cents. */
function centsOf(fraction: string): Cents | null {
  const [, numerator, denominator] = /^\s*(-?\d{1,18})\/(\d{1,18})\s*$/.exec(fraction) ?? [];
  if (numerator === undefined || denominator === undefined || BigInt(denominator) === 0n) return null;
  const hundredfold = BigInt(numerator) * 100n;
  const cents = hundredfold / BigInt(denominator);
  if (cents * BigInt(denominator) !== hundredfold) return null;
  return cents <= LARGEST_AMOUNT && cents >= -LARGEST_AMOUNT ? (Number(cents) as Cents) : null;
}
