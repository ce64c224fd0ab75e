import type { EventMetadata, LedgerEvent } from '../../ledger/events.ts';
import { type Accounts, posted, total, UNUSED } from '../../ledger/model/double-entry.ts';
import { LARGEST_AMOUNT } from '../../ledger/model/money.ts';
import { postingsOf } from '../../ledger/postings.ts';
import { periodsOf } from './calendar.ts';

/** A transaction in the audit: amounts in cents, null for what the event leaves out. */
export type Entry = {
  revision: bigint;
  type: 'Expense' | 'Income';
  title: string;
  amount: bigint;
  category: string | null;
  wallet: string | null;
  date: string;
  receiptId: string | null;
  recordedAt: string;
};

/** A goal in the audit. */
export type Saving = {
  title: string;
  finalAmount: bigint;
  currentAmount: bigint;
  category: string | null;
  description: string | null;
  reachedOn: string | null;
};

/**
 * The state of one ledger, folded by the audit's own code, so that an error in `ledger/` or the projections is not repeated
 * here. Simple on purpose.
 */
export type AuditLedger = {
  balance: bigint;
  figures: { income: bigint; expense: bigint } | null;
  payment: { status: 'none' | 'open' | 'paid'; session: string | null };
  goals: Map<string, Saving>;
  entries: Map<string, Entry>;
  /** The totals of the accounts of double entry after the same events. */
  accounts: Accounts;
  /** The revision of the event that changed a field last, by its name: `balance`, `goal <id>.title`, `week 2026-11-16.income`. */
  touched: Map<string, bigint>;
  /** The revision of the first event that counts: the stream's first, or the last reset. */
  since: bigint;
};

