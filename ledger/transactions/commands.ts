import { type Categories, type CategoryRef, OTHER_EXPENSE, OTHER_INCOME, SALARY } from '../model/categories.ts';
import { type Deciders, type Decision, happened, NOTHING, rejected } from '../model/command-rule.ts';
import { DEFAULT_WALLET } from '../model/constants.ts';
import { isSame } from '../model/entity-states.ts';
import type { DataOf } from '../model/event-definition.ts';
import { type EditOf, valuesAfter } from '../model/fields.ts';
import { type Cents, negated, sum, ZERO } from '../model/money.ts';
import type { SetFields } from '../model/origins.ts';
import { setIn } from '../model/set-fields.ts';
import {
  accountOf,
  type Books,
  type Part,
  type TransactionState,
  unlessEveryday,
  whyNotPosted,
} from '../model/state.ts';
import type { ImportedRow } from '../model/values.ts';
import { changeOfBalance, postingsOfMade, type TransactionEvent, transactionEvents } from './events.ts';
import { findCategories, type NamedCategories } from './find-categories.ts';

type Defined = typeof transactionEvents;
type Recording = DataOf<Defined['ExpenseRecorded']>;

/** Values of a transaction as a command has them, which names categories by their ids or their names. */
type Named<Values> = Omit<Values, 'category' | 'parts'> & NamedCategories;

/** The account is named beside it, since Everyday can't be left out of an edit. */
type Edit = Omit<EditOf<'transaction'>, 'accountId'>;
type NamedEdit = Omit<Edit, 'category' | 'parts'> & {
  category?: CategoryRef | null | undefined;
  parts?: NamedCategories['parts'] | null;
};

export type TransactionCommand =
  | ({ type: 'RecordExpense' } & Named<Recording>)
  /** `isRefund` allows a category of expenses; parts may have one anyway. */
  | ({ type: 'RecordIncome'; isRefund?: boolean } & Named<DataOf<Defined['IncomeRecorded']>>)
  | {
      type: 'ChangeTransaction';
      transactionId: string;
      accountId?: string | undefined;
      edit: NamedEdit;
      receiptHash?: string | undefined;
      set?: SetFields | undefined;
    }
  | { type: 'DeleteTransaction'; transactionId: string }
  /** Records a row of a file that an import has left out, or null if there is no such row any more. */
  | { type: 'RecordRow'; transactionId: string; row: LeftOutRow | null; accountId?: string | undefined }
  /** Records what an account lacks, or has too much where `difference` is below 0, as one entry on a day. */
  | {
      type: 'AdjustBooks';
      transactionId: string;
      date: string;
      difference: Cents;
      accountId?: string | undefined;
    };

const accounts = ({ accountId }: { accountId?: string | undefined }) => [accountId];
/** A change that names no account leaves it as it is. */
const changedAccounts = ({ accountId }: { accountId?: string | undefined }) =>
  accountId === undefined ? [] : [accountId];
const needs = ({ transactionId }: { transactionId: string }) => ({ transactionIds: [transactionId] });

