import { EMPTY, type LedgerState } from '#ledger/history.ts';
import { type Categories, type CategoryState, GIVEN_CATEGORIES, isGiven } from '#ledger/model/categories.ts';
import { EVERYDAY } from '#ledger/model/constants.ts';
import { isSame } from '#ledger/model/entity-states.ts';
import { valuesIn } from '#ledger/model/fields.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { AccountState, Payment } from '#ledger/model/state.ts';
import type { BudgetOfLedger } from './budget.ts';
import { type GoalRow, goalOf, goalRows } from './goals.ts';
import {
  added,
  defineTable,
  idColumn,
  instantColumn,
  integerColumn,
  json,
  nullable,
  type Row,
  revision,
  textColumn,
} from './table.ts';
import { READ_MODEL_VERSION } from './version.ts';

/** An account in the row of its ledger. */
type AccountOfRow = AccountState & { accountId: string };

/** A category in the row of its ledger. */
type CategoryOfRow = Omit<CategoryState, 'parent'> & { categoryId: string; parent?: string | undefined };

/** A row for each ledger: how far its rows have come, and all of its state that is neither a goal nor a transaction. */
export const ledgers = defineTable(
  'ledgers',
  {
    ledgerId: idColumn(),
    revision: revision(),
    foldVersion: textColumn(),
    balance: integerColumn<Cents>(),
    turnover: integerColumn<Cents>(),
    income: nullable(integerColumn<Cents>()),
    expense: nullable(integerColumn<Cents>()),
    paymentStatus: textColumn<Payment['status']>(),
    paymentSession: nullable(textColumn()),
    transactionCount: integerColumn(),
    /** The user's accounts; empty while there is only Everyday under its first name, which has the whole balance. */
    accounts: added(json<readonly AccountOfRow[]>(), `'[]'`),
    /** Own categories, and the specification's that are archived. */
    categories: added(json<readonly CategoryOfRow[]>(), `'[]'`),
    /** The category that has the entries of one that was merged, by the id of that one. */
    merged: added(json<Readonly<Record<string, string>>>(), `'{}'`),
    /** A change-set of which some events are not there yet. */
    unfinished: nullable(json<{ changeSetId: string; first: number; left: number }>()),
    /** The revision of the first event that counts. */
    since: added(revision(), '0'),
    /** The largest time of recording of the events that count: the moment since which all of this is known. */
    knownAt: nullable(instantColumn()),
  },
  ['ledgerId'],
);
export type LedgerRow = Row<typeof ledgers>;

/** The row of a ledger, with its goals, as it was after the last event of each block (decision 19). */
export const pastLedgers = defineTable(
  'past_ledgers',
  { ...ledgers.columns, goals: json<readonly GoalRow[]>() },
  ['ledgerId', 'revision'],
  { indexes: { past_ledgers_by_time: 'ledger_id, known_at, revision' } },
);
export type PastLedgerRow = Row<typeof pastLedgers>;

/** The row of a ledger's state. */
export function ledgerRow(
  ledgerId: string,
  revision: bigint,
  { accounts, balance, turnover, figures, categories, merged, payment, unfinished, since }: LedgerState,
  transactionCount: number,
  knownAt: string | null,
): LedgerRow {
  return {
    ledgerId,
    revision,
    foldVersion: READ_MODEL_VERSION,
    balance,
    turnover,
    income: figures?.income ?? null,
    expense: figures?.expense ?? null,
    paymentStatus: payment.status,
    paymentSession: payment.status === 'none' ? null : payment.sessionId,
    transactionCount,
    accounts: isOnlyEveryday(accounts) ? [] : [...accounts].map(rowOfAccount),
    categories: categories === GIVEN_CATEGORIES ? [] : rowsOfCategories(categories),
    merged: Object.fromEntries(merged),
    unfinished: unfinished && { ...unfinished, first: Number(unfinished.first) },
    since,
    knownAt,
  };
}

/** The row of a ledger at the end of a block. */
export function pastLedgerRow(
  ledgerId: string,
  revision: bigint,
  state: LedgerState,
  transactionCount: number,
  knownAt: string | null,
): PastLedgerRow {
  return { ...ledgerRow(ledgerId, revision, state, transactionCount, knownAt), goals: goalRows(ledgerId, state) };
}

/** The parts of a ledger that aren't loaded with its row. */
type Loaded = BudgetOfLedger &
  Pick<LedgerState, 'transactions' | 'transfers' | 'rules' | 'schedules' | 'occurrences' | 'history'>;

/** The state of a row, with the ledger's goals, oldest first, and what else was loaded. */
export function stateOf(row: LedgerRow, goals: readonly GoalRow[], needed: Loaded = EMPTY): LedgerState {
  const { balance, turnover, income, expense, unfinished, since } = row;
  return {
    accounts: accountsOf(row),
    balance,
    turnover,
    figures: income === null || expense === null ? null : { income, expense },
    goals: new Map(goals.map((goal) => [goal.goalId, goalOf(goal)])),
    categories: storedCategories(row.categories),
    merged: new Map(Object.entries(row.merged)),
    transactions: needed.transactions,
    transfers: needed.transfers,
    rules: needed.rules,
    plans: needed.plans,
    carries: needed.carries,
    targets: needed.targets,
    schedules: needed.schedules,
    occurrences: needed.occurrences,
    payment: paymentOf(row),
    unfinished: unfinished && { ...unfinished, first: BigInt(unfinished.first) },
    since,
    history: needed.history,
  };
}

/** Whether a row was folded by this code. Commands don't start from rows that other code folded. */
export function isOwnFold({ foldVersion }: LedgerRow): boolean {
  return foldVersion === READ_MODEL_VERSION;
}

function paymentOf({ paymentStatus: status, paymentSession: sessionId }: LedgerRow): Payment {
  if (status === 'none' || sessionId === null) return { status: 'none' };
  return { status, sessionId };
}

const [EVERYDAY_AT_FIRST] = EMPTY.accounts.values();

/** Whether a ledger has no other account than Everyday, whose fields are as at first. */
function isOnlyEveryday(accounts: LedgerState['accounts']): boolean {
  const everyday = accounts.get(EVERYDAY);
  if (accounts.size !== 1 || !everyday || !EVERYDAY_AT_FIRST) return false;
  return isSame('account', everyday, EVERYDAY_AT_FIRST);
}

function accountsOf({ accounts, balance }: LedgerRow): LedgerState['accounts'] {
  if (accounts.length > 0) return new Map(accounts.map(({ accountId, ...account }) => [accountId, account]));
  return new Map([...EMPTY.accounts].map(([accountId, account]) => [accountId, { ...account, balance }]));
}

/** In one order of its properties, whichever events set them: equal rows have equal texts. */
function rowOfAccount([accountId, account]: [string, AccountState]): AccountOfRow {
  const { balance, place } = account;
  return { accountId, ...valuesIn('account', account), balance, place };
}

function rowsOfCategories(categories: Categories): CategoryOfRow[] {
  return [...categories]
    .filter(([categoryId, { isArchived, position }]) => isArchived || position !== undefined || !isGiven(categoryId))
    .map(([categoryId, category]) => ({ categoryId, ...valuesIn('category', category), place: category.place }));
}

/** All categories from a ledger's row, in the order of their places. */
export function storedCategories(rows: readonly CategoryOfRow[]): Categories {
  if (rows.length === 0) return GIVEN_CATEGORIES;
  const categories = new Map(GIVEN_CATEGORIES);
  for (const { categoryId, parent, position, ...category } of rows) {
    categories.set(categoryId, { ...category, parent, position });
  }
  return categories;
}
