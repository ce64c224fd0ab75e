import type { LedgerEvent } from '#ledger/events.ts';
import {
  type ChangeSetKind,
  EVERYDAY,
  EVERYDAY_KIND,
  EVERYDAY_NAME,
  EXPENSE_CATEGORIES,
  INCOME_CATEGORIES,
} from '#ledger/model/constants.ts';
import { type BookTotals, UNUSED } from '#ledger/model/double-entry.ts';
import { canonical } from './canonical.ts';

/**
 * When an entry was made: the revision of the event that did, instants in microseconds, and the revision of the event
 * that gave it its values.
 */
export type PlacedEntity = { revision: bigint; recordedAt: string; changedAt: string | null; knownFrom: bigint };

/** A past state, which the event at revision `knownUntil` ended by a change or a deletion. */
export type AuditedEarlier<Row> = Row & { knownUntil: bigint };

/**
 * A transaction or a transfer in the audit, by the names of its columns: amounts in cents, parts and tags as JSON, null
 * for a field that the event leaves out. Of a transfer `accountId` is the account that the money leaves, `toAccount`
 * the account in which it arrives.
 */
export type AuditedEntry = PlacedEntity & {
  type: 'Expense' | 'Income' | 'Transfer';
  title: string | null;
  amount: bigint;
  category: string | null;
  wallet: string | null;
  date: string;
  receiptId: string | null;
  accountId: string;
  toAccount: string | null;
  parts: string | null;
  note: string | null;
  tags: string | null;
  /** Who set its fields, as JSON by column, or null if a person set all of them in the event that made it. */
  origins: string | null;
};

/** The fields of an entity in an event, each with a value, or null for none; numbers are amounts in cents. */
type Audited<Fields> = {
  [Name in keyof Fields]-?: Fields[Name] extends number
    ? bigint
    : NonNullable<Fields[Name]> | (undefined extends Fields[Name] ? null : never);
};

/** The fields of a goal. */
export type SavingFields = Audited<Omit<LedgerEvent<'GoalUpdated'>['data'], 'goalId' | 'reachedOn'>>;

/** A goal in the audit; `place` is the revision of the event that created it. */
export type AuditedSaving = SavingFields & { place: bigint; currentAmount: bigint; reachedOn: string | null };

/** The fields of an account. */
export type AccountFields = Audited<Omit<LedgerEvent<'AccountRestored'>['data'], 'accountId' | 'balance' | 'place'>>;

/** One of the user's accounts in the audit; `place` is the revision of the event that opened it, -1 of Everyday. */
export type AuditedAccount = AccountFields & { balance: bigint; place: bigint };

/** A category in the audit; `place` is the revision of the event that added it, below 0 of the specification's. */
export type AuditCategory = Audited<Omit<LedgerEvent<'CategoryRestored'>['data'], 'categoryId' | 'place'>> & {
  place: bigint;
};

/** The specification's categories (product 2.7): the id is the name, but for the Other of incomes. */
export const AUDITED_GIVEN: ReadonlyMap<string, AuditCategory> = new Map(
  [
    ...EXPENSE_CATEGORIES.map((name) => ({ id: String(name), name, kind: 'Expense' as const })),
    ...INCOME_CATEGORIES.map((name) => ({
      id: name === 'Other' ? 'Other income' : name,
      name,
      kind: 'Income' as const,
    })),
  ].map(({ id, ...category }, index, { length }) => [
    id,
    { ...category, parent: null, isArchived: false, position: null, place: BigInt(index - length) },
  ]),
);

/** A command of many events: its first event, and how many are still to come. */
export type Run = {
  kind: Extract<ChangeSetKind, 'undo' | 'import' | 'bulk' | 'proposal'>;
  changeSetId: string;
  first: bigint;
  left: number;
  /** Whether it gives fields the values, and those who set them, from before a rule that is removed. */
  takesBack: boolean;
  /** As in an undo's first event; empty for an import or a bulk. */
  chain: readonly string[];
  /** The ids of the conflicts that an undo answers. */
  answers: readonly string[];
  /** How many amounts of its chain's end an undo has moved by now. */
  moved: number;
};

