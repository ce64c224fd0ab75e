import { type EventMetadata, type EventType, type LedgerEvent, postingsOf } from '../../ledger/events.ts';
import {
  EVERYDAY,
  EVERYDAY_KIND,
  EVERYDAY_NAME,
  EXPENSE_CATEGORIES,
  INCOME_CATEGORIES,
  PARTS_MAX,
  PARTS_MIN,
} from '../../ledger/model/constants.ts';
import { type BookTotals, posted, total, UNUSED } from '../../ledger/model/double-entry.ts';
import { LARGEST_AMOUNT } from '../../ledger/model/money.ts';
import type { ImportedRow } from '../../ledger/model/values.ts';
import { periodsOf } from './calendar.ts';
import { canonical, columnOf } from './canonical.ts';
import { toMicroseconds, toMilliseconds } from './instants.ts';

/**
 * What a transaction and a transfer have in common: the revision of the event that made it, instants in microseconds, and the
 * revision of the event that gave it its values.
 */
type Placed = { revision: bigint; recordedAt: string; changedAt: string | null; knownFrom: bigint };

/** What something was before the event at `knownUntil` changed or deleted it. */
type Earlier<Thing> = Thing & { knownUntil: bigint };

/** A transaction in the audit, by the names of its columns: amounts in cents, parts as JSON, null for what the event leaves out. */
export type Entry = Placed & {
  type: 'Expense' | 'Income';
  title: string;
  amount: bigint;
  category: string | null;
  wallet: string | null;
  date: string;
  receiptId: string | null;
  accountId: string;
  parts: string | null;
};

/** A transfer in the audit. */
export type Transfer = Placed & {
  fromAccount: string;
  toAccount: string;
  amount: bigint;
  date: string;
  title: string | null;
};

/** A goal in the audit; `place` is the revision of the event that created it. */
export type Saving = {
  place: bigint;
  title: string;
  finalAmount: bigint;
  currentAmount: bigint;
  category: string | null;
  description: string | null;
  reachedOn: string | null;
};

/** One of the user's accounts in the audit; `place` is the revision of the event that opened it, -1 of Everyday. */
export type Account = { name: string; kind: string; balance: bigint; isOpen: boolean; place: bigint };

/**
 * A command of many events, an undo or an import: its first event, and how many are still to come. `chain` as in the undo's
 * first event.
 */
type Run = { type: 'ChangeSetUndone' | 'FileImported'; changeSetId: string; first: bigint; left: number } & {
  chain: readonly string[];
  /** How many amounts of its chain's end an undo has moved by now. */
  moved: number;
};

/** How many revisions a block has: the ledger is kept as it was after the last event of each. */
const BLOCK_REVISIONS = 64n;

/** The ledger after the last event of a block. */
export type PastLedger = {
  columns: Readonly<Record<string, unknown>>;
  accounts: ReadonlyMap<string, Account>;
  goals: ReadonlyMap<string, Saving>;
};

/** What the events of a block have added to a week, month or year, in cents, and the revision of the last that did. */
type PastSums = { income: bigint; expense: bigint; at: bigint };

/** The row of a key of a row of a file, without the key. */
type ImportedKey = { key: string; revision: bigint };

/** The row of an event. */
type Happened = { entityId: string | null; changeSetId: string; recordedAt: string; type: string; data: string };

/**
 * The state of one ledger, folded by the audit's own code, so that an error in `ledger/` or the projections is not repeated
 * here. Simple on purpose.
 */
export type AuditLedger = {
  /** By `everyday` or the account's id. */
  accounts: Map<string, Account>;
  figures: { income: bigint; expense: bigint } | null;
  payment: { status: 'none' | 'open' | 'paid'; session: string | null };
  goals: Map<string, Saving>;
  entries: Map<string, Entry>;
  transfers: Map<string, Transfer>;
  /** The sum of the amounts of all transactions, expenses too. */
  turnover: bigint;
  /** The largest time of recording of the events that count, in milliseconds as Postgres writes it; null before the first. */
  knownAt: string | null;
  /** What transactions and transfers were, by `<id> from <knownFrom>`. */
  pastEntries: Map<string, Earlier<Entry>>;
  pastTransfers: Map<string, Earlier<Transfer>>;
  /** By the revision of the last event of the block. */
  pastLedgers: Map<bigint, PastLedger>;
  /** By the names of the period and the block: `week 2026-11-16 in block 0`. */
  pastSums: Map<string, PastSums>;
  /** The revision of the first event that dates an entry so: by the name of `knownDay`. */
  knownDays: Map<string, bigint>;
  /** All events since the last reset, by their revision. */
  events: Map<bigint, Happened>;
  /** The receipts that these events name, with the revision of the first that does. */
  receipts: Map<string, bigint>;
  /** The keys of the rows of files that these events record, by `<key> from <revision>`. */
  importedKeys: Map<string, ImportedKey>;
  /** The last undo or import, also after its end. */
  run: Run | null;
  /** What was made, whether or not it is still there, by its name: its place, and when it was recorded first. */
  made: Map<string, { place: bigint; recordedAt: string }>;
  /** What deposits and balances set by hand have added, by their command: in an import several, in their order. */
  differences: Map<string, { accountId: string; amount: bigint }[]>;
  /** What was said of the balance of an account on a day, but by undos, by both; and the change-sets that are out of force. */
  said: Map<string, { changeSetId: string; balance: number | undefined }[]>;
  outOfForce: Set<string>;
  /** The totals of the book accounts after the same events. */
  books: BookTotals;
  /** The revision of the event that changed a field last, by its name: `balance`, `goal <id>.title`, `week 2026-11-16.income`. */
  touched: Map<string, bigint>;
  /** The revision of the first event that counts: the stream's first, or the last reset. */
  since: bigint;
};

