import type { EventMetadata, LedgerEvent } from '../../ledger/events.ts';
import { type Accounts, posted, total, UNUSED } from '../../ledger/model/accounts.ts';
import { LARGEST_AMOUNT } from '../../ledger/model/money.ts';
import { postingsOf } from '../../ledger/postings.ts';
import { stretchesOf } from './calendar.ts';

/** A transaction as the audit writes it down: cents, and null for what an event leaves out. */
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

/** A goal as the audit writes it down. */
export type Saving = {
  title: string;
  finalAmount: bigint;
  currentAmount: bigint;
  category: string | null;
  description: string | null;
  reachedOn: string | null;
};

/**
 * One ledger as the audit keeps it: worked out from the events alone, deliberately plain and a second time, so that an
 * error in `ledger/evolve` or the projections can't hide in both.
 */
export type AuditLedger = {
  balance: bigint;
  figures: { income: bigint; expense: bigint } | null;
  payment: { status: 'none' | 'open' | 'paid'; session: string | null };
  goals: Map<string, Saving>;
  entries: Map<string, Entry>;
  /** What double entry makes of the same events. */
  accounts: Accounts;
  /** By what it is about (`balance`, `goal <id>`, `goal <id>.title`, `week 2026-11-16.income`): the event that touched it last. */
  touched: Map<string, bigint>;
  /** The event that began the book: the first, or the last reset. */
  since: bigint;
};