export type PlanStep = {
  changeSetId: string;
  sets: boolean;
  amount: bigint;
  isOfMerge: boolean;
  /** The change-set at the end of the chain of the undo that planned it; null outside of undos. */
  undoes: string | null;
};

/** How many revisions a block has: the ledger is kept as it was after the last event of each. */
export const BLOCK_REVISIONS = 64n;

/** The ledger after the last event of a block. */
export type PastLedger = {
  columns: Readonly<Record<string, unknown>>;
  accounts: ReadonlyMap<string, AuditedAccount>;
  goals: ReadonlyMap<string, AuditedSaving>;
};

/** A rule by the names of its columns, but for its place: what it asks and does as JSON. */
type Rule = { ruleId: string; version: number; whenFound: string; thenSet: string; stops: boolean; isOn: boolean };

/** The row of what a rule did in a change-set. */
type RuleUse = { ruleId: string; changeSetId: string; count: number };

/** The row of a schedule. */
type Schedule = {
  scheduleId: string;
  place: bigint | null;
  post: string | null;
  said: string | null;
  earlier: string | null;
};

/** The row of an occurrence. */
type Occurrence = {
  scheduleId: string;
  nominal: string;
  mark: string | null;
  entryId: string | null;
  byItself: boolean;
};

/** The sums of a week, month or year over the events of a block, in cents; `at` is the revision of the last of them. */
type PastSums = { income: bigint; expense: bigint; at: bigint };

/** The row of the keys of rows of files in a block: of each 8 bytes of its hash and the place in the block, as text. */
type ImportedKeys = { block: string; keys: string; revision: bigint };

/** The row of what a bank said of an entry. */
type BankText = { revision: bigint; entryId: string; changeSetId: string; texts: string };

/** The row of an event. */
type Happened = { entityId: string | null; changeSetId: string; recordedAt: string; type: string; data: string };

/**
 * The state of one ledger, folded by the audit's own code, so that an error in `ledger/` or the projections is not
 * repeated here. Simple on purpose.
 */