/** The rules of expenses and income (product 4.5, product 4.6, product 4.13, product 11.8). */
export const transactionCommands: Deciders<TransactionCommand, TransactionEvent> = {
  RecordExpense: {
    accounts,
    decide({ type: _, set, category, parts, ...data }, state) {
      const found = findCategories({ category, parts }, 'Expense', state.categories);
      if ('outcome' in found) return found;
      const expense = { ...data, ...found };
      const why = whyNotRecorded(state, { type: 'Expense', ...expense });
      const setters = setIn('transaction', null, expense, set, data.madeBy ?? (data.imported ? 'import' : 'hand'));
      return why ?? happened({ type: 'ExpenseRecorded', data: { ...expense, ...setters } });
    },
  },
  RecordIncome: {
    accounts,
    decide({ type: _, set, isRefund = false, category, parts, ...data }, state) {
      const found = findCategories({ category, parts }, 'Income', state.categories, { isRefund });
      if ('outcome' in found) return found;
      const income = { ...data, ...found };
      const why = whyNotRecorded(state, { type: 'Income', ...income });
      const setters = setIn('transaction', null, income, set, data.madeBy ?? (data.imported ? 'import' : 'hand'));
      return why ?? happened({ type: 'IncomeRecorded', data: { ...income, ...setters } });
    },
  },
  ChangeTransaction: {
    accounts: changedAccounts,
    needs,
    decide({ transactionId, accountId, edit: { category, parts, ...others }, receiptHash, set }, state) {
      const before = state.transactions.get(transactionId);
      if (!before) return rejected('transaction_not_found');
      const { categories } = state;
      const named = { category: category ?? undefined, parts: parts ?? undefined };
      const found = findCategories(named, others.type ?? before.type, categories, { isRefund: true, before });
      if ('outcome' in found) return found;
      const edit: Edit = { ...others, category: category && found.category, parts: parts && found.parts };
      const after = edited(before, edit, accountId, categories);
      const unfit = whyUnfit(before, after, edit);
      if (unfit) return unfit;
      if (isSame('transaction', before, after)) return rejected('no_changes');
      const setters = setIn('transaction', before, after, set);
      const data = { transactionId, before, after, receiptHash, ...setters };
      return whyNotChanged(state, data) ?? happened({ type: 'TransactionChanged', data });
    },
  },
  DeleteTransaction: {
    needs,
    decide({ transactionId }, state) {
      const transaction = state.transactions.get(transactionId);
      if (!transaction) return rejected('transaction_not_found');
      const { type, amount, date, accountId } = transaction;
      const data = { transactionId, type, amount, date, accountId };
      const reason = whyNotPosted(state, transactionEvents.TransactionDeleted.postings(data, {}));
      return reason ? rejected(reason) : happened({ type: 'TransactionDeleted', data });
    },
  },
  RecordRow: {
    accounts,
    decide({ transactionId, row, accountId }, state) {
      if (!row) return rejected('transaction_not_found');
      const { amount, ...entry } = row;
      return decideAmount(state, { transactionId, ...entry, accountId }, amount);
    },
  },
  AdjustBooks: {
    accounts,
    decide({ transactionId, date, difference, accountId }, state) {
      if (difference === ZERO) return NOTHING;
      return decideAmount(state, { transactionId, title: ADJUSTING_TITLE, isOther: true, date, accountId }, difference);
    },
  },
};

/** The title of an entry that makes the books agree with the bank. */
const ADJUSTING_TITLE = 'Adjusting entry';

/** A row of a file: what it adds to its account, in cents, and the row as an event holds it. */
type LeftOutRow = Pick<Recording, 'title' | 'note' | 'tags' | 'date'> & { amount: Cents; imported: ImportedRow[] };

/** Decides to record an amount in cents: as an income of Other, or as an expense by bank where it is below 0. */
function decideAmount(
  state: Books,
  {
    isOther = false,
    ...entry
  }: Pick<Recording, 'transactionId' | 'title' | 'note' | 'tags' | 'date' | 'accountId' | 'imported'> & {
    isOther?: boolean;
  },
  amount: Cents,
): Decision<TransactionEvent> {
  if (amount > 0) {
    const income = { ...entry, category: OTHER_INCOME, amount } as const;
    const why = whyNotRecorded(state, { type: 'Income', ...income });
    return why ?? happened({ type: 'IncomeRecorded', data: income });
  }
  const category = isOther ? { category: OTHER_EXPENSE } : {};
  const expense = { ...entry, ...category, amount: negated(amount), wallet: 'Bank' } as const;
  const why = whyNotRecorded(state, { type: 'Expense', ...expense });
  return why ?? happened({ type: 'ExpenseRecorded', data: expense });
}

