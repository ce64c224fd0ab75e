import type { Carries, CarrySetting, Plans, Target } from './budget.ts';
import { type Categories, GIVEN_CATEGORIES } from './categories.ts';
import { EVERYDAY, EVERYDAY_KIND, EVERYDAY_NAME } from './constants.ts';
import { accountCounted, netted, type Posting, total } from './double-entry.ts';
import type { EarlierTerms } from './entity-states.ts';
import type { ValuesOf } from './fields.ts';
import { type Cents, safe, ZERO } from './money.ts';
import type { Mark } from './schedule.ts';

/** The income and expense of a usual month, in cents. */
export type MonthlyFigures = ValuesOf<'figures'>;

/** One of the user's accounts. */
export type AccountState = ValuesOf<'account'> & {
  /** May be below zero: only cash is refused when it exceeds the balance (product 4.1). */
  balance: Cents;
  /** The revision of the event that opened it, -1 of Everyday: accounts are in this order. */
  place: number;
};

/** An account as it is opened: a Loan is beside the budget, and others count in it, where `isBudgeted` is left out. */
export type NewAccount = Omit<ValuesOf<'account'>, 'isOpen' | 'isBudgeted'> & {
  isBudgeted?: boolean | undefined;
  openingBalance: Cents;
};

/** A transaction as it is now: its row in the read model without the id and the instants of recording and change. */
export type TransactionState = ValuesOf<'transaction'>;

/** A part of a split transaction. */
export type Part = NonNullable<TransactionState['parts']>[number];

/** A transfer as it is now. `from` and `to` are `everyday` or the ids of accounts. */
export type TransferState = ValuesOf<'transfer'>;

export type GoalState = ValuesOf<'goal'> & {
  currentAmount: Cents;
  /** The day the final amount was reached; unset while it isn't. */
  reachedOn?: string | undefined;
  /** The revision of the event that created it: goals are in this order. */
  place: number;
};

/** A rule as it is now. Its version counts its changes, from 1. */
export type RuleState = ValuesOf<'rule'> & { version: number };

/** A schedule as it is now. `place` is the revision of the event that added it: schedules are in this order. */
export type ScheduleState = ValuesOf<'schedule'> & { place: number; earlier: readonly EarlierTerms[] };

/** The payment for Premium: not begun, a checkout that is open, or paid. */
export type Payment =
  | { status: 'none' }
  | { status: 'open'; sessionId: string }
  | { status: 'paid'; sessionId: string };

/** A change-set of which some events are not appended yet. */
export type Unfinished = {
  changeSetId: string;
  /** The revision of its first event. */
  first: bigint;
  /** How many events it lacks. */
  left: number;
};

/**
 * The books of a ledger as commands see them. Loaded from a snapshot, `transactions` and `transfers` hold only what the
 * command needs, `occurrences` the same, and `rules`, `schedules` and the budget (`plans`, `carries`, `targets`) all or
 * none; folded from the stream, all of them.
 */
export type Books = {
  /** The key is `everyday` or the account's id. In the order of opening. */
  accounts: ReadonlyMap<string, AccountState>;
  /** The sum of all accounts. */
  balance: Cents;
  /** The sum of the amounts of all transactions, expenses too: while it is a safe integer, so is every statistic. */
  turnover: Cents;
  figures: MonthlyFigures | null;
  goals: ReadonlyMap<string, GoalState>;
  categories: Categories;
  /** The category that has the entries of one that was merged with it, by the id of that one. */
  merged: ReadonlyMap<string, string>;
  transactions: ReadonlyMap<string, TransactionState>;
  transfers: ReadonlyMap<string, TransferState>;
  /** In the order in which they are applied. */
  rules: ReadonlyMap<string, RuleState>;
  plans: Plans;
  carries: Carries;
  /** The targets of categories, by their ids. */
  targets: ReadonlyMap<string, Target>;
  schedules: ReadonlyMap<string, ScheduleState>;
  /** The marks of occurrences, by their ids; open ones are not among them. */
  occurrences: ReadonlyMap<string, Mark>;
  payment: Payment;
  unfinished: Unfinished | null;
  /** The revision of the first event that counts: the stream's first, or the last reset. */
  since: bigint;
};

/** Whether an account counts in the budget (product 12.1). */
export function isInBudget({ isBudgeted }: Pick<AccountState, 'isBudgeted'>): boolean {
  return isBudgeted !== false;
}

/** The accounts that stand beside the budget, by their keys. */
export function accountsBeside(accounts: Books['accounts']): ReadonlySet<string> {
  return new Set([...accounts].flatMap(([id, account]) => (isInBudget(account) ? [] : [id])));
}

/** Everyday before the first event. */
const EVERYDAY_STATE: AccountState = {
  name: EVERYDAY_NAME,
  kind: EVERYDAY_KIND,
  balance: ZERO,
  isOpen: true,
  place: -1,
};