/** The state before the event at a revision, which is the first that counts. */
export function emptyLedger(since: bigint): AuditLedger {
  return {
    balance: 0n,
    figures: null,
    payment: { status: 'none', session: null },
    goals: new Map(),
    entries: new Map(),
    accounts: UNUSED,
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
  { recordedAt }: Pick<EventMetadata, 'recordedAt'>,
  revision: bigint,
): Contradiction[] {
  const contradictions: Contradiction[] = [];
  const must = (field: string, expected: unknown, found: unknown) => {
    if (expected === found) return;
    contradictions.push({ field, expected: text(expected), found: text(found) });
  };
  const touch = (...what: string[]) => {
    for (const one of what) ledger.touched.set(one, revision);
  };
  const within = (field: string, amount: number, least = 1) => {
    if (amount < least || amount > LARGEST_AMOUNT) must(field, `${least} to ${LARGEST_AMOUNT}`, amount);
  };
  const atMost = (field: string, most: bigint, amount: number) => {
    if (BigInt(amount) > most) must(field, `at most ${most}`, amount);
  };
  const postings = postingsOf(event, ledger.accounts);
  must('postings', 0n, total(postings));
  ledger.accounts = posted(ledger.accounts, postings);

  const { type, data } = event;
  switch (type) {
    case 'InitialDepositMade':
      within('amount', data.amount);
      must('balance before a deposit', 0n, ledger.balance);
      ledger.balance += BigInt(data.amount);
      touch('balance');
      break;
    case 'BalanceAdjusted':
      must('balance before', ledger.balance, BigInt(data.from));
      ledger.balance = BigInt(data.to);
      touch('balance');
      break;
    case 'MonthlyFiguresSet':
      within('income', data.income, 0);
      within('expense', data.expense, 0);
      ledger.figures = { income: BigInt(data.income), expense: BigInt(data.expense) };
      touch('figures');
      break;
    case 'ExpenseRecorded':
    case 'IncomeRecorded': {
      const { transactionId, title, date } = data;
      const amount = BigInt(data.amount);
      const isExpense = type === 'ExpenseRecorded';
      within('amount', data.amount);
      if (isExpense && data.wallet === 'Cash') atMost('amount in cash', ledger.balance, data.amount);
      must(`transaction ${transactionId}`, null, ledger.entries.has(transactionId) ? 'recorded already' : null);
      ledger.entries.set(transactionId, {
        revision,
        type: isExpense ? 'Expense' : 'Income',
        title,
        amount,
        category: data.category ?? null,
        wallet: isExpense ? data.wallet : null,
        date,
        receiptId: data.receiptId ?? null,
        recordedAt,
      });
      ledger.balance += isExpense ? -amount : amount;
      touch('balance', 'transactions', `transaction ${transactionId}`, ...sidesOf(date, isExpense));
      break;
    }
    case 'TransactionDeleted': {
      const { transactionId, date } = data;
      const entry = ledger.entries.get(transactionId);
      must(`transaction ${transactionId}`, 'present', entry ? 'present' : null);
      if (entry) {
        must(`transaction ${transactionId}.type`, entry.type, data.type);
        must(`transaction ${transactionId}.amount`, entry.amount, BigInt(data.amount));
        must(`transaction ${transactionId}.date`, entry.date, date);
      }
      ledger.entries.delete(transactionId);
      ledger.balance += data.type === 'Expense' ? BigInt(data.amount) : -BigInt(data.amount);
      touch('balance', 'transactions', `transaction ${transactionId}`, ...sidesOf(date, data.type === 'Expense'));
      break;
    }
    case 'GoalCreated': {
      within(`goal ${data.goalId}.final_amount`, data.finalAmount);
      must(`goal ${data.goalId}`, null, ledger.goals.has(data.goalId) ? 'created already' : null);
      ledger.goals.set(data.goalId, {
        title: data.title,
        finalAmount: BigInt(data.finalAmount),
        currentAmount: 0n,
        category: data.category ?? null,
        description: data.description ?? null,
        reachedOn: null,
      });
      touch(...fieldsOf(data.goalId, [...SET_BY_USER, 'current_amount', 'reached_on']));
      break;
    }
    case 'GoalUpdated': {
      const goal = ledger.goals.get(data.goalId);
      must(`goal ${data.goalId}`, 'present', goal ? 'present' : null);
      if (goal) {
        goal.title = data.title;
        goal.finalAmount = BigInt(data.finalAmount);
        goal.category = data.category ?? null;
        goal.description = data.description ?? null;
        goal.reachedOn = data.reachedOn ?? null;
        must(`goal ${data.goalId}.reached_on`, dayWhereReached(goal), aDay(goal.reachedOn));
      }
      within(`goal ${data.goalId}.final_amount`, data.finalAmount);
      touch(...fieldsOf(data.goalId, [...SET_BY_USER, 'reached_on']));
      break;
    }
    case 'MoneyAddedToGoal': {
      const goal = ledger.goals.get(data.goalId);
      must(`goal ${data.goalId}`, 'present', goal ? 'present' : null);
      if (goal) {
        atMost('amount', goal.finalAmount < ledger.balance ? goal.finalAmount : ledger.balance, data.amount);
        goal.currentAmount += BigInt(data.amount);
        goal.reachedOn = data.reachedOn ?? null;
        must(`goal ${data.goalId}.reached_on`, dayWhereReached(goal), aDay(goal.reachedOn));
      }
      within('amount', data.amount);
      ledger.balance -= BigInt(data.amount);
      touch('balance', ...fieldsOf(data.goalId, ['current_amount', 'reached_on']));
      break;
    }
    case 'GoalDeleted': {
      const goal = ledger.goals.get(data.goalId);
      must(`goal ${data.goalId}`, 'present', goal ? 'present' : null);
      if (goal) must(`goal ${data.goalId}.current_amount`, goal.currentAmount, BigInt(data.returnedAmount));
      ledger.goals.delete(data.goalId);
      ledger.balance += BigInt(data.returnedAmount);
      touch('balance', `goal ${data.goalId}`);
      break;
    }
    case 'CheckoutStarted':
      must('payment before', 'none', ledger.payment.status);
      ledger.payment = { status: 'open', session: data.sessionId };
      touch('payment');
      break;
    case 'CheckoutExpired':
      must('open checkout', ledger.payment.status === 'open' ? ledger.payment.session : null, data.sessionId);
      ledger.payment = { status: 'none', session: null };
      touch('payment');
      break;
    case 'PaymentConfirmed':
      if (ledger.payment.status === 'paid') must('payment before', 'not paid', 'paid');
      ledger.payment = { status: 'paid', session: data.sessionId };
      touch('payment');
      break;
    case 'LedgerReset':
      Object.assign(ledger, { ...emptyLedger(revision), accounts: ledger.accounts });
      break;
    default:
      event satisfies never;
  }
  return contradictions;
}

/**
 * Compares the accounts of double entry with the state, and gives the accounts that differ. Income and Expenses have to be
 * the sums of the transactions that are there.
 */
export function disagreements({ accounts, balance, goals, entries }: AuditLedger): Contradiction[] {
  const expected = { Balance: balance, Goals: 0n, Income: 0n, Expenses: 0n };
  for (const { currentAmount } of goals.values()) expected.Goals += currentAmount;
  for (const { type, amount } of entries.values()) {
    if (type === 'Expense') expected.Expenses += amount;
    else expected.Income -= amount;
  }
  return (['Balance', 'Goals', 'Income', 'Expenses'] as const)
    .filter((account) => accounts[account] !== expected[account])
    .map((account) => ({
      field: `account ${account}`,
      expected: text(accounts[account]),
      found: text(expected[account]),
    }));
}

/** The fields of a goal that the user sets. */
const SET_BY_USER = ['title', 'final_amount', 'category', 'description'];

/** The names of a goal and of fields of it. */
function fieldsOf(goalId: string, fields: readonly string[]): string[] {
  return [`goal ${goalId}`, ...fields.map((field) => `goal ${goalId}.${field}`)];
}

/** The names of the periods of a day, and of the side of each that a transaction is added to. */
function sidesOf(date: string, isExpense: boolean): string[] {
  return periodsOf(date).flatMap((period) => [period, `${period}.${isExpense ? 'expense' : 'income'}`]);
}

const aDay = (reachedOn: string | null): string | null => (reachedOn === null ? null : 'a day');

function dayWhereReached({ currentAmount, finalAmount }: Saving): string | null {
  return currentAmount >= finalAmount ? 'a day' : null;
}

function text(value: unknown): string | null {
  return value === null ? null : String(value);
}
