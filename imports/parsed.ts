import type { Target } from '#ledger/model/budget.ts';
import type { AccountKind, Carry, ImportFormat } from '#ledger/model/constants.ts';
import type { EarlierTerms } from '#ledger/model/entity-states.ts';
import type { ValuesOf, Whole } from '#ledger/model/fields.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { SetFields } from '#ledger/model/origins.ts';

/**
 * An account as a file has it. Rows and statements name it by `key`, which is stable: another file of it has the same.
 */
export type ParsedAccount = {
  /** An IBAN, a number with its bank, or a name; '' where the file says nothing of its account, as most CSV files. */
  key: string;
  /** The name that a user would give it, at most 30 characters. */
  name: string;
  /** ISO 4217, such as `EUR`, or null if the file doesn't say. */
  currency: string | null;
  /** The kind of account, or null if the file doesn't say. */
  kind: AccountKind | null;
  /** Its other fields in Daybook's own export; absent for files of others. */
  own?: OwnAccount;
};

/** The fields of an account that only Daybook's own export has. */
export type OwnAccount = Omit<ValuesOf<'account'>, 'name' | 'kind' | 'isOpen' | 'isBudgeted'> & {
  isBudgeted: boolean;
};

/**
 * A category as a file has it, on two levels at most: its name, at most 30 characters, the name of the group above it,
 * and whether the file says that it is of expenses or of incomes.
 */
export type ParsedCategory = { name: string; parent: string | null; kind: 'Expense' | 'Income' | null };

/** A part of a split row: its amount is positive and all add up to the row's, whatever its sign. */
export type ParsedPart = { amount: Cents; category: ParsedCategory | null; note: string | null };

/**
 * A row of a file: one entry of one account. `line` is the line on which it begins where the format has lines, else the
 * number of the entry, from 1; it names the row, so each row has another, in ascending order.
 */
export type ParsedRow = {
  line: number;
  /** The `key` of its account. */
  account: string;
  /** The day on which the bank booked it, `2026-11-20`, or null if it can't be read. */
  date: string | null;
  /** The change of the account in cents, below 0 for an expense, or null if it can't be read. */
  amount: Cents | null;
  /**
   * The title of its entry, in one line: whitespace is collapsed, control characters are left out; not shortened. May
   * be ''.
   */
  title: string;
  /** The file's text beyond the title, in one line; absent or null if there is none. */
  text?: string | null;
  /**
   * The title that goes into the row's key (product 11.4), where earlier readers gave the row another title; absent
   * where it is the title.
   */
  keyTitle?: string;
  /** The payer or the payee, or null if the file doesn't say. */
  counterparty: string | null;
  /** The bank's own id of it, or null if there is none, or one that says nothing (`NONREF`, `NOTPROVIDED`, `0`). */
  bankId: string | null;
  /** The category as the file has it, or null if it has none. */
  category: ParsedCategory | null;
  /** Its parts where the file splits it over categories; else null. */
  parts: ParsedPart[] | null;
  /** The row as the file has it where columns can be mapped in several ways (CSV); else null. */
  raw: string | null;
  /**
   * The `line` of the other half where the file itself says that this is a transfer between two of its accounts; else
   * null.
   */
  otherHalf: number | null;
  /** The id that the entry had in Daybook; null for files of others. */
  entryId: string | null;
  /** The note that the file has beside its title and text, of several lines; absent or null if there is none. */
  note?: string | null;
  /** The tags as the file has them; absent where there are none. */
  tags?: readonly string[];
  /** The expense or the income as Daybook's own export has it; absent or null for files of others. */
  own?: ValuesOf<'transaction'> | null;
  /** Who set the fields of its entry there, and those that this doesn't name; absent for files of others. */
  set?: { fields: SetFields; others: 'hand' | 'import' };
  /** Why the bank has not booked it, as a sentence; absent or null if it has. */
  notBooked?: string | null;
  /** Why it can't be imported, as a sentence, and the column or field that is wrong; null for a row that can. */
  invalid: { column: string | null; reason: string } | null;
};

/** The balances of an account at the beginning and the end of a run of rows, in cents, as the file has them. */
export type ParsedStatement = {
  account: string;
  opening: Cents | null;
  closing: Cents | null;
  /** The first and the last day of it, for which the balances hold, or null if the file doesn't say. */
  from: string | null;
  to: string | null;
  /** The lines of its rows, or null for all rows of the account. */
  lines: readonly number[] | null;
};

/** Something that has to be asked, since the file can be read in several ways. */
export type Question = {
  id:
    | 'day-order'
    | 'amount-column'
    | 'decimal-mark'
    | 'direction'
    | 'card'
    | 'currency'
    | 'encoding'
    | 'unit'
    | 'status'
    | 'year'
    | 'account'
    | 'payments'
    | 'other-currency';
  /** The account that it is about, or null if it is about the file. */
  account: string | null;
  /** A sentence that ends in a question mark. */
  text: string;
  /** The possible answers, with a label for each. */
  choices: readonly { value: string; label: string }[];
  /** The answer in effect: given, remembered, or assumed for the preview. */
  answer: string | null;
  /** Whether nothing can be imported until it is answered. */
  isOpen: boolean;
};

