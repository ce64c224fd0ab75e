import type { AccountKind, ImportFormat } from '#ledger/model/constants.ts';
import type { ValuesOf } from '#ledger/model/fields.ts';
import type { Cents } from '#ledger/model/money.ts';

/**
 * An account as a file has it. Rows and statements name it by `key`, which is stable: another file of it has the same.
 */
export type ParsedAccount = {
  /** An IBAN, a number with its bank, or a name; '' where the file says nothing of its account, as most CSV files. */
  key: string;
  /** What a user would call it, at most 30 characters. */
  name: string;
  /** ISO 4217, such as `EUR`; null where the file doesn't say. */
  currency: string | null;
  /** What the file says of its kind; null where it says nothing. */
  kind: AccountKind | null;
};

/** A part of a split row: its amount is positive and all add up to the row's, whatever its sign. */
export type ParsedPart = { amount: Cents; category: string | null; note: string | null };

/**
 * A row of a file: one entry of one account. `line` is the line on which it begins where the format has lines, else the
 * number of the entry, from 1; it names the row, so each row has another, in ascending order.
 */
export type ParsedRow = {
  line: number;
  /** The `key` of its account. */
  account: string;
  /** The day on which the bank booked it, `2026-11-20`; null where it can't be read. */
  date: string | null;
  /** In cents: what it adds to the account, below 0 for what was spent. Null where it can't be read. */
  amount: Cents | null;
  /**
   * The title of its entry, in one line: whitespace is collapsed, control characters are left out; not shortened. May
   * be ''.
   */
  title: string;
  /** What the file says of it beside the title, in one line; absent or null where that is all. */
  text?: string | null;
  /**
   * The title by which it is known when it comes again, where readers before gave it another; absent where it is the
   * title.
   */
  keyTitle?: string;
  /** Who paid or was paid; null where the file doesn't say. */
  counterparty: string | null;
  /** The bank's own id of it; null where there is none, or one that says nothing (`NONREF`, `NOTPROVIDED`, `0`). */
  bankId: string | null;
  /** The category as the file has it; null where it has none. */
  category: string | null;
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
  /** The expense or the income as Daybook's own export has it; absent or null for files of others. */
  own?: ValuesOf<'transaction'> | null;
  /** Why it can't be imported, as a sentence, and the column or field that is wrong; null for a row that can. */
  invalid: { column: string | null; reason: string } | null;
};

/** What a file says of an account's balance at the beginning and at the end of a stretch of rows, in cents. */
export type ParsedStatement = {
  account: string;
  opening: Cents | null;
  closing: Cents | null;
  /** The first and the last day of it, for which the balances hold; null where the file doesn't say. */
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
    | 'currency'
    | 'encoding'
    | 'account'
    | 'other-currency';
  /** The account that it is about; null where it is about the file. */
  account: string | null;
  /** As a sentence that ends in a question mark. */
  text: string;
  /** What can be answered, with a label for each. */
  choices: readonly { value: string; label: string }[];
  /** The answer in effect: given, remembered, or assumed for the preview. */
  answer: string | null;
  /** Whether nothing can be imported until it is answered. */
  isOpen: boolean;
};

/** Which column of a CSV file holds what, counted from 0, and how to read it. */
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
  };
  negate?: boolean | undefined;
  debitWords?: readonly string[] | undefined;
};

/** A column as a user sees it who maps it: its header, '' where there is none, and the first cells of it. */
export type Sample = { column: number; header: string; cells: readonly string[] };

/** Answers to questions by their ids; that of `account` may be one for each account's key. */
export type Answers = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** What a parser is given beside the file. */
export type ParseOptions = {
  fileName: string;
  /** Given by the user for this file, or remembered for files of its kind; only CSV has one. */
  mapping: Mapping | null;
  answers: Answers;
};

/** A goal of Daybook's own export, in cents; it is made as it is. */
export type ParsedGoal = {
  goalId: string;
  title: string;
  finalAmount: Cents;
  category: string | null;
  description: string | null;
  /** What was put aside for it, by the account's key. */
  saved: readonly { account: string; amount: Cents }[];
};

/** What a file holds. Pure parsers make it of the file's bytes. */
export type ParsedFile = {
  format: ImportFormat;
  /** What was detected, such as `{ encoding: 'windows-1252', delimiter: ';' }`, to be shown. */
  dialect: Readonly<Record<string, string | number | boolean>>;
  /** Of a CSV file: how it is read, in full; for other formats null. */
  mapping: Mapping | null;
  /** The columns of a CSV file; for other formats none. */
  samples: readonly Sample[];
  /**
   * What names files of this kind (such as a header's columns), by which a mapping is remembered; null where there is
   * none.
   */
  kindOfFile: string | null;
  questions: readonly Question[];
  /** What of the file is not read, or doubtful, beside single rows: a sentence each. */
  remarks?: readonly string[];
  accounts: readonly ParsedAccount[];
  rows: readonly ParsedRow[];
  statements: readonly ParsedStatement[];
  /** Of Daybook's own export: its goals, the monthly figures, and the balance of each account at its end, by key. */
  books: {
    goals: readonly ParsedGoal[];
    figures: { income: Cents; expense: Cents } | null;
    balances: ReadonlyMap<string, Cents>;
  } | null;
};

/** A file that can't be read, with one clear sentence for the user. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
}

/**
 * A format's reader: gives null where the bytes are not of its format. Throws UnreadableFile where they are, but
 * broken.
 */
export type Reader = (bytes: Uint8Array, options: ParseOptions) => ParsedFile | null | Promise<ParsedFile | null>;