export type AuditLedger = {
  /** The key is `everyday` or the account's id. */
  accounts: Map<string, AuditedAccount>;
  figures: { income: bigint; expense: bigint } | null;
  payment: { status: 'none' | 'open' | 'paid'; session: string | null };
  goals: Map<string, AuditedSaving>;
  categories: Map<string, AuditCategory>;
  /** The category that has the entries of one that was merged, by the id of that one. */
  merged: Map<string, string>;
  /** In the order in which they are applied. */
  rules: Rule[];
  /** The last version of every rule that was added, still there or not. */
  ruleVersions: Map<string, number>;
  /** Of how many entries a rule set something in a change-set. The key is `<rule> in <change-set>`. */
  ruleUses: Map<string, RuleUse>;
  /**
   * The amount that is planned for categories in months, and what carries over from them. The key is `<category>
   * <month>`.
   */
  plans: Map<string, { categoryId: string; month: string; amount: bigint }>;
  carries: Map<string, { categoryId: string; month: string; carry: string | null; place: bigint | null }>;
  /** The changes of each plan, in order: each sets it to an amount, or adds an amount. */
  planSteps: Map<string, PlanStep[]>;
  /** The targets of categories as JSON. */
  targets: Map<string, { categoryId: string; target: string | null }>;
  /** Schedules as JSON, null if they are removed. */
  schedules: Map<string, Schedule>;
  /** The marks of occurrences. The key is `<schedule> <nominal day>`. */
  occurrences: Map<string, Occurrence>;
  /** The key is the `entryName`. */
  entries: Map<string, AuditedEntry>;
  /**
   * The values of entries that rules replaced, each value as a text with its column, who had set it, and the event's
   * revision.
   */
  replaced: Set<string>;
  /** How many of them are transactions. */
  transactionCount: number;
  /** The sum of the amounts of all transactions, expenses too. */
  turnover: bigint;
  /** The largest time of recording of the events that count, as `toMilliseconds` writes it; null before the first. */
  knownAt: string | null;
  /** Past states of entries. The key is `<entryName> from <knownFrom>`. */
  pastEntries: Map<string, AuditedEarlier<AuditedEntry>>;
  /** The key is the revision of the last event of the block. */
  pastLedgers: Map<bigint, PastLedger>;
  /** The key names the period and the block: `week 2026-11-16 in block 0`. */
  pastSums: Map<string, PastSums>;
  /** The revision of the first event that dates an entry on a day. The key is the `knownDay`. */
  knownDays: Map<string, bigint>;
  /** All events since the last reset, by their revision. */
  events: Map<bigint, Happened>;
  /** The receipts that these events name, with the revision of the first that does. */
  receipts: Map<string, bigint>;
  /** The keys of the rows of files that these events record, by their block. */
  importedKeys: Map<string, ImportedKeys>;
  /** The texts of banks about entries in rows of files, by the revision of the event. */
  bankTexts: Map<string, BankText>;
  /** The last undo, import or bulk, also after its end. */
  run: Run | null;
  /** Every entity that was made, still there or not, by its label: its place, and the instant of its first event. */
  made: Map<string, { place: bigint; recordedAt: string }>;
  /** The amounts that deposits and balances set by hand added, by their command: in an import several, in order. */
  differences: Map<string, { accountId: string; amount: bigint }[]>;
  /** The confirmations of a day, in order, without those by undos. The key is `<accountId> <date>`. */
  said: Map<string, { changeSetId: string; balance: number | undefined }[]>;
  /** The change-sets that are out of force. */
  outOfForce: Set<string>;
  /**
   * The newest undo or redo of each change-set, the undo before each, and its answers to conflicts: whether a step of
   * the change-set counts, though the change-set is undone, and the undos that have taken it back.
   */
  undos: {
    newest: Map<string, string>;
    before: Map<string, string>;
    outcomes: Map<string, ReadonlyMap<string, { counts: boolean; by: readonly string[] }>>;
  };
  /** The totals of the book accounts after the same events. */
  books: BookTotals;
  /**
   * The revision of the event that changed a field last, by its name: `balance`, `goal <id>.title`,
   * `week 2026-11-16.income`.
   */
  touched: Map<string, bigint>;
  /** The revision of the first event that counts: the stream's first, or the last reset. */
  since: bigint;
};

const EVERYDAY_AT_FIRST: AuditedAccount = {
  name: EVERYDAY_NAME,
  kind: EVERYDAY_KIND,
  isOpen: true,
  isBudgeted: null,
  balance: 0n,
  place: -1n,
};

/** The state before the event at a revision, which is the first that counts. */
export function emptyLedger(since: bigint): AuditLedger {
  return {
    accounts: new Map([[EVERYDAY, EVERYDAY_AT_FIRST]]),
    figures: null,
    payment: { status: 'none', session: null },
    goals: new Map(),
    categories: new Map(AUDITED_GIVEN),
    merged: new Map(),
    rules: [],
    ruleVersions: new Map(),
    ruleUses: new Map(),
    plans: new Map(),
    planSteps: new Map(),
    carries: new Map(),
    targets: new Map(),
    schedules: new Map(),
    occurrences: new Map(),
    entries: new Map(),
    replaced: new Set(),
    transactionCount: 0,
    turnover: 0n,
    knownAt: null,
    pastEntries: new Map(),
    pastLedgers: new Map(),
    pastSums: new Map(),
    knownDays: new Map(),
    events: new Map(),
    receipts: new Map(),
    importedKeys: new Map(),
    bankTexts: new Map(),
    run: null,
    made: new Map(),
    differences: new Map(),
    said: new Map(),
    outOfForce: new Set(),
    undos: { newest: new Map(), before: new Map(), outcomes: new Map() },
    books: UNUSED,
    touched: new Map(),
    since,
  };
}

/** A field of an event that contradicts the events before it. */
export type Contradiction = { field: string; expected: string | null; found: string | null };

/** All accounts together, in cents. */
export function auditedBalance({ accounts }: AuditLedger): bigint {
  return [...accounts.values()].reduce((sum, { balance }) => sum + balance, 0n);
}

