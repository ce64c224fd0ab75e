import { z } from 'zod';
import { WALLETS } from '../model/constants.ts';
import { balanceIn, moved, netted, type Posting } from '../model/double-entry.ts';
import { recordedNow } from '../model/entity-states.ts';
import { type EventOf, event } from '../model/event-definition.ts';
import { FIELDS, schemasOf, valuesIn, wholeOf } from '../model/fields.ts';
import { type Cents, negated, safe } from '../model/money.ts';
import { madeBy, originsMade, setOf } from '../model/origins.ts';
import { originsChanged } from '../model/set-fields.ts';
import { addToBalance, addToBalances, type Draft, type TransactionState } from '../model/state.ts';
import {
  accountId,
  cents,
  changedAt,
  changedLast,
  day,
  id,
  imported,
  place,
  recordedFirst,
  sha256,
} from '../model/values.ts';

const transactionId = id.describe('the transaction');
const receiptHash = sha256
  .optional()
  .describe("the hash of that image's bytes; absent without a receipt, and from events from before there were seals");
const { type, ...others } = schemasOf('transaction');
const { wallet: _wallet, ...ofIncome } = others;
const transaction = wholeOf('transaction');

type Named = { transactionId: string };
type Money = Pick<TransactionState, 'type' | 'amount' | 'accountId'>;

const idOf = ({ transactionId }: Named) => transactionId;
const made = postingsOfMade;
const takenBack = ({ type, amount, accountId }: Money): Posting[] =>
  type === 'Expense' ? moved('Expenses', balanceIn(accountId), amount) : moved(balanceIn(accountId), 'Income', amount);
const changed = ({ before, after }: Record<'before' | 'after', Money>): Posting[] =>
  netted([...takenBack(before), ...made(after)]);

const expense = (data: Omit<TransactionState, 'type'>): TransactionState =>
  valuesIn('transaction', { ...data, type: 'Expense' });
const income = (data: Omit<TransactionState, 'type' | 'wallet'>): TransactionState =>
  valuesIn('transaction', { ...data, type: 'Income' });

/**
 * Expenses and income (product 4.5, product 4.6, product 4.13). A transaction of an older event may not be in a draft:
 * projections fold without them.
 */
