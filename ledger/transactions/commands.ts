import { type Decision, happened, NOTHING, type Rules, rejected } from '../model/command-rule.ts';
import {
  DEFAULT_INCOME_CATEGORY,
  DEFAULT_WALLET,
  EXPENSE_CATEGORIES,
  type ExpenseCategory,
  INCOME_CATEGORIES,
  type IncomeCategory,
} from '../model/constants.ts';
import { isSame } from '../model/entity-states.ts';
import type { DataOf } from '../model/event-definition.ts';
import { type EditOf, valuesAfter } from '../model/fields.ts';
import { type Cents, negated, sum, ZERO } from '../model/money.ts';
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

type Category = ExpenseCategory | IncomeCategory;
type Defined = typeof transactionEvents;
type Recording = DataOf<Defined['ExpenseRecorded']>;

/** The account is named beside it, since Everyday can't be left out of an edit. */
type Edit = Omit<EditOf<'transaction'>, 'accountId'>;

export type TransactionCommand =
  | ({ type: 'RecordExpense' } & Recording)
  | ({ type: 'RecordIncome' } & DataOf<Defined['IncomeRecorded']>)
  | {
      type: 'ChangeTransaction';
      transactionId: string;
      accountId?: string | undefined;
      edit: Edit;
      receiptHash?: string | undefined;
    }
  | { type: 'DeleteTransaction'; transactionId: string }
  /** Records a row of a file that an import has left out; null where there is no such row any more. */
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
const needs = ({ transactionId }: { transactionId: string }) => ({ transactionIds: [transactionId] });

/** The rules of expenses and income (product 4.5, product 4.6, product 4.13, product 11.8). */
export const transactionCommands: Rules<TransactionCommand, TransactionEvent> = {
  RecordExpense: {
    accounts,
    decide({ type: _, ...data }, state) {
      const why = whyNotRecorded(state, { type: 'Expense', ...data });
      return why ?? happened({ type: 'ExpenseRecorded', data });
    },
  },
  RecordIncome: {
    accounts,
    decide({ type: _, ...data }, state) {
      const why = whyNotRecorded(state, { type: 'Income', ...data });
      return why ?? happened({ type: 'IncomeRecorded', data });
    },
  },
  ChangeTransaction: {
    accounts,
    needs,
    decide({ transactionId, accountId, edit, receiptHash }, state) {
      const before = state.transactions.get(transactionId);
      if (!before) return rejected('transaction_not_found');
      const after = edited(before, edit, accountId);
      const unfit = whyUnfit(before, after, edit);
      if (unfit) return unfit;
      if (isSame('transaction', before, after)) return rejected('no_changes');
      const data = { transactionId, before, after, receiptHash };
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
      return decideAmount(
        state,
        { transactionId, title: ADJUSTING_TITLE, category: 'Other', date, accountId },
        difference,
      );
    },
  },
};

/** The title of an entry that makes the books agree with the bank. */
const ADJUSTING_TITLE = 'Adjusting entry';

/** A row of a file: what it adds to its account, in cents, and the row as an event holds it. */
type LeftOutRow = Pick<Recording, 'title' | 'note' | 'tags' | 'date'> & { amount: Cents; imported: ImportedRow[] };

/** Decides to record an amount in cents: as an income, or as an expense by bank where it is below 0. */
function decideAmount(
  state: Books,
  {
    category,
    ...entry
  }: Pick<Recording, 'transactionId' | 'title' | 'note' | 'tags' | 'date' | 'accountId' | 'imported'> & {
    category?: 'Other';
  },
  amount: Cents,
): Decision<TransactionEvent> {
  if (amount > 0) {
    const income = { ...entry, category: category ?? 'Other', amount } as const;
    const why = whyNotRecorded(state, { type: 'Income', ...income });
    return why ?? happened({ type: 'IncomeRecorded', data: income });
  }
  const expense = { ...entry, ...(category && { category }), amount: negated(amount), wallet: 'Bank' } as const;
  const why = whyNotRecorded(state, { type: 'Expense', ...expense });
  return why ?? happened({ type: 'ExpenseRecorded', data: expense });
}

/** Rejects a new transaction; null where it can be recorded. */
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
function edited(before: TransactionState, edit: Edit, accountId: string | undefined): TransactionState {
  const after = valuesAfter('transaction', before, { ...edit, ...(accountId !== undefined && { accountId }) });
  const { type, parts } = after;
  return {
    ...after,
    category: parts ? undefined : categoryOf(type, after.category, edit),
    wallet: type === 'Income' ? undefined : (edit.wallet ?? before.wallet ?? DEFAULT_WALLET),
    accountId: unlessEveryday(after.accountId),
  };
}

/** A category where it fits the type or was named by the edit, else the type's default. */
function categoryOf(type: TransactionState['type'], category: Category | undefined, edit: Edit) {
  if (category && (edit.category === category || fits(type, category))) return category;
  return type === 'Income' ? DEFAULT_INCOME_CATEGORY : undefined;
}

function fits(type: TransactionState['type'], category: Category): boolean {
  return (type === 'Expense' ? (EXPENSE_CATEGORIES as readonly string[]) : INCOME_CATEGORIES).includes(category);
}

/** Rejects fields of an edited transaction that don't fit each other, and names the field; null where they fit. */
function whyUnfit(
  before: TransactionState,
  { type, amount, category, parts }: TransactionState,
  edit: Edit,
): Decision<never> | null {
  const categories = type === 'Expense' ? 'not_an_expense_category' : 'not_an_income_category';
  if (edit.category && parts) return rejected('category_beside_parts');
  if (category && !fits(type, category)) return rejected(categories);
  if (edit.wallet && type === 'Income') return rejected('wallet_of_income');
  if (edit.wallet === null && type === 'Expense') return rejected('wallet_required');
  if (!parts) return null;
  if (!edit.parts && type !== before.type) return rejected('parts_required');
  if (!parts.every((part) => fits(type, part.category))) {
    return rejected(`part_${categories}`);
  }
  if (addUp(parts, amount)) return null;
  return rejected(edit.parts ? 'parts_do_not_add_up' : 'parts_required');
}

function whyNotChanged(
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

function addUp(parts: readonly Part[], amount: Cents): boolean {
  return sum(...parts.map((part) => part.amount)) === amount;
}