/** The columns of a CSV file by role, counted from 0, and the notation of its values. */
export type Mapping = {
  delimiter?: string | undefined;
  decimalMark?: '.' | ',' | undefined;
  skipLines?: number | undefined;
  skipLastLines?: number | undefined;
  dateOrder?: 'ymd' | 'dmy' | 'mdy' | undefined;
  columns: {
    date: number;
    amount?: number | undefined;
    debit?: number | undefined;
    credit?: number | undefined;
    title?: number | undefined;
    balance?: number | undefined;
    id?: number | undefined;
    counterparty?: number | undefined;
    /** Holds one of `debitWords` where the amount of `amount` is spent. */
    sign?: number | undefined;
    /** Fees that left the account beside the amount; of this and the others null is for none. */
    fee?: number | null | undefined;
    account?: number | null | undefined;
    currency?: number | null | undefined;
    category?: number | null | undefined;
    /** A category below the category of `category`. */
    subcategory?: number | null | undefined;
    note?: number | null | undefined;
    tags?: number | null | undefined;
    /** Says in one of `notBookedWords` that the bank has not booked an entry. */
    status?: number | null | undefined;
  };
  /** Why the columns of money were chosen, as a sentence, where balances went before headers. */
  because?: string | undefined;
  negate?: boolean | undefined;
  /** Columns of amounts whose signs are turned, beside `negate`, which turns the entry's. */
  negated?: readonly number[] | undefined;
  debitWords?: readonly string[] | undefined;
  notBookedWords?: readonly string[] | undefined;
  /** Any name of the encoding of the file. */
  encoding?: string | undefined;
  /** The year of the last days, where days have none. */
  year?: number | undefined;
  unit?: 'whole' | 'cents' | undefined;
  /** Separates thousands where no other program's mark does; it is no digit, sign or decimal mark. */
  thousandsMark?: string | undefined;
  /** The line of the header; 0 where there is none. */
  headerLine?: number | undefined;
};

/** A column as a user sees it who maps it: its header, '' where there is none, and the first cells of it. */
export type Sample = { column: number; header: string; cells: readonly string[] };

/** Answers to questions by their ids; the answer to `account` may have a value for each account's key. */
export type Answers = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** The input of a parser beside the file. */
export type ParseOptions = {
  fileName: string;
  /** Given by the user for this file, or remembered for files of its kind; only CSV has one. */
  mapping: Mapping | null;
  answers: Answers;
  /** The caller's day, an ISO date, by which a missing year is told; absent where nothing is asked. */
  today?: string;
};

/** A goal of Daybook's own export, in cents; it is made as it is. */
export type ParsedGoal = ValuesOf<'goal'> & {
  goalId: string;
  /** The money put aside for it, in cents, by the account's key. */
  saved: readonly { account: string; amount: Cents }[];
};

/** A category of Daybook's own export, which may be one of the specification's. */
export type ExportedCategory = ParsedCategory &
  Pick<Whole<ValuesOf<'category'>>, 'kind' | 'isArchived' | 'position'> & { categoryId: string };

/** A rule of Daybook's own export, with the ids of its categories and accounts there. */
export type ExportedRule = ValuesOf<'rule'> & { ruleId: string; version: number };

/** A schedule of Daybook's own export, with its ids there. A mark has the entry that it became, null for none. */
export type ExportedSchedule = ValuesOf<'schedule'> & {
  scheduleId: string;
  earlier: readonly EarlierTerms[];
  marks: readonly { nominal: string; entry: string | null }[];
};

/**
 * The budget of a file, by categories of expenses, null for what has none: what is planned in months, in cents; what
 * carries over from a month on, in the order in which that was said; and targets.
 */
export type ParsedBudget = {
  plans: readonly { category: ParsedCategory | null; month: string; amount: Cents }[];
  carries: readonly { category: ParsedCategory | null; month: string; carry: Carry }[];
  targets: readonly { category: ParsedCategory | null; target: Target }[];
};

/** A parsed file. Parsers are pure functions of the file's bytes. */
export type ParsedFile = {
  format: ImportFormat;
  /** The detected properties, such as `{ encoding: 'windows-1252', delimiter: ';' }`, to be shown. */
  dialect: Readonly<Record<string, string | number | boolean>>;
  /** The full mapping of a CSV file; null for other formats. */
  mapping: Mapping | null;
  /** The columns of a CSV file; for other formats none. */
  samples: readonly Sample[];
  /**
   * The identity of files of this kind (such as a header's columns), by which a mapping is remembered, or null if there
   * is none.
   */
  kindOfFile: string | null;
  questions: readonly Question[];
  /** Sentences about parts of the file that were not read or are doubtful, other than single rows. */
  remarks?: readonly string[];
  accounts: readonly ParsedAccount[];
  rows: readonly ParsedRow[];
  statements: readonly ParsedStatement[];
  /** Null or absent where the file has none. */
  budget?: ParsedBudget | null;
  /**
   * Only in Daybook's own export: its goals, the monthly figures, the last balance of each account in cents, by key,
   * the categories, and the rules and the schedules in their order.
   */
  books: {
    goals: readonly ParsedGoal[];
    figures: { income: Cents; expense: Cents } | null;
    balances: ReadonlyMap<string, Cents>;
    categories: readonly ExportedCategory[];
    rules: readonly ExportedRule[];
    schedules: readonly ExportedSchedule[];
  } | null;
};

/** A file that can't be read, with one clear sentence for the user. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}

/**
 * A format's reader: gives null if the bytes are not of its format. Throws UnreadableFile where they are, but
 * broken.
 */
export type Reader = (bytes: Uint8Array, options: ParseOptions) => ParsedFile | null | Promise<ParsedFile | null>;
