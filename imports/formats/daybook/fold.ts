import {
  type AccountKind,
  EVERYDAY,
  EVERYDAY_KIND,
  EVERYDAY_NAME,
  type Wallet,
} from '../../../ledger/model/constants.ts';
import { type Cents, negated } from '../../../ledger/model/money.ts';
import { UnreadableFile } from '../../parsed.ts';
import type { ExportedEvent } from './events.ts';

export type FoldedPart = { amount: Cents; category?: string | undefined; note?: string | undefined };
export type FoldedTransaction = {
  type: 'Expense' | 'Income';
  title: string;
  amount: Cents;
  date: string;
  category?: string | undefined;
  wallet?: Wallet | undefined;
  accountId: string;
  parts?: FoldedPart[] | undefined;
  place: number;
};
export type FoldedTransfer = {
  type: 'Transfer';
  title?: string | undefined;
  amount: Cents;
  date: string;
  from: string;
  to: string;
  place: number;
};
type Entry = FoldedTransaction | FoldedTransfer;
type Goal = {
  title: string;
  finalAmount: Cents;
  category?: string | undefined;
  description?: string | undefined;
  saved: Map<string, Cents>;
  place: number;
};

/** The books at the end of an export. Balances, and what is saved, are in cents by the account. */
export type Folded = {
  accounts: Map<string, { name: string; kind: AccountKind; balance: Cents }>;
  entries: Map<string, Entry>;
  goals: Map<string, Goal>;
  figures: { income: Cents; expense: Cents } | null;
  /** The balance that was confirmed of an account at the end of a day, by account and day. */
  confirmed: Map<string, Map<string, Cents>>;
};

/** The books that events lead to. Throws UnreadableFile where an event is about something that isn't there. */
export function foldEvents(events: Iterable<ExportedEvent>): Folded {
  let books = emptyBooks();
  for (const event of events) {
    if (event.type === 'LedgerReset') books = emptyBooks();
    else apply(books, event);
  }
  return books;
}

function emptyBooks(): Folded {
  const everyday = { name: EVERYDAY_NAME, kind: EVERYDAY_KIND, balance: 0 as Cents };
  return {
    accounts: new Map([[EVERYDAY, everyday]]),
    entries: new Map(),
    goals: new Map(),
    figures: null,
    confirmed: new Map(),
  };
}

function apply(books: Folded, { type, data, revision: place }: Exclude<ExportedEvent, { type: 'LedgerReset' }>): void {
  const { accounts, goals } = books;
  switch (type) {
    case 'InitialDepositMade':
      return add(books, data.accountId, data.amount);
    case 'BalanceAdjusted':
      there(accounts.get(data.accountId)).balance = data.to;
      return;
    case 'BalanceAsserted': {
      there(accounts.get(data.accountId));
      const days = books.confirmed.get(data.accountId) ?? new Map<string, Cents>();
      if (data.balance === undefined) days.delete(data.date);
      else days.set(data.date, data.balance);
      books.confirmed.set(data.accountId, days);
      return;
    }
    case 'MonthlyFiguresSet':
      books.figures = { income: data.income, expense: data.expense };
      return;
    case 'MonthlyFiguresCleared':
      books.figures = null;
      return;
    case 'ExpenseRecorded':
      return record(books, data.transactionId, { ...data, type: 'Expense', place });
    case 'IncomeRecorded':
      return record(books, data.transactionId, { ...data, type: 'Income', place });
    case 'TransactionChanged':
      return record(books, data.transactionId, { ...data.after, place: remove(books, data.transactionId).place });
    case 'TransactionDeleted':
      remove(books, data.transactionId);
      return;
    case 'TransactionRestored':
      return record(books, data.transactionId, data);
    case 'TransferMade':
      return record(books, data.transferId, { ...data, type: 'Transfer', place });
    case 'TransferChanged':
      return record(books, data.transferId, {
        ...data.after,
        type: 'Transfer',
        place: remove(books, data.transferId).place,
      });
    case 'TransferDeleted':
      remove(books, data.transferId);
      return;
    case 'TransferRestored':
      return record(books, data.transferId, { ...data, type: 'Transfer' });
    case 'GoalCreated':
      goals.set(data.goalId, { ...data, saved: new Map(), place });
      return;
    case 'GoalUpdated': {
      const { saved, place } = there(goals.get(data.goalId));
      goals.set(data.goalId, { ...data, saved, place });
      return;
    }
    case 'MoneyAddedToGoal':
      return save(books, data.goalId, data.accountId, data.amount);
    case 'MoneyTakenFromGoal':
      return save(books, data.goalId, data.accountId, negated(data.amount));
    case 'GoalDeleted':
      there(goals.get(data.goalId));
      goals.delete(data.goalId);
      return add(books, data.accountId, data.returnedAmount);
    case 'GoalRestored':
      goals.set(data.goalId, { ...data, saved: new Map() });
      return save(books, data.goalId, data.accountId, data.amount);
    case 'AccountOpened':
      accounts.set(data.accountId, { name: data.name, kind: data.kind, balance: data.openingBalance });
      return;
    case 'AccountRenamed':
      there(accounts.get(data.accountId)).name = data.to;
      return;
    case 'AccountRemoved':
      accounts.delete(data.accountId);
      return;
    case 'AccountRestored':
      accounts.set(data.accountId, { name: data.name, kind: data.kind, balance: data.balance });
      return;
    default:
      return type satisfies never;
  }
}

function there<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new UnreadableFile('This export of Daybook contradicts itself.');
  return thing;
}

function add({ accounts }: Folded, accountId: string, amount: Cents): void {
  const account = there(accounts.get(accountId));
  account.balance = (account.balance + amount) as Cents;
  if (!Number.isSafeInteger(account.balance)) there(undefined);
}

function effect(books: Folded, entry: Entry, sign: 1 | -1): void {
  if (entry.type === 'Transfer') {
    add(books, entry.from, (-sign * entry.amount) as Cents);
    add(books, entry.to, (sign * entry.amount) as Cents);
  } else add(books, entry.accountId, ((entry.type === 'Income' ? sign : -sign) * entry.amount) as Cents);
}

function record(books: Folded, id: string, entry: Entry): void {
  books.entries.set(id, entry);
  effect(books, entry, 1);
}

function remove(books: Folded, id: string): Entry {
  const entry = there(books.entries.get(id));
  books.entries.delete(id);
  effect(books, entry, -1);
  return entry;
}

function save(books: Folded, goalId: string, accountId: string, amount: Cents): void {
  const { saved } = there(books.goals.get(goalId));
  saved.set(accountId, ((saved.get(accountId) ?? 0) + amount) as Cents);
  add(books, accountId, negated(amount));
}