export const transactionEvents = {
  ExpenseRecorded: event({
    about: {
      when: 'The user records an expense.',
      balance: 'minus `amount`',
      statistics: 'plus `amount` on the expense of the week, the month and the year of `date`',
      also: 'the transaction is added',
    },
    data: {
      transactionId,
      ...others,
      amount: cents.describe('what was spent'),
      wallet: z.enum(WALLETS).describe('how it was paid'),
      receiptHash,
      imported,
      set: setOf('transaction', 'record'),
      madeBy,
    },
    begins: 'create-expense',
    effect: {
      does: 'make',
      kind: 'transaction',
      id: idOf,
      state: (data, context) => ({ ...expense(data), ...recordedNow(context, data) }),
      counts: (data) => [[{ ...data, type: 'Expense' }, 1]],
    },
    evolve: (draft, data) => add(draft, data.transactionId, expense(data)),
    postings: (data) => made(expense(data)),
    moves: null,
  }),
  IncomeRecorded: event({
    about: {
      when: 'The user records an income.',
      balance: 'plus `amount`',
      statistics: 'plus `amount` on the income of the week, the month and the year of `date`',
      also: 'the transaction is added',
    },
    data: {
      transactionId,
      ...ofIncome,
      amount: cents.describe('what came in'),
      receiptHash,
      imported,
      set: setOf('transaction', 'record'),
      madeBy,
    },
    begins: 'create-income',
    effect: {
      does: 'make',
      kind: 'transaction',
      id: idOf,
      state: (data, context) => ({ ...income(data), ...recordedNow(context, data) }),
      counts: (data) => [[{ ...data, type: 'Income' }, 1]],
    },
    evolve: (draft, data) => add(draft, data.transactionId, income(data)),
    postings: (data) => made(income(data)),
    moves: null,
  }),
  TransactionChanged: event({
    about: {
      when: 'The user changes a transaction, or the undo of a change does.',
      balance: 'what `before` did is taken back, and what `after` does is done',
      statistics: 'the same',
      also: 'the transaction is as in `after`',
    },
    data: {
      transactionId,
      before: transaction.describe('the transaction before'),
      after: transaction.describe('the transaction after'),
      receiptHash: sha256
        .optional()
        .describe('the hash of the bytes of the receipt that the change attached; absent where it attached none'),
      changedAt,
      set: setOf('transaction', 'change'),
    },
    begins: 'update-transaction',
    effect: {
      does: 'change',
      kind: 'transaction',
      id: idOf,
      state: (data, { recordedAt, revision }) => ({
        ...valuesIn('transaction', data.after),
        changedAt: data.changedAt === undefined ? recordedAt : (data.changedAt ?? undefined),
        origins: originsChanged('transaction', data, revision),
      }),
      counts: ({ before, after }) => [
        [before, -1],
        [after, 1],
      ],
    },
    evolve(draft, data) {
      const { transactionId, before, after } = data;
      draft.transactions.set(transactionId, after);
      draft.turnover = safe(draft.turnover + (after.amount - before.amount));
      addToBalances(draft, changed(data));
    },
    postings: changed,
    moves: null,
  }),
  TransactionDeleted: event({
    about: {
      when: 'The user deletes a transaction, or the undo of its recording does. The event repeats what it takes back.',
      balance: 'plus `amount` of an expense, minus `amount` of an income',
      statistics: 'minus `amount` on the expense or the income of the week, the month and the year of `date`',
      also: 'the transaction is removed',
    },
    data: { transactionId, type, amount: FIELDS.transaction.amount.schema, date: day.describe('its date'), accountId },
    begins: 'delete-transaction',
    effect: { does: 'remove', kind: 'transaction', id: idOf, counts: (data) => [[data, -1]] },
    evolve(draft, { transactionId, type, amount, accountId }) {
      draft.transactions.delete(transactionId);
      draft.turnover = safe(draft.turnover - amount);
      addToBalance(draft, accountId, negated(changeOfBalance({ type, amount })));
    },
    postings: takenBack,
    moves: null,
  }),
  TransactionRestored: event({
    about: {
      when: 'The undo of a deletion brings a transaction back.',
      balance: 'minus `amount` of an expense, plus `amount` of an income',
      statistics: 'plus `amount` on the expense or the income of the week, the month and the year of `date`',
      also: 'the transaction is there again, at its place',
    },
    data: {
      transactionId,
      ...schemasOf('transaction'),
      place,
      recordedAt: recordedFirst,
      changedAt: changedLast,
      set: setOf('transaction', 'restore'),
      madeBy,
    },
    begins: 'undo',
    effect: {
      does: 'restore',
      kind: 'transaction',
      id: idOf,
      state: ({ transactionId: _, set, madeBy, ...state }, { revision }) => ({
        ...state,
        origins: originsMade(set, madeBy, revision),
      }),
      counts: (data) => [[data, 1]],
    },
    evolve: (draft, data) => add(draft, data.transactionId, valuesIn('transaction', data)),
    postings: made,
    moves: null,
  }),
} as const;

export type TransactionEvent = EventOf<typeof transactionEvents>;

/** The postings of a transaction that is made. */
export function postingsOfMade({ type, amount, accountId }: Money): Posting[] {
  return type === 'Expense'
    ? moved(balanceIn(accountId), 'Expenses', amount)
    : moved('Income', balanceIn(accountId), amount);
}

/** The amount that a transaction adds to the balance, in cents: below 0 for an expense. */
export function changeOfBalance({ type, amount }: Pick<TransactionState, 'type' | 'amount'>): Cents {
  return type === 'Expense' ? negated(amount) : amount;
}

function add(draft: Draft, transactionId: string, transaction: TransactionState): void {
  draft.transactions.set(transactionId, transaction);
  draft.turnover = safe(draft.turnover + transaction.amount);
  addToBalance(draft, transaction.accountId, changeOfBalance(transaction));
}
