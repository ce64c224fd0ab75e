import { EVERYDAY } from '../model/constants.ts';
import { balanceIn, moved, noPostings } from '../model/double-entry.ts';
import { confirmationId, FIGURES } from '../model/entity-ids.ts';
import { type EventOf, event } from '../model/event-definition.ts';
import { FIELDS, schemasOf } from '../model/fields.ts';
import { safe, ZERO } from '../model/money.ts';
import { opening } from '../model/movement.ts';
import { accountOf, addToBalance } from '../model/state.ts';
import { accountId, bankBeginning, cents, day } from '../model/values.ts';

/**
 * The balance set from outside, the bank's own, and the user's monthly figures (product 4.2, product 4.3, product 4.4).
 */
export const balanceEvents = {
  InitialDepositMade: event({
    about: {
      when: 'The user says what an account holds while its balance is 0, or that it begins with what the bank had.',
      balance: 'plus `amount`',
    },
    data: {
      amount: cents.describe('what the account holds; with `bank` what is added to that, or taken off'),
      accountId,
      bank: bankBeginning
        .optional()
        .describe("what the bank had when a day began; absent for the account's first amount"),
    },
    begins: 'initial-deposit',
    effect: null,
    evolve: (draft, { amount, accountId }) => addToBalance(draft, accountId, amount),
    postings: ({ amount, accountId }) => moved('Opening', balanceIn(accountId), amount),
    moves: ({ amount, accountId: account = EVERYDAY, bank }) => ({
      does: 'come',
      moved: { ...opening(bank ? "Begun with the bank's balance" : 'Initial deposit'), account, amount },
      sets: bank ? null : { account, before: ZERO, after: amount },
    }),
  }),
  BalanceAdjusted: event({
    about: {
      when: "The user sets an account's balance by hand, or the undo of a deposit or of such a setting moves it.",
      balance: 'becomes `to` in this account',
    },
    data: { from: cents.describe('the balance before'), to: cents.describe('the balance after'), accountId },
    begins: 'update-account-balance',
    effect: null,
    evolve(draft, { to, accountId }) {
      const before = accountOf(draft, accountId);
      draft.accounts.set(accountId ?? EVERYDAY, { ...before, balance: to });
      draft.balance = safe(BigInt(draft.balance) - BigInt(before.balance) + BigInt(to));
    },
    postings: ({ from, to, accountId }) => moved('Opening', balanceIn(accountId), BigInt(to) - BigInt(from)),
    moves: ({ from, to, accountId: account = EVERYDAY }) => ({
      does: 'move',
      moved: {
        part: 'set by hand',
        title: 'Balance set by hand',
        account,
        goalId: null,
        amount: safe(BigInt(to) - BigInt(from)),
      },
      sets: { account, before: from, after: to },
    }),
  }),
  BalanceAsserted: event({
    about: {
      when:
        'The user says, or an imported statement does, what the bank has as the balance at the end of a day; ' +
        'or the undo of this does.',
      also: 'the day is confirmed with this balance, in place of any that it was confirmed with before',
    },
    data: { accountId, date: day.describe('the day'), ...schemasOf('balance') },
    begins: 'assert-balance',
    effect: {
      does: 'change',
      kind: 'balance',
      id: ({ accountId = EVERYDAY, date }) => confirmationId(accountId, date),
      state: ({ balance, source }) => ({ balance, source: balance === undefined ? undefined : source }),
    },
    /** The state lacks confirmed balances: no command is decided on them. */
    evolve() {},
    postings: noPostings,
    moves: null,
  }),
  MonthlyFiguresSet: event({
    about: {
      when: 'The user sets the income and the expense of a usual month, and one of them is new.',
      also: 'the monthly figures become these',
    },
    data: { income: FIELDS.figures.income.schema, expense: FIELDS.figures.expense.schema },
    begins: 'add-income-and-expense',
    effect: { does: 'change', kind: 'figures', id: () => FIGURES, state: (figures) => figures },
    evolve(draft, { income, expense }) {
      draft.figures = { income, expense };
    },
    postings: noPostings,
    moves: null,
  }),
  MonthlyFiguresCleared: event({
    about: { when: 'The first setting of the monthly figures is undone.', also: 'no monthly figures are set' },
    data: {},
    begins: 'undo',
    effect: {
      does: 'change',
      kind: 'figures',
      id: () => FIGURES,
      state: () => ({ income: undefined, expense: undefined }),
    },
    evolve(draft) {
      draft.figures = null;
    },
    postings: noPostings,
    moves: null,
  }),
} as const;

export type BalanceEvent = EventOf<typeof balanceEvents>;