/** Rejects a new transaction, or null if it can be recorded. */
function whyNotRecorded(state: Books, transaction: TransactionState): Decision<never> | null {
  const { amount, accountId, parts } = transaction;
  if (parts && !addUp(parts, amount)) return rejected('parts_do_not_add_up');
  const { isOpen, balance } = accountOf(state, accountId);
  if (!isOpen) return rejected('account_closed');
  if (isCash(transaction) && amount > balance) return rejected('not_enough_balance');
  const reason = whyNotPosted(state, postingsOfMade(transaction));
  if (reason) return rejected(reason);
  return sum(state.turnover, amount) === null ? rejected('amount_too_large') : null;
}

/**
 * The transaction after an edit: what the edit leaves out stays, and what does not fit a new type falls to its default.
 */
function edited(
  before: TransactionState,
  edit: Edit,
  accountId: string | undefined,
  categories: Categories,
): TransactionState {
  const after = valuesAfter('transaction', before, { ...edit, ...(accountId !== undefined && { accountId }) });
  const { type, parts } = after;
  return {
    ...after,
    category: parts ? undefined : categoryAfter(before, after, edit, categories),
    wallet: type === 'Income' ? undefined : (edit.wallet ?? before.wallet ?? DEFAULT_WALLET),
    accountId: unlessEveryday(after.accountId),
  };
}

/** A category that was named by the edit, or that fits the type, else the type's default. */
function categoryAfter(before: TransactionState, { type, category }: TransactionState, edit: Edit, all: Categories) {
  if (category && edit.category === category) return category;
  const isKept = edit.category === undefined && !before.parts && type === before.type;
  if (isKept || (category && all.get(category)?.kind === type)) return category;
  // Both kinds have an Other.
  if (edit.category === undefined && category === OTHERS[before.type]) return OTHERS[type];
  return type === 'Income' ? SALARY : undefined;
}

const OTHERS = { Expense: OTHER_EXPENSE, Income: OTHER_INCOME } as const;

/** Rejects fields of an edited transaction that don't fit each other, and names the field, or null if they fit. */
function whyUnfit(
  before: TransactionState,
  { type, amount, parts }: TransactionState,
  edit: Edit,
): Decision<never> | null {
  if (edit.category && parts) return rejected('category_beside_parts');
  if (edit.wallet && type === 'Income') return rejected('wallet_of_income');
  if (edit.wallet === null && type === 'Expense') return rejected('wallet_required');
  if (!parts) return null;
  if (!edit.parts && type !== before.type) return rejected('parts_required');
  if (addUp(parts, amount)) return null;
  return rejected(edit.parts ? 'parts_do_not_add_up' : 'parts_required');
}

/** Why a transaction can't have other values, for its money or for the cash that it takes, or null if it can. */
export function whyNotChanged(
  state: Books,
  change: { transactionId: string; before: TransactionState; after: TransactionState },
): Decision<never> | null {
  const { before, after } = change;
  const reason = whyNotPosted(state, transactionEvents.TransactionChanged.postings(change, {}));
  if (reason) return rejected(reason);
  if (sum(state.turnover, negated(before.amount), after.amount) === null) return rejected('amount_too_large');
  const takesMore =
    after.amount > before.amount ||
    after.wallet !== before.wallet ||
    after.type !== before.type ||
    after.accountId !== before.accountId;
  if (!isCash(after) || !takesMore) return null;
  const own = after.accountId === before.accountId ? changeOfBalance(before) : 0;
  return after.amount > accountOf(state, after.accountId).balance - own ? rejected('not_enough_balance') : null;
}

const isCash = ({ type, wallet }: TransactionState) => type === 'Expense' && wallet === 'Cash';

/** Whether the parts of a split come to its amount. */
export function addUp(parts: readonly Part[], amount: Cents): boolean {
  return sum(...parts.map((part) => part.amount)) === amount;
}