/** The state before the event at a revision, which is the first that counts. */
export function emptyLedger(since: bigint): AuditLedger {
  const everyday = { name: EVERYDAY_NAME, kind: EVERYDAY_KIND, balance: 0n, isOpen: true, place: -1n };
  return {
    accounts: new Map([[EVERYDAY, everyday]]),
    figures: null,
    payment: { status: 'none', session: null },
    goals: new Map(),
    entries: new Map(),
    transfers: new Map(),
    turnover: 0n,
    knownAt: null,
    pastEntries: new Map(),
    pastTransfers: new Map(),
    pastLedgers: new Map(),
    pastSums: new Map(),
    knownDays: new Map(),
    events: new Map(),
    receipts: new Map(),
    importedKeys: new Map(),
    run: null,
    made: new Map(),
    differences: new Map(),
    said: new Map(),
    outOfForce: new Set(),
    books: UNUSED,
    touched: new Map(),
    since,
  };
}

/** A field of an event that contradicts the events before it. */
export type Contradiction = { field: string; expected: string | null; found: string | null };

/** Applies an event to the state, and gives what in it contradicts the events before it. */
export function apply(
  ledger: AuditLedger,
  event: LedgerEvent,
  metadata: Pick<EventMetadata, 'commandId' | 'recordedAt'>,
  revision: bigint,
): Contradiction[] {
  const application = new Application(ledger, metadata, revision);
  application.apply(event);
  return application.contradictions;
}

/** All accounts together, in cents. */
export function balanceOf({ accounts }: AuditLedger): bigint {
  return [...accounts.values()].reduce((sum, { balance }) => sum + balance, 0n);
}

/**
 * The accounts of a ledger's row, in the order of opening: none while there is only Everyday under its first name, whose
 * balance is the ledger's.
 */
export function accountsInOrder(accounts: ReadonlyMap<string, Account>): [accountId: string, Account][] {
  const isOnlyEveryday = accounts.size === 1 && accounts.get(EVERYDAY)?.name === EVERYDAY_NAME;
  return isOnlyEveryday ? [] : [...accounts].sort(([, one], [, other]) => (one.place < other.place ? -1 : 1));
}

/** The columns of the ledger's row, but for its accounts, JSON as `canonical` writes it. */
export function ledgerColumns(ledger: AuditLedger): Record<string, unknown> {
  const { figures, payment, run } = ledger;
  return {
    balance: balanceOf(ledger),
    turnover: ledger.turnover,
    income: figures?.income ?? null,
    expense: figures?.expense ?? null,
    payment_status: payment.status,
    payment_session: payment.session,
    transaction_count: ledger.entries.size,
    unfinished:
      run && run.left > 0
        ? canonical({ changeSetId: run.changeSetId, first: Number(run.first), left: run.left })
        : null,
    since: ledger.since,
    known_at: ledger.knownAt,
  };
}

/** The name of a day on which entries of an account are dated; of all accounts where none is named. */
export function knownDay(date: string, accountId: string): string {
  return accountId === '' ? date : `${date} of ${accountId}`;
}

/**
 * Compares the book accounts of double entry with the state, and gives those that differ. Income and Expenses have to be
 * the sums of the transactions that are there.
 */
export function disagreements({ books, accounts, goals, entries }: AuditLedger): Contradiction[] {
  const expected: Record<string, bigint> = { Goals: 0n, Income: 0n, Expenses: 0n };
  for (const account of Object.keys(books)) if (account.startsWith(BALANCE)) expected[account] = 0n;
  for (const [accountId, { balance }] of accounts) expected[`${BALANCE}${accountId}`] = balance;
  for (const { currentAmount } of goals.values()) expected.Goals = (expected.Goals ?? 0n) + currentAmount;
  for (const { type, amount } of entries.values()) {
    if (type === 'Expense') expected.Expenses = (expected.Expenses ?? 0n) + amount;
    else expected.Income = (expected.Income ?? 0n) - amount;
  }
  const totals: Readonly<Record<string, bigint | undefined>> = books;
  return Object.entries(expected)
    .filter(([account, amount]) => (totals[account] ?? 0n) !== amount)
    .map(([account, amount]) => ({
      field: `account ${account}`,
      expected: text(totals[account] ?? 0n),
      found: text(amount),
    }));
}

/**
 * The id of the transaction, transfer, goal or account that an event is about, `monthly-figures`, or the account and the day
 * that it confirms; null for none.
 */
export function entityOf({ type, data }: LedgerEvent): string | null {
  if (type.startsWith('MonthlyFigures')) return 'monthly-figures';
  if (type === 'BalanceAsserted') return `balance ${data.accountId ?? EVERYDAY} ${data.date}`;
  if (type === 'EntryMatched') return data.entryId;
  const named = data as { transactionId?: string; transferId?: string; goalId?: string; accountId?: string };
  const account = type.startsWith('Account') ? named.accountId : null;
  return named.transactionId ?? named.transferId ?? named.goalId ?? account ?? null;
}

/** The book account of an account's money is named by this and the account's id. */
const BALANCE = 'Balance ';

/**
 * The accounts that an event opens, renames, closes, reopens, removes or restores, whose money its postings move, or of which
 * it confirms a day.
 */
export function accountsOf(event: LedgerEvent): string[] {
  if (event.type === 'BalanceAsserted') return [event.data.accountId ?? EVERYDAY];
  const moved = Object.entries(posted(UNUSED, postingsOf(event, UNUSED)))
    .filter(([account, amount]) => account.startsWith(BALANCE) && amount !== 0n)
    .map(([account]) => account.slice(BALANCE.length));
  const own = event.type.startsWith('Account') ? entityOf(event) : null;
  return own === null ? moved : [own, ...moved];
}