/** A book in which nothing is written yet, begun by the event at a revision. */
export function newBook(since: bigint): AuditLedger {
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

/** Something an event says that can't be so after the events before it. */
export type Contradiction = { field: string; expected: string | null; found: string | null };

/** Writes an event into a book and gives what in it contradicts the events before it. */
export function write(
  book: AuditLedger,
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
    for (const one of what) book.touched.set(one, revision);
  };
  const within = (field: string, amount: number, least = 1) => {
    if (amount < least || amount > LARGEST_AMOUNT) must(field, `${least} to ${LARGEST_AMOUNT}`, amount);
  };
  const atMost = (field: string, most: bigint, amount: number) => {
    if (BigInt(amount) > most) must(field, `at most ${most}`, amount);
  };
  const postings = postingsOf(event, book.accounts);
  must('postings', 0n, total(postings));
  book.accounts = posted(book.accounts, postings);

  const { type, data } = event;
  switch (type) {
    case 'InitialDepositMade':
      within('amount', data.amount);
      must('balance before a deposit', 0n, book.balance);
      book.balance += BigInt(data.amount);
      touch('balance');
      break;
    case 'BalanceAdjusted':
      must('balance before', book.balance, BigInt(data.from));
      book.balance = BigInt(data.to);
      touch('balance');
      break;
    case 'MonthlyFiguresSet':
      within('income', data.income, 0);
      within('expense', data.expense, 0);
      book.figures = { income: BigInt(data.income), expense: BigInt(data.expense) };
      touch('figures');
      break;
    case 'ExpenseRecorded':
    case 'IncomeRecorded': {
      const { transactionId, title, date } = data;
      const amount = BigInt(data.amount);
      const isExpense = type === 'ExpenseRecorded';
      within('amount', data.amount);
      if (isExpense && data.wallet === 'Cash') atMost('amount in cash', book.balance, data.amount);
      must(`transaction ${transactionId}`, null, book.entries.has(transactionId) ? 'recorded already' : null);
      book.entries.set(transactionId, {
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
      book.balance += isExpense ? -amount : amount;
      touch('balance', 'transactions', `transaction ${transactionId}`, ...sidesOf(date, isExpense));
      break;
    }
    case 'TransactionDeleted': {
      const { transactionId, date } = data;
      const entry = book.entries.get(transactionId);
      must(`transaction ${transactionId}`, 'present', entry ? 'present' : null);
      if (entry) {
        must(`transaction ${transactionId}.type`, entry.type, data.type);
        must(`transaction ${transactionId}.amount`, entry.amount, BigInt(data.amount));
        must(`transaction ${transactionId}.date`, entry.date, date);
      }
      book.entries.delete(transactionId);
      book.balance += data.type === 'Expense' ? BigInt(data.amount) : -BigInt(data.amount);
      touch('balance', 'transactions', `transaction ${transactionId}`, ...sidesOf(date, data.type === 'Expense'));
      break;
    }
    case 'GoalCreated': {
      within(`goal ${data.goalId}.final_amount`, data.finalAmount);
      must(`goal ${data.goalId}`, null, book.goals.has(data.goalId) ? 'created already' : null);
      book.goals.set(data.goalId, {
        title: data.title,
        finalAmount: BigInt(data.finalAmount),
        currentAmount: 0n,
        category: data.category ?? null,
        description: data.description ?? null,
        reachedOn: null,
      });
      touch(...fieldsOf(data.goalId, [...WISHES, 'current_amount', 'reached_on']));
      break;
    }
    case 'GoalUpdated': {
      const goal = book.goals.get(data.goalId);
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
      touch(...fieldsOf(data.goalId, [...WISHES, 'reached_on']));
      break;
    }
    case 'MoneyAddedToGoal': {
      const goal = book.goals.get(data.goalId);
      must(`goal ${data.goalId}`, 'present', goal ? 'present' : null);
      if (goal) {
        atMost('amount', goal.finalAmount < book.balance ? goal.finalAmount : book.balance, data.amount);
        goal.currentAmount += BigInt(data.amount);
        goal.reachedOn = data.reachedOn ?? null;
        must(`goal ${data.goalId}.reached_on`, dayWhereReached(goal), aDay(goal.reachedOn));
      }
      within('amount', data.amount);
      book.balance -= BigInt(data.amount);
      touch('balance', ...fieldsOf(data.goalId, ['current_amount', 'reached_on']));
      break;
    }
    case 'GoalDeleted': {
      const goal = book.goals.get(data.goalId);
      must(`goal ${data.goalId}`, 'present', goal ? 'present' : null);
      if (goal) must(`goal ${data.goalId}.current_amount`, goal.currentAmount, BigInt(data.returnedAmount));
      book.goals.delete(data.goalId);
      book.balance += BigInt(data.returnedAmount);
      touch('balance', `goal ${data.goalId}`);
      break;
    }
    case 'CheckoutStarted':
      must('payment before', 'none', book.payment.status);
      book.payment = { status: 'open', session: data.sessionId };
      touch('payment');
      break;
    case 'CheckoutExpired':
      must('open checkout', book.payment.status === 'open' ? book.payment.session : null, data.sessionId);
      book.payment = { status: 'none', session: null };
      touch('payment');
      break;
    case 'PaymentConfirmed':
      if (book.payment.status === 'paid') must('payment before', 'not paid', 'paid');
      book.payment = { status: 'paid', session: data.sessionId };
      touch('payment');
      break;
    case 'LedgerReset':
      Object.assign(book, { ...newBook(revision), accounts: book.accounts });
      break;
    default:
      event satisfies never;
  }
  return contradictions;
}

/**
 * Holds the accounts of double entry against the book and gives where they part: money that one of them has and the
 * other hasn't. Income and expenses are those of the transactions that are present.
 */
export function disagreements({ accounts, balance, goals, entries }: AuditLedger): Contradiction[] {
  const held = { Balance: balance, Goals: 0n, Income: 0n, Expenses: 0n };
  for (const { currentAmount } of goals.values()) held.Goals += currentAmount;
  for (const { type, amount } of entries.values()) {
    if (type === 'Expense') held.Expenses += amount;
    else held.Income -= amount;
  }
  return (['Balance', 'Goals', 'Income', 'Expenses'] as const)
    .filter((account) => accounts[account] !== held[account])
    .map((account) => ({ field: `account ${account}`, expected: text(accounts[account]), found: text(held[account]) }));
}

/** What of a goal its ledger says. */
const WISHES = ['title', 'final_amount', 'category', 'description'];

/** A goal as a whole, and fields of it: what an event touches. */
function fieldsOf(goalId: string, fields: readonly string[]): string[] {
  return [`goal ${goalId}`, ...fields.map((field) => `goal ${goalId}.${field}`)];
}

/** The stretches of a day as a whole, and the side of each that a transaction counts on. */
function sidesOf(date: string, isExpense: boolean): string[] {
  return stretchesOf(date).flatMap((stretch) => [stretch, `${stretch}.${isExpense ? 'expense' : 'income'}`]);
}

const aDay = (reachedOn: string | null): string | null => (reachedOn === null ? null : 'a day');

function dayWhereReached({ currentAmount, finalAmount }: Saving): string | null {
  return currentAmount >= finalAmount ? 'a day' : null;
}

function text(value: unknown): string | null {
  return value === null ? null : String(value);
}
