import type { Calendar, CategoryKind, Setter } from '#ledger/model/constants.ts';
import type { Cents } from '#ledger/model/money.ts';

/**
 * A question that an entry, or each part of a split, meets or not (product 5.15). Texts and tags are as
 * `comparableText` gives them; an empty `all` is met by every entry.
 */
export type Query = Condition | { all: readonly Query[] } | { any: readonly Query[] } | { not: Query };

/** The texts of an entry; `all` means in any of them. */
export type SearchedField = 'all' | 'title' | 'note' | 'counterparty';

/** A question without `and`, `or` or `not`. Ends of ranges are included, or null if a range is open. */
export type Condition =
  /** A whole word stands between other signs than letters and digits, see whole-words.ts. */
  | { is: 'text'; field: SearchedField; text: string; isWhole: boolean }
  | { is: 'amount'; from: Cents | null; to: Cents | null }
  | { is: 'date'; from: string | null; to: string | null }
  /** Ids. Null: transactions that have none and are not split. */
  | { is: 'category'; categories: readonly string[] | null }
  /** `everyday` or ids. */
  | { is: 'account'; accounts: readonly string[] }
  | { is: 'wallet'; wallet: string }
  | { is: 'type'; type: string }
  | { is: 'tag'; tag: string }
  /** An income of one of these categories, which are of expenses. */
  | { is: 'refund'; categories: readonly string[] }
  /** Some field with a value was set by one of these, or by a rule, of which the id is named. */
  | { is: 'set by'; setter: Setter }
  | { is: 'set by rule'; ruleId: string }
  /** Recorded or changed by `user`, `schedule`, a program, such as `token NAME`, or `token`, any program. */
  | { is: 'made by'; actor: string }
  | { is: 'receipt' | 'noted' | 'tagged' | 'split' | 'imported' | 'edited' };

/** The query that finds everything. */
export const EVERYTHING: Query = { all: [] };

/**
 * The meaning of names in a query: today in the user's zone, accounts (`everyday` or ids), closed ones too, and
 * categories, archived ones too.
 */
export type QueryNames = {
  today: string;
  /** How the user writes days; absent where it was never chosen. */
  calendar?: Calendar | undefined;
  accounts: readonly { accountId: string; name: string }[];
  categories: readonly { id: string; name: string; parent: string | undefined; kind: CategoryKind }[];
};

/** The parts of a query that aren't understood: plain words, and the first wrong character in UTF-16 units from 0. */
export type QueryProblem = { message: string; at: number };

/** Longest query in UTF-16 units, and most words, phrases and conditions in it (product 2.1). */
export const QUERY_MAX = 500;
export const QUERY_TERMS_MAX = 50;