/** The books before the first event. */
export const EMPTY_BOOKS: Books = {
  accounts: new Map([[EVERYDAY, EVERYDAY_STATE]]),
  balance: ZERO,
  turnover: ZERO,
  figures: null,
  goals: new Map(),
  categories: GIVEN_CATEGORIES,
  merged: new Map(),
  transactions: new Map(),
  transfers: new Map(),
  rules: new Map(),
  plans: new Map(),
  carries: new Map(),
  targets: new Map(),
  schedules: new Map(),
  occurrences: new Map(),
  payment: { status: 'none' },
  unfinished: null,
  since: 0n,
};

/** Books that are being folded. */
export type Draft = Omit<Books, keyof Copied> & Copied;

type Copied = {
  accounts: Map<string, AccountState>;
  goals: Map<string, GoalState>;
  transactions: Map<string, TransactionState>;
  transfers: Map<string, TransferState>;
  rules: Map<string, RuleState>;
  plans: Map<string, Cents>;
  carries: Map<string, CarrySetting>;
  targets: Map<string, Target>;
  schedules: Map<string, ScheduleState>;
  occurrences: Map<string, Mark>;
};

/** A copy of books that can be changed without changing them. */
export function draftOf(books: Books): Draft {
  const { figures, balance, turnover, categories, merged, payment, unfinished, since } = books;
  return {
    // Categories change seldom: an event replaces them.
    figures,
    balance,
    turnover,
    categories,
    merged,
    payment,
    unfinished,
    since,
    accounts: new Map(books.accounts),
    goals: new Map(books.goals),
    transactions: new Map(books.transactions),
    transfers: new Map(books.transfers),
    rules: new Map(books.rules),
    plans: new Map(books.plans),
    carries: new Map(books.carries),
    targets: new Map(books.targets),
    schedules: new Map(books.schedules),
    occurrences: new Map(books.occurrences),
  };
}

/** The account as events name it, which leave Everyday out. */
export function unlessEveryday(accountId: string | undefined): string | undefined {
  return accountId === EVERYDAY ? undefined : accountId;
}

/** The account of a ledger; Everyday where none is named. Throws where an event names one that no event opened. */
export function accountOf({ accounts }: Pick<Books, 'accounts'>, accountId: string = EVERYDAY): AccountState {
  const account = accounts.get(accountId);
  if (!account) throw new Error(`An event names account ${accountId}, which no event before it opened.`);
  return account;
}

/** Adds an amount in cents to an account, Everyday where none is named. Throws like `addToBalances`. */
export function addToBalance(draft: Draft, accountId: string | undefined, amount: Cents): void {
  if (amount === ZERO) return;
  const before = accountOf(draft, accountId);
  draft.accounts.set(accountId ?? EVERYDAY, { ...before, balance: safe(before.balance + amount) });
  draft.balance = safe(draft.balance + amount);
}

/**
 * Adds postings to the balances of accounts and to their sum. Throws where one of them leaves the safe integers, which
 * `whyNotPosted` lets no event lead to (product 4.10).
 */
export function addToBalances(draft: Draft, postings: readonly Posting[]): void {
  for (const { account, amount } of netted(postings)) {
    const accountId = accountCounted(account);
    if (accountId === null) continue;
    const before = accountOf(draft, accountId);
    draft.accounts.set(accountId, { ...before, balance: safe(BigInt(before.balance) + amount) });
  }
  draft.balance = safe(BigInt(draft.balance) + ofBalances(postings));
}

/**
 * Why the money of postings can't be moved: an account is closed, or no longer there, or a balance would leave the safe
 * integers. Null if it can (product 4.10, product 4.11).
 */
export function whyNotPosted(
  state: Pick<Books, 'accounts' | 'balance'>,
  postings: readonly Posting[],
): 'account_gone' | 'account_closed' | 'amount_too_large' | null {
  for (const { account, amount } of netted(postings)) {
    const accountId = accountCounted(account);
    if (accountId === null) continue;
    const before = state.accounts.get(accountId);
    if (!before) return 'account_gone';
    if (!before.isOpen) return 'account_closed';
    if (!isSafe(BigInt(before.balance) + amount)) return 'amount_too_large';
  }
  return isSafe(BigInt(state.balance) + ofBalances(postings)) ? null : 'amount_too_large';
}

/** The sum of postings on accounts, in cents. */
function ofBalances(postings: readonly Posting[]): bigint {
  return total(postings.filter(({ account }) => accountCounted(account) !== null));
}

const isSafe = (cents: bigint) => BigInt.asIntN(54, cents) === cents && cents !== -(2n ** 53n);

/** Inserts an account or a goal into a map that is ordered by `place`. */
export function insertByPlace<Value extends { place: number }>(
  values: Map<string, Value>,
  id: string,
  inserted: Value,
): void {
  const later = [...values].filter(([, { place }]) => place > inserted.place);
  for (const [id] of later) values.delete(id);
  values.set(id, inserted);
  for (const [id, value] of later) values.set(id, value);
}