/** The events that only an import leads to, and all that one leads to. */
const ONLY_OF_IMPORT: readonly EventType[] = ['EntryMatched', 'ImportCutShort'];
const OF_IMPORT: readonly EventType[] = [
  ...ONLY_OF_IMPORT,
  'AccountOpened',
  'BalanceAdjusted',
  'BalanceAsserted',
  'ExpenseRecorded',
  'FileImported',
  'GoalCreated',
  'IncomeRecorded',
  'InitialDepositMade',
  'MoneyAddedToGoal',
  'MonthlyFiguresSet',
  'TransactionDeleted',
  'TransferMade',
];

/** The events that only an undo leads to. */
const ONLY_OF_UNDO: readonly EventType[] = [
  'AccountRemoved',
  'AccountRestored',
  'GoalRestored',
  'MoneyTakenFromGoal',
  'MonthlyFiguresCleared',
  'TransactionRestored',
  'TransferRestored',
];

type Data<Type extends EventType> = LedgerEvent<Type>['data'];
type EntryData = Data<'TransactionChanged'>['after'];
type TransferData = Data<'TransferChanged'>['after'];
/** Fields of a thing, by their names. */
type Fields = Readonly<Record<string, unknown>>;

/** One event as it is applied. */
class Application {
  readonly contradictions: Contradiction[] = [];
  readonly #ledger: AuditLedger;
  readonly #commandId: string;
  readonly #recordedAt: string;
  readonly #revision: bigint;
  /** What the event adds to accounts, also to those that it names without a change. */
  readonly #moves = new Map<string, bigint>();
  /**
   * Whether the event takes back what a change-set did, or records what a file has: the rules that look at balances and amounts
   * are about neither.
   */
  #isUndo = false;
  #isImport = false;

  constructor(
    ledger: AuditLedger,
    { commandId, recordedAt }: Pick<EventMetadata, 'commandId' | 'recordedAt'>,
    revision: bigint,
  ) {
    this.#ledger = ledger;
    this.#commandId = commandId;
    this.#recordedAt = toMicroseconds(recordedAt);
    this.#revision = revision;
  }

  apply(event: LedgerEvent): void {
    const ledger = this.#ledger;
    this.#follow(event);
    const postings = postingsOf(event, ledger.books);
    this.#must('postings', 0n, total(postings));
    ledger.books = posted(ledger.books, postings);
    this.#take(event);
    this.#settle();
    this.#remember(event);
    this.#keepAtEndOfBlock();
  }

