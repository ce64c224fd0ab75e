import type { CategoryKind, DateOrder, Wallet } from '#ledger/model/constants.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { AmountFault, TypedAmount } from './amounts.ts';
import type { WrittenDate } from './dates.ts';
import type { LineAccount, WrittenTransfer } from './names.ts';

/** The name of a category. */
export type LineCategory = string;

/**
 * The part of a ledger by which a line is read. `accounts` are the open ones, the first account first, `categories` the
 * ones that are not archived.
 */
export type LineReader = {
  currency: string;
  dateOrder: DateOrder;
  accounts: readonly LineAccount[];
  categories: readonly { name: LineCategory; kind: CategoryKind }[];
  /** Tags in use, of those that `tagsAskedFor` gives. */
  tags: readonly string[];
};

export type What = 'amount' | 'date' | 'category' | 'tag' | 'wallet' | 'account' | 'toAccount' | 'title';

/** A part of a line, from the UTF-16 unit `from` to `to`, the last one not included. */
export type LinePlace = { from: number; to: number };

/** Why a part of a line is wrong, or what the line lacks: its code, and the words that it names. */
export type LineProblem = LinePlace &
  (
    | { code: 'amount_missing' | 'title_missing' | 'date_wrong' | 'same_account' }
    | { code: 'amount_wrong'; why: AmountFault }
    | { code: 'category_ambiguous' | 'account_ambiguous'; names: readonly string[] }
    | { code: 'account_unknown'; name: string }
  );

/** A line by itself, without what an entry of the past proposes. */
export type LineAlone = {
  reader: LineReader;
  today: string;
  amount: TypedAmount | null;
  date: WrittenDate | null;
  transfer: WrittenTransfer | null;
  /** Undefined where the line names none, or null if it says that there is none, or names several. */
  category: LineCategory | null | undefined;
  /** Undefined where the line names none, or null if it names several. */
  wallet: Wallet | null | undefined;
  account: LineAccount | null | undefined;
  tags: readonly string[];
  /** All that remains, in single spaces. */
  title: string;
  spans: readonly (LinePlace & { what: What })[];
  problems: readonly LineProblem[];
};

/** The newest entry of a title. The account is an id; the category is null if it is archived, too. */
export type PastEntry = {
  type: 'Expense' | 'Income';
  category: string | null;
  wallet: string | null;
  account: string;
};

/** Where a value comes from: the line, an entry of the past, or neither. */
export type LineSource = 'line' | 'past' | null;

/**
 * The content of a line: the entry that is recorded of it (product 4.17). The amount is in cents, the date an ISO date,
 * accounts are ids; what is missing or wrong is null. It is complete where it has no problems.
 */
export type Line = {
  type: 'Expense' | 'Income' | 'Transfer';
  amount: Cents | null;
  title: string | null;
  note: string | null;
  date: string | null;
  category: LineCategory | null;
  account: string | null;
  toAccount: string | null;
  wallet: Wallet | null;
  tags: string[];
  from: { category: LineSource; wallet: LineSource; account: LineSource };
  spans: (LinePlace & { what: What })[];
  problems: LineProblem[];
  warnings: (LinePlace & { code: 'future_date' })[];
  complete: boolean;
};