/** Whether the fields of Everyday are as before the first event; they are texts, numbers, yes or no, and null. */
const isAsAtFirst = (everyday: AuditedAccount) =>
  Object.entries(EVERYDAY_AT_FIRST).every(
    ([field, value]) => field === 'balance' || everyday[field as keyof AuditedAccount] === value,
  );

/**
 * The accounts of a ledger's row, in the order of opening: none while there is only Everyday with its first fields,
 * whose balance is the ledger's.
 */
export function accountsInOrder(accounts: ReadonlyMap<string, AuditedAccount>): [accountId: string, AuditedAccount][] {
  const everyday = accounts.get(EVERYDAY);
  if (accounts.size === 1 && everyday && isAsAtFirst(everyday)) return [];
  return [...accounts].sort(([, left], [, right]) => (left.place < right.place ? -1 : 1));
}

/** The columns of the ledger's row, but for its accounts, JSON as `canonical` writes it. */
export function ledgerColumns(ledger: AuditLedger): Record<string, unknown> {
  const { figures, payment, run } = ledger;
  return {
    balance: auditedBalance(ledger),
    turnover: ledger.turnover,
    income: figures?.income ?? null,
    expense: figures?.expense ?? null,
    payment_status: payment.status,
    payment_session: payment.session,
    transaction_count: ledger.transactionCount,
    unfinished:
      run && run.left > 0
        ? canonical({ changeSetId: run.changeSetId, first: Number(run.first), left: run.left })
        : null,
    categories: categoriesAsJson(ledger.categories),
    merged: canonical(Object.fromEntries(ledger.merged)),
    since: ledger.since,
    known_at: ledger.knownAt,
  };
}

/** Own categories, and archived or placed ones of the specification, in the order of their revisions. */
function categoriesAsJson(categories: AuditLedger['categories']): string {
  const listedCategories = [...categories].filter(
    ([id, { isArchived, position }]) => isArchived || position !== null || !AUDITED_GIVEN.has(id),
  );
  listedCategories.sort(([, left], [, right]) => (left.place < right.place ? -1 : 1));
  return canonical(
    listedCategories.map(([categoryId, { parent, place, position, ...category }]) => ({
      categoryId,
      ...category,
      place: Number(place),
      ...(parent !== null && { parent }),
      ...(position !== null && { position }),
    })),
  );
}

/** The name of an entry: what findings call it. */
export function entryName(type: string | null | undefined, entryId: string): string {
  return `${type === 'Transfer' ? 'transfer' : 'transaction'} ${entryId}`;
}

/** The name of a day on which entries of an account are dated; of all accounts where none is named. */
export function knownDay(date: string, accountId: string): string {
  return accountId === '' ? date : `${date} of ${accountId}`;
}

/** The book account of an account's money is named by this and the account's id. */
export const AUDITED_BALANCE = 'Balance ';

/**
 * Compares the book accounts of double entry with the state, and gives those that differ. Income and Expenses have to
 * be the sums of the transactions that are there.
 */
export function disagreements({ books, accounts, goals, entries }: AuditLedger): Contradiction[] {
  const expected: Record<string, bigint> = { Goals: 0n, Income: 0n, Expenses: 0n };
  for (const account of Object.keys(books)) if (account.startsWith(AUDITED_BALANCE)) expected[account] = 0n;
  for (const [accountId, { balance }] of accounts) expected[`${AUDITED_BALANCE}${accountId}`] = balance;
  for (const { currentAmount } of goals.values()) expected.Goals = (expected.Goals ?? 0n) + currentAmount;
  for (const { type, amount } of entries.values()) {
    if (type === 'Expense') expected.Expenses = (expected.Expenses ?? 0n) + amount;
    else if (type === 'Income') expected.Income = (expected.Income ?? 0n) - amount;
  }
  const totals: Readonly<Record<string, bigint | undefined>> = books;
  return Object.entries(expected)
    .filter(([account, amount]) => (totals[account] ?? 0n) !== amount)
    .map(([account, amount]) => ({
      field: `account ${account}`,
      expected: `${totals[account] ?? 0n}`,
      found: `${amount}`,
    }));
}