  /** The events of an undo or an import follow one another, as many as it says. A reset ends it, and a cut an import. */
  #follow({ type }: LedgerEvent): void {
    const { run } = this.#ledger;
    const isOwn = run?.changeSetId === this.#commandId;
    const isFirst = type === 'ChangeSetUndone' || type === 'FileImported';
    const of = isFirst ? type : isOwn ? run?.type : null;
    this.#isUndo = of === 'ChangeSetUndone';
    this.#isImport = of === 'FileImported';
    if (ONLY_OF_UNDO.includes(type) && !this.#isUndo) this.#must(type, 'in an undo', null);
    if (ONLY_OF_IMPORT.includes(type) && !this.#isImport) this.#must(type, 'in an import', null);
    if (this.#isImport && !OF_IMPORT.includes(type)) this.#must(type, 'not in an import', 'in an import');
    if (!run) return;
    const command = `change-set ${this.#commandId}`;
    if (!isOwn) {
      if (run.left > 0 && type !== 'LedgerReset') this.#must('change-set', run.changeSetId, this.#commandId);
    } else if (isFirst) this.#must(command, run.type === 'FileImported' ? 'one import' : 'one undo', 'another');
    else if (run.left === 0) this.#must(command, 'no event after its last', type);
    else if (type !== 'ImportCutShort') {
      run.left -= 1;
      this.#touch('unfinished');
    }
  }

  /** An undo or an import begins: so many of its events follow. */
  #begin(type: Run['type'], count: number, chain: readonly string[]): void {
    this.#ledger.run = { type, changeSetId: this.#commandId, first: this.#revision, left: count, chain, moved: 0 };
    this.#touch('unfinished');
  }

  #take(event: LedgerEvent): void {
    const ledger = this.#ledger;
    const { type, data } = event;
    switch (type) {
      case 'InitialDepositMade':
        // What an imported account held before its first row may be owed.
        this.#within('amount', data.amount, this.#isImport ? -LARGEST_AMOUNT : 1);
        this.#must('balance before a deposit', 0n, this.#balance(data.accountId));
        return this.#setBalance(data.accountId, BigInt(data.amount));
      case 'BalanceAdjusted':
        this.#must('balance before', this.#balance(data.accountId), BigInt(data.from));
        return this.#isUndo
          ? this.#moveBalance(data.accountId, BigInt(data.to) - BigInt(data.from))
          : this.#setBalance(data.accountId, BigInt(data.to) - this.#balance(data.accountId));
      case 'BalanceAsserted':
        this.#present(`account ${data.accountId ?? EVERYDAY}`, this.#account(data.accountId));
        if (data.source === 'statement' && !this.#isImport && !this.#isUndo) this.#must(type, 'by hand', data.source);
        return this.#assert(data);
      case 'FileImported':
        if (data.left > data.rows) this.#must('rows left out', `at most ${data.rows}`, data.left);
        return this.#begin(type, data.count, []);
      case 'EntryMatched': {
        const things: ReadonlyMap<string, Placed> = data.entry === 'transfer' ? ledger.transfers : ledger.entries;
        return this.#present(`${data.entry} ${data.entryId}`, things.get(data.entryId));
      }
      case 'ImportCutShort':
        this.#must('missing', ledger.run?.left ?? 0, data.missing);
        if (ledger.run) ledger.run.left = 0;
        return this.#touch('unfinished');
      case 'MonthlyFiguresSet':
        this.#within('income', data.income, 0);
        this.#within('expense', data.expense, 0);
        ledger.figures = { income: BigInt(data.income), expense: BigInt(data.expense) };
        return this.#touch('figures');
      case 'MonthlyFiguresCleared':
        this.#must('figures', 'set', ledger.figures && 'set');
        ledger.figures = null;
        return this.#touch('figures');
      case 'ExpenseRecorded':
        this.#hasRow(data.imported, -data.amount);
        return this.#record(data.transactionId, { type: 'Expense', ...data });
      case 'IncomeRecorded':
        this.#hasRow(data.imported, data.amount);
        return this.#record(data.transactionId, { type: 'Income', ...data });
      case 'TransactionChanged':
        return this.#changeEntry(data);
      case 'TransactionDeleted':
        return this.#deleteEntry(data);
      case 'TransactionRestored':
        return this.#addEntry(data.transactionId, data, this.#placed(`transaction ${data.transactionId}`, data));
      case 'TransferMade':
        this.#hasRows(data.imported, data.amount);
        return this.#addTransfer(data.transferId, data, this.#first(`transfer ${data.transferId}`));
      case 'TransferChanged':
        return this.#changeTransfer(data);
      case 'TransferDeleted':
        return this.#deleteTransfer(data);
      case 'TransferRestored':
        return this.#addTransfer(data.transferId, data, this.#placed(`transfer ${data.transferId}`, data));
      case 'GoalCreated':
        this.#first(`goal ${data.goalId}`);
        return this.#addGoal(data.goalId, { ...data, amount: 0, place: Number(this.#revision) });
      case 'GoalUpdated':
        return this.#updateGoal(data);
      case 'MoneyAddedToGoal':
        return this.#addToGoal(data);
      case 'MoneyTakenFromGoal':
        return this.#takeFromGoal(data);
      case 'GoalDeleted':
        return this.#deleteGoal(data);
      case 'GoalRestored':
        this.#placed(`goal ${data.goalId}`, data);
        this.#moveGoalMoney(data.accountId, -BigInt(data.amount));
        return this.#addGoal(data.goalId, data);
      case 'AccountOpened': {
        const { accountId, openingBalance = 0 } = data;
        this.#within('opening balance', openingBalance, -LARGEST_AMOUNT);
        this.#first(`account ${accountId}`);
        return this.#addAccount({ ...data, isOpen: true, balance: openingBalance, place: Number(this.#revision) });
      }
      case 'AccountRenamed':
        this.#must(`account ${data.accountId}.name`, ledger.accounts.get(data.accountId)?.name ?? null, data.from);
        if (data.from === data.to) this.#must(`account ${data.accountId}.name`, 'another name', data.to);
        return this.#changeAccount(data.accountId, { name: data.to });
      case 'AccountClosed':
        this.#must(`account ${data.accountId}.balance`, 0n, this.#balance(data.accountId));
        if (data.accountId === EVERYDAY) this.#must('account everyday', 'always open', 'closed');
        return this.#changeAccount(data.accountId, { isOpen: false });
      case 'AccountReopened':
        return this.#changeAccount(data.accountId, { isOpen: true });
      case 'AccountRemoved':
        return this.#removeAccount(data);
      case 'AccountRestored':
        this.#placed(`account ${data.accountId}`, data);
        return this.#addAccount(data);
      case 'ChangeSetUndone':
        this.#undo(data.chain);
        return this.#begin(type, data.count, data.chain);
      case 'CheckoutStarted':
        this.#must('payment before', 'none', ledger.payment.status);
        ledger.payment = { status: 'open', session: data.sessionId };
        return this.#touch('payment');
      case 'CheckoutExpired':
        this.#must('open checkout', ledger.payment.status === 'open' ? ledger.payment.session : null, data.sessionId);
        ledger.payment = { status: 'none', session: null };
        return this.#touch('payment');
      case 'PaymentConfirmed':
        if (ledger.payment.status === 'paid') this.#must('payment before', 'not paid', 'paid');
        ledger.payment = { status: 'paid', session: data.sessionId };
        return this.#touch('payment');
      case 'LedgerReset':
        Object.assign(ledger, { ...emptyLedger(this.#revision), books: ledger.books });
        return;
      default:
        return event satisfies never;
    }
  }

  /** The change-set at the end of a chain is out of force after an undo of it, and in force after the undo of that. */
  #undo(chain: readonly string[]): void {
    const root = chain.at(-1) ?? '';
    if (chain.length % 2 === 1) this.#ledger.outOfForce.add(root);
    else this.#ledger.outOfForce.delete(root);
  }

  /** A balance is confirmed. An undo says again what was said last in force, or confirms no more, as where the account goes. */
  #assert({ accountId = EVERYDAY, date, balance }: Data<'BalanceAsserted'>): void {
    const { said, outOfForce } = this.#ledger;
    const day = `${accountId} ${date}`;
    const all = said.get(day) ?? [];
    if (!this.#isUndo) said.set(day, [...all, { changeSetId: this.#commandId, balance }]);
    if (balance === undefined) return;
    this.#within('balance', balance, -LARGEST_AMOUNT);
    const last = all.findLast(({ changeSetId }) => !outOfForce.has(changeSetId));
    if (this.#isUndo) this.#must(`confirmed balance ${day}`, last?.balance ?? null, balance);
  }

  /** A deposit, or a balance set by hand, adds an amount to an account. */
  #setBalance(accountId: string = EVERYDAY, amount: bigint): void {
    const { differences } = this.#ledger;
    differences.set(this.#commandId, [...(differences.get(this.#commandId) ?? []), { accountId, amount }]);
    this.#move(accountId, amount);
  }

  /** What a deposit, or a balance set by hand, has added is taken back, or is added again where that undo is undone. */
  #moveBalance(accountId: string = EVERYDAY, amount: bigint): void {
    const { run, differences } = this.#ledger;
    const chain = run?.chain ?? [];
    const made = differences.get(chain.at(-1) ?? '')?.[run?.moved ?? 0];
    if (run) run.moved += 1;
    const wanted = made && (chain.length % 2 === 1 ? -made.amount : made.amount);
    this.#must('amount that is moved', wanted ?? null, amount);
    this.#must('account of the amount that is moved', made?.accountId ?? null, accountId);
    this.#move(accountId, amount);
  }

  /** The row that a transaction was imported from adds to the account what the transaction does. */
  #hasRow(rows: readonly ImportedRow[] | undefined, adds: number): void {
    if (rows) this.#must('amounts of its rows', `${adds}`, rows.map(({ amount }) => amount).join(' and '));
  }

  /** A transfer was imported from the row of what was sent, of what came, or both. */
  #hasRows(rows: readonly ImportedRow[] | undefined, amount: number): void {
    if (!rows) return;
    if (!this.#isImport) this.#must('rows of a transfer', 'in an import', null);
    const signs = rows.map((row) => (row.amount === -amount ? 'sent' : row.amount === amount ? 'came' : row.amount));
    const isWhole = ['sent', 'came', 'came and sent'].includes(signs.toSorted().join(' and '));
    if (!isWhole) this.#must('amounts of its rows', `-${amount} and ${amount}, or one of them`, signs.join(' and '));
  }

  #record(transactionId: string, data: EntryData): void {
    if (isCash(data) && !this.#isImport) this.#atMost('amount in cash', this.#balance(data.accountId), data.amount);
    this.#addEntry(transactionId, data, this.#first(`transaction ${transactionId}`));
  }

  #addEntry(transactionId: string, data: EntryData, placed: Placed): void {
    const { entries } = this.#ledger;
    const what = `transaction ${transactionId}`;
    this.#must(what, null, entries.has(transactionId) ? 'recorded already' : null);
    this.#fits(what, data);
    const entry = { ...placed, ...entryFields(data) };
    entries.set(transactionId, entry);
    this.#made(what, entry);
    this.#date(entry.date, entry.accountId);
    this.#count(data, 1n);
    this.#touch('transaction_count');
  }

  #changeEntry({ transactionId, before, after, changedAt }: Data<'TransactionChanged'>): void {
    const { entries } = this.#ledger;
    const what = `transaction ${transactionId}`;
    const entry = entries.get(transactionId);
    this.#present(what, entry);
    this.#repeats(what, entry, entryFields(before));
    this.#fits(what, after);
    if (canonical(before) === canonical(after)) this.#must(what, 'changed', 'the same');
    this.#enoughCash(before, after);
    const isCountedAnew = before.type !== after.type || before.amount !== after.amount || before.date !== after.date;
    this.#count(before, -1n, isCountedAnew);
    this.#count(after, 1n, isCountedAnew);
    if (!entry) return;
    const [last, knownFrom] = [this.#changedAt(changedAt), this.#revision];
    const changed = { ...entry, ...entryFields(after), changedAt: last, knownFrom };
    this.#changed(what, entry, changed);
    this.#date(changed.date, changed.accountId);
    this.#end(this.#ledger.pastEntries, transactionId, entry);
    entries.set(transactionId, changed);
  }

  #deleteEntry({ transactionId, accountId = EVERYDAY, ...data }: Data<'TransactionDeleted'>): void {
    const { entries } = this.#ledger;
    const what = `transaction ${transactionId}`;
    const entry = entries.get(transactionId);
    const { type, amount, date } = data;
    this.#present(what, entry);
    this.#repeats(what, entry, { type, amount: BigInt(amount), date, accountId });
    this.#end(this.#ledger.pastEntries, transactionId, entry);
    entries.delete(transactionId);
    this.#count({ ...data, accountId }, -1n);
    this.#touch(what, 'transaction_count');
  }

  /** Moves the money of a transaction, and notes what counts it. */
  #count(
    { type, amount, date, accountId }: Pick<EntryData, 'type' | 'amount' | 'date' | 'accountId'>,
    times: 1n | -1n,
    isCountedAnew = true,
  ): void {
    const isExpense = type === 'Expense';
    this.#move(accountId, BigInt(isExpense ? -amount : amount) * times);
    this.#ledger.turnover += BigInt(amount) * times;
    for (const period of periodsOf(date)) this.#addInBlock(period, isExpense, BigInt(amount) * times);
    if (isCountedAnew) this.#touch('turnover', ...sidesOf(date, isExpense));
  }

  /** Adds to what the events of this block have added to a period. */
  #addInBlock(period: string, isExpense: boolean, amount: bigint): void {
    const { pastSums } = this.#ledger;
    const name = `${period} in block ${this.#revision / BLOCK_REVISIONS}`;
    const { income, expense } = pastSums.get(name) ?? { income: 0n, expense: 0n };
    const sums = isExpense ? { income, expense: expense + amount } : { income: income + amount, expense };
    pastSums.set(name, { ...sums, at: this.#revision });
  }

  /** The fields of a transaction fit each other. */
  #fits(what: string, { type, amount, category, wallet, parts }: EntryData): void {
    this.#within('amount', amount);
    this.#must(`${what}.wallet`, type === 'Expense' ? 'a wallet' : null, wallet ? 'a wallet' : null);
    const categories: readonly string[] = type === 'Expense' ? EXPENSE_CATEGORIES : INCOME_CATEGORIES;
    for (const one of [category, ...(parts ?? []).map((part) => part.category)]) {
      if (one !== undefined && !categories.includes(one)) this.#must(`${what}.category`, `one of ${type}`, one);
    }
    if (!parts) return;
    this.#must(`${what}.category`, null, category ?? null);
    if (parts.length < PARTS_MIN || parts.length > PARTS_MAX) {
      this.#must(`${what}.parts`, `${PARTS_MIN} to ${PARTS_MAX}`, parts.length);
    }
    for (const part of parts) this.#within(`${what}.parts.amount`, part.amount);
    const sum = parts.reduce((sum, part) => sum + BigInt(part.amount), 0n);
    this.#must(`${what}.parts`, BigInt(amount), sum);
  }

  /** An edit that takes more, or changes wallet, type or account, takes no more cash than the account has without the entry. */
  #enoughCash(before: EntryData, after: EntryData): void {
    const isSameAccount = before.accountId === after.accountId;
    const takesMore =
      after.amount > before.amount || before.wallet !== after.wallet || before.type !== after.type || !isSameAccount;
    if (this.#isUndo || !isCash(after) || !takesMore) return;
    const own = BigInt(before.type === 'Expense' ? -before.amount : before.amount);
    this.#atMost('amount in cash', this.#balance(after.accountId) - (isSameAccount ? own : 0n), after.amount);
  }

  #addTransfer(transferId: string, data: TransferData, placed: Placed): void {
    const { transfers } = this.#ledger;
    const what = `transfer ${transferId}`;
    this.#must(what, null, transfers.has(transferId) ? 'made already' : null);
    this.#isTransfer(what, data);
    const transfer = { ...placed, ...transferFields(data) };
    transfers.set(transferId, transfer);
    this.#made(what, transfer);
    this.#date(data.date, data.from, data.to);
    this.#carry(data, 1n);
  }

  #changeTransfer({ transferId, before, after, changedAt }: Data<'TransferChanged'>): void {
    const { transfers } = this.#ledger;
    const what = `transfer ${transferId}`;
    const transfer = transfers.get(transferId);
    this.#present(what, transfer);
    this.#repeats(what, transfer, transferFields(before));
    this.#isTransfer(what, after);
    if (canonical(before) === canonical(after)) this.#must(what, 'changed', 'the same');
    this.#carry(before, -1n);
    this.#carry(after, 1n);
    if (!transfer) return;
    const [last, knownFrom] = [this.#changedAt(changedAt), this.#revision];
    const changed = { ...transfer, ...transferFields(after), changedAt: last, knownFrom };
    this.#changed(what, transfer, changed);
    this.#date(after.date, after.from, after.to);
    this.#end(this.#ledger.pastTransfers, transferId, transfer);
    transfers.set(transferId, changed);
  }

  #deleteTransfer({ transferId, from, to, amount }: Data<'TransferDeleted'>): void {
    const { transfers } = this.#ledger;
    const what = `transfer ${transferId}`;
    const transfer = transfers.get(transferId);
    this.#present(what, transfer);
    this.#repeats(what, transfer, { fromAccount: from, toAccount: to, amount: BigInt(amount) });
    this.#end(this.#ledger.pastTransfers, transferId, transfer);
    transfers.delete(transferId);
    this.#carry({ from, to, amount }, -1n);
    this.#touch(what);
  }

  #isTransfer(what: string, { from, to, amount }: TransferData): void {
    this.#within('amount', amount);
    if (from === to) this.#must(`${what}.to_account`, 'another account', to);
  }

  #carry({ from, to, amount }: Pick<TransferData, 'from' | 'to' | 'amount'>, times: 1n | -1n): void {
    this.#move(from, -BigInt(amount) * times);
    this.#move(to, BigInt(amount) * times);
  }

  #addGoal(goalId: string, data: Omit<Data<'GoalRestored'>, 'amount'> & { amount: number }): void {
    const { goals } = this.#ledger;
    const what = `goal ${goalId}`;
    this.#must(what, null, goals.has(goalId) ? 'created already' : null);
    this.#within(`${what}.final_amount`, data.finalAmount);
    this.#notBelowZero(`${what}.current_amount`, BigInt(data.amount));
    const goal = {
      place: BigInt(data.place),
      title: data.title,
      finalAmount: BigInt(data.finalAmount),
      currentAmount: BigInt(data.amount),
      category: data.category ?? null,
      description: data.description ?? null,
      reachedOn: data.reachedOn ?? null,
    };
    this.#reached(what, goal);
    goals.set(goalId, goal);
    this.#made(what, goal);
  }

  #updateGoal({ goalId, title, finalAmount, category, description, reachedOn }: Data<'GoalUpdated'>): void {
    this.#within(`goal ${goalId}.final_amount`, finalAmount);
    this.#changeGoal(goalId, reachedOn, {
      title,
      finalAmount: BigInt(finalAmount),
      category: category ?? null,
      description: description ?? null,
    });
  }

  #addToGoal({ goalId, amount, accountId, reachedOn }: Data<'MoneyAddedToGoal'>): void {
    const { finalAmount, currentAmount = 0n } = this.#ledger.goals.get(goalId) ?? {};
    const balance = this.#balance(accountId);
    if (this.#isUndo || this.#isImport) this.#least('amount', 1, amount);
    else {
      this.#within('amount', amount);
      if (finalAmount !== undefined) this.#atMost('amount', finalAmount < balance ? finalAmount : balance, amount);
    }
    this.#changeGoal(goalId, reachedOn, { currentAmount: currentAmount + BigInt(amount) });
    this.#moveGoalMoney(accountId, -BigInt(amount));
  }

  #takeFromGoal({ goalId, amount, accountId, reachedOn }: Data<'MoneyTakenFromGoal'>): void {
    const { currentAmount = 0n } = this.#ledger.goals.get(goalId) ?? {};
    this.#least('amount', 1, amount);
    this.#notBelowZero(`goal ${goalId}.current_amount`, currentAmount - BigInt(amount));
    this.#changeGoal(goalId, reachedOn, { currentAmount: currentAmount - BigInt(amount) });
    this.#moveGoalMoney(accountId, BigInt(amount));
  }

  #changeGoal(goalId: string, reachedOn: string | undefined, fields: Partial<Saving>): void {
    const what = `goal ${goalId}`;
    const goal = this.#ledger.goals.get(goalId);
    this.#present(what, goal);
    if (!goal) return;
    const changed = { ...goal, ...fields, reachedOn: reachedOn ?? null };
    this.#reached(what, changed);
    this.#changed(what, goal, changed);
    this.#ledger.goals.set(goalId, changed);
  }

  #deleteGoal({ goalId, returnedAmount, accountId }: Data<'GoalDeleted'>): void {
    const what = `goal ${goalId}`;
    const goal = this.#ledger.goals.get(goalId);
    this.#present(what, goal);
    this.#repeats(what, goal, { currentAmount: BigInt(returnedAmount) });
    this.#ledger.goals.delete(goalId);
    this.#moveGoalMoney(accountId, BigInt(returnedAmount));
    this.#touch(what);
  }

  /** The account of an empty goal's money may be gone since: a deletion that returned nothing concerned no account. */
  #moveGoalMoney(accountId: string | undefined, amount: bigint): void {
    if (amount !== 0n) this.#move(accountId, amount);
  }

  /** A goal has a day exactly while it is reached. */
  #reached(what: string, { currentAmount, finalAmount, reachedOn }: Saving): void {
    const day = (isReached: boolean) => (isReached ? 'a day' : null);
    this.#must(`${what}.reached_on`, day(currentAmount >= finalAmount), day(reachedOn !== null));
  }

  #addAccount({
    accountId,
    name,
    kind,
    isOpen,
    balance,
    place,
  }: Omit<Data<'AccountRestored'>, 'balance'> & { balance: number }) {
    const { accounts } = this.#ledger;
    const what = `account ${accountId}`;
    this.#must(what, null, accounts.has(accountId) ? 'opened already' : null);
    if (isOpen) this.#freeName(accountId, name);
    const account = { name, kind, balance: 0n, isOpen, place: BigInt(place) };
    accounts.set(accountId, account);
    this.#made(what, account);
    this.#move(accountId, BigInt(balance));
  }

  /** Gives an account another name, closes it or reopens it. */
  #changeAccount(accountId: string, fields: Partial<Pick<Account, 'name' | 'isOpen'>>): void {
    const what = `account ${accountId}`;
    const account = this.#ledger.accounts.get(accountId);
    this.#present(what, account);
    if (!account) return;
    const changed = { ...account, ...fields };
    if (fields.isOpen !== undefined) this.#must(`${what}.is_open`, !fields.isOpen, account.isOpen);
    if (changed.isOpen) this.#freeName(accountId, changed.name);
    this.#changed(what, account, changed);
    this.#ledger.accounts.set(accountId, changed);
  }

  /** Nothing may be left in an account that is removed. */
  #removeAccount({ accountId, balance }: Data<'AccountRemoved'>): void {
    const { accounts, entries, transfers } = this.#ledger;
    const what = `account ${accountId}`;
    this.#must(`${what}.balance`, this.#balance(accountId), BigInt(balance));
    const [left] = [
      ...[...entries].filter(([, entry]) => entry.accountId === accountId).map(([id]) => `transaction ${id}`),
      ...[...transfers]
        .filter(([, { fromAccount, toAccount }]) => fromAccount === accountId || toAccount === accountId)
        .map(([id]) => `transfer ${id}`),
    ];
    this.#must(`what is left in ${what}`, null, left ?? null);
    this.#move(accountId, -BigInt(balance));
    this.#settle();
    accounts.delete(accountId);
    this.#touch(what);
  }

  /** No two open accounts have one name, whatever the case. */
  #freeName(accountId: string, name: string): void {
    for (const [id, other] of this.#ledger.accounts) {
      if (id === accountId || !other.isOpen || other.name.toLowerCase() !== name.toLowerCase()) continue;
      this.#must(`account ${accountId}.name`, `another name than account ${id}`, name);
    }
  }

  /** The balance of an account before this event, in cents; of Everyday where none is named. */
  #balance(accountId: string = EVERYDAY): bigint {
    return this.#account(accountId)?.balance ?? 0n;
  }

  #account(accountId: string = EVERYDAY): Account | undefined {
    return this.#ledger.accounts.get(accountId);
  }

  /** Adds an amount to an account, Everyday where none is named, once the event is applied. */
  #move(accountId: string = EVERYDAY, amount: bigint): void {
    this.#moves.set(accountId, (this.#moves.get(accountId) ?? 0n) + amount);
  }

  /** Adds all amounts to their accounts. Each has to be there, and open where its balance changes. */
  #settle(): void {
    let sum = 0n;
    for (const [accountId, amount] of this.#moves) {
      const what = `account ${accountId}`;
      const account = this.#ledger.accounts.get(accountId);
      this.#present(what, account);
      if (!account || amount === 0n) continue;
      if (!account.isOpen) this.#must(what, 'open', 'closed');
      const changed = { ...account, balance: account.balance + amount };
      this.#changed(what, account, changed);
      this.#ledger.accounts.set(accountId, changed);
      sum += amount;
    }
    this.#moves.clear();
    if (sum !== 0n) this.#touch('balance');
  }

  /** The place of something that this event makes, which is its own revision. */
  #first(what: string): Placed {
    this.#ledger.made.set(what, { place: this.#revision, recordedAt: this.#recordedAt });
    const [revision, recordedAt] = [this.#revision, this.#recordedAt];
    return { revision, recordedAt, changedAt: null, knownFrom: revision };
  }

  /** The place of something that this event restores, which it repeats from the event that made it. */
  #placed(
    what: string,
    { place, recordedAt, changedAt }: { place: number; recordedAt?: string; changedAt?: string | undefined },
  ): Placed {
    const made = this.#ledger.made.get(what);
    this.#must(`${what} before`, 'made', made ? 'made' : null);
    const first = recordedAt === undefined ? this.#recordedAt : toMicroseconds(recordedAt);
    if (made) this.#must(`${what}.place`, made.place, BigInt(place));
    if (made && recordedAt !== undefined) this.#must(`${what}.recorded_at`, made.recordedAt, first);
    const last = changedAt === undefined ? null : toMicroseconds(changedAt);
    return { revision: BigInt(place), recordedAt: first, changedAt: last, knownFrom: this.#revision };
  }

  /** When something was changed last: at the event's own time where it does not say. */
  #changedAt(said: string | null | undefined): string | null {
    return said === undefined ? this.#recordedAt : said && toMicroseconds(said);
  }

  /** Notes that something was made, with all of its fields. */
  #made(what: string, thing: Fields): void {
    for (const field of Object.keys(thing)) this.#ledger.touched.delete(`${what}.${columnOf(field)}`);
    this.#touch(what);
  }

  /** Notes the fields of something that have changed; the others are as old as they were. */
  #changed(what: string, before: Fields, after: Fields): void {
    const { touched } = this.#ledger;
    const made = touched.get(what) ?? this.#ledger.since;
    for (const field of Object.keys(after)) {
      const name = `${what}.${columnOf(field)}`;
      if (before[field] !== after[field]) this.#touch(name);
      else if (!touched.has(name)) touched.set(name, made);
    }
    this.#touch(what);
  }

  /** Keeps what something was before this event. */
  #end<Thing extends Placed>(past: Map<string, Earlier<Thing>>, id: string, thing: Thing | undefined): void {
    if (thing) past.set(`${id} from ${thing.knownFrom}`, { ...thing, knownUntil: this.#revision });
  }

  /** Notes that an entry of these accounts has a day. */
  #date(date: string, ...accountIds: string[]): void {
    const { knownDays } = this.#ledger;
    for (const name of ['', ...accountIds].map((accountId) => knownDay(date, accountId))) {
      if (!knownDays.has(name)) knownDays.set(name, this.#revision);
    }
  }

  /** Things are replaced where they change, so a copy of the lists is what they were. */
  #keepAtEndOfBlock(): void {
    if ((this.#revision + 1n) % BLOCK_REVISIONS !== 0n) return;
    const { accounts, goals, pastLedgers } = this.#ledger;
    const [columns, past] = [ledgerColumns(this.#ledger), { accounts: new Map(accounts), goals: new Map(goals) }];
    pastLedgers.set(this.#revision, { columns, ...past });
  }

  /** Keeps the event's row, the receipts and the keys of rows that it names, and when the last event was recorded. */
  #remember(event: LedgerEvent): void {
    const { events, receipts, importedKeys, knownAt } = this.#ledger;
    const { type, data } = event;
    const [entityId, changeSetId, recordedAt] = [entityOf(event), this.#commandId, this.#recordedAt];
    events.set(this.#revision, { entityId, changeSetId, recordedAt, type, data: canonical(data) });
    const { imported = [] } = data as { imported?: ImportedRow | readonly ImportedRow[] };
    for (const row of [imported].flat()) {
      for (const key of [row.key, row.rawKey]) {
        const revision = this.#revision;
        if (key === undefined) continue;
        importedKeys.set(`${key} from ${revision}`, { key, revision });
      }
    }
    const { receiptId, before, after } = data as Named & { before?: Named; after?: Named };
    for (const one of [receiptId, before?.receiptId, after?.receiptId]) {
      if (one !== undefined && !receipts.has(one)) receipts.set(one, this.#revision);
    }
    const at = toMilliseconds(recordedAt);
    if (knownAt !== null && at <= knownAt) return;
    this.#ledger.knownAt = at;
    this.#touch('known_at');
  }

  #touch(...what: string[]): void {
    for (const one of what) this.#ledger.touched.set(one, this.#revision);
  }

  #must(field: string, expected: unknown, found: unknown): void {
    if (expected === found) return;
    this.contradictions.push({ field, expected: text(expected), found: text(found) });
  }

  #present(what: string, thing: object | undefined): void {
    this.#must(what, 'present', thing ? 'present' : null);
  }

  /** What an event repeats of a thing is what the thing has. */
  #repeats(what: string, thing: Fields | undefined, fields: Fields): void {
    if (!thing) return;
    for (const [field, value] of Object.entries(fields)) this.#must(`${what}.${columnOf(field)}`, thing[field], value);
  }

  #within(field: string, amount: number, least = 1): void {
    if (amount < least || amount > LARGEST_AMOUNT) this.#must(field, `${least} to ${LARGEST_AMOUNT}`, amount);
  }

  #least(field: string, least: number, amount: number): void {
    if (amount < least) this.#must(field, `at least ${least}`, amount);
  }

  #notBelowZero(field: string, amount: bigint): void {
    if (amount < 0n) this.#must(field, 'at least 0', amount);
  }

  #atMost(field: string, most: bigint, amount: number): void {
    if (BigInt(amount) > most) this.#must(field, `at most ${most}`, amount);
  }
}

type Named = { receiptId?: string };

/** What an event says of a transaction, without its place. */
function entryFields({ type, title, amount, date, category, wallet, accountId, receiptId, parts }: EntryData) {
  return {
    type,
    title,
    amount: BigInt(amount),
    category: category ?? null,
    wallet: wallet ?? null,
    date,
    receiptId: receiptId ?? null,
    accountId: accountId ?? EVERYDAY,
    parts: parts ? canonical(parts) : null,
  };
}

/** What an event says of a transfer, without its place. */
function transferFields({ from, to, amount, date, title }: TransferData) {
  return { fromAccount: from, toAccount: to, amount: BigInt(amount), date, title: title ?? null };
}

const isCash = ({ type, wallet }: EntryData) => type === 'Expense' && wallet === 'Cash';

/** The names of the periods of a day, and of the side of each that a transaction is added to. */
function sidesOf(date: string, isExpense: boolean): string[] {
  return periodsOf(date).flatMap((period) => [period, `${period}.${isExpense ? 'expense' : 'income'}`]);
}

function text(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}
