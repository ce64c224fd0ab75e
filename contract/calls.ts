import { z } from 'zod';
import {
  accountBalanceInput,
  avatarInput,
  currencyInput,
  dateOfBirthInput,
  deleteAccountInput,
  detailsInput,
  incomeAndExpenseInput,
  initialDepositInput,
  loginInput,
  passwordInput,
  registerInput,
} from './account.ts';
import { addresses } from './addresses.ts';
import { feedbackInput } from './feedback.ts';
import { goal, goalDeletionInput, goalInput, goalsAnswer, goalUpdateInput, moneyToGoalInput } from './goal.ts';
import { historyAnswer, historyPageQuery, verification } from './ledger.ts';
import { IMAGE_MEGABYTES_MAX, IMAGE_MEGAPIXELS_MAX, RECENT_TRANSACTIONS } from './limits.ts';
import type { ProblemCode } from './problems.ts';
import { statisticsAnswer } from './statistics.ts';
import {
  expenseInput,
  incomeInput,
  recentTransaction,
  transaction,
  transactionIdInput,
  transactionPageQuery,
  transactionsAnswer,
} from './transaction.ts';
import { user } from './user.ts';

/** One call, with everything optional that only some have. */
export type Call = {
  method: 'GET' | 'POST';
  path: string;
  /**
   * A `command` records events in the caller's ledger; sent again under its Idempotency-Key it has its effect once. A `query`
   * changes nothing. An `action` changes something else: an account, a session, a payment, a feedback, the demo user. It
   * ignores the key.
   */
  kind: 'command' | 'query' | 'action';
  /** One sentence on what it does, for the reference. */
  about: string;
  /** False for what a visitor may call. */
  session: boolean;
  /** The body, of a POST that has one. */
  body?: z.ZodType;
  /** The one image that a multipart body may have: its field, and whether it is required. */
  file?: { field: string; required: boolean };
  /** The query string, of a GET that has one. */
  query?: z.ZodType;
  /** The `data` of the answer. */
  data: z.ZodType;
  /** The codes it can fail with, beyond those that follow from its kind, its input, its file or its session. */
  problems: readonly Exclude<ProblemCode, 'invalid' | 'idempotency_key_reused' | 'session_required'>[];
};

const nothing = z.object({});
const userWithGoal = user.extend({ goal }).meta({ title: 'the user, with `goal` beside their fields' });
const receipt = { field: 'receipt', required: false } as const;

/** Every call of the API (product 7.1), by name, with its kind, schemas and failures. */
export const calls = {
  register: {
    ...addresses.register,
    kind: 'action',
    about: 'Opens an account. It does not log in.',
    session: false,
    body: registerInput,
    data: nothing,
    problems: ['email_taken', 'too_many_requests'],
  },
  login: {
    ...addresses.login,
    kind: 'action',
    about: 'Begins a session, carried by a cookie, and answers the user.',
    session: false,
    body: loginInput,
    data: user,
    problems: ['user_not_found', 'incorrect_password', 'too_many_requests'],
  },
  logout: {
    ...addresses.logout,
    kind: 'action',
    about: 'Ends the session. Without one it answers the same.',
    session: false,
    data: nothing,
    problems: [],
  },
  getCurrentUser: {
    ...addresses.getCurrentUser,
    kind: 'query',
    about: 'The user whose session it is.',
    session: true,
    data: user,
    problems: [],
  },
  initialDeposit: {
    ...addresses.initialDeposit,
    kind: 'command',
    about: 'Writes down what the account holds at the start, while its balance is 0.',
    session: true,
    body: initialDepositInput,
    data: user,
    problems: ['deposit_not_empty', 'amount_too_large'],
  },
  addIncomeAndExpense: {
    ...addresses.addIncomeAndExpense,
    kind: 'command',
    about: "Sets one's monthly income and expense.",
    session: true,
    body: incomeAndExpenseInput,
    data: user,
    problems: [],
  },
  updatePassword: {
    ...addresses.updatePassword,
    kind: 'action',
    about: 'Changes the password and ends all other sessions.',
    session: true,
    body: passwordInput,
    data: nothing,
    problems: ['not_for_demo', 'too_many_requests'],
  },
  updateCurrency: {
    ...addresses.updateCurrency,
    kind: 'action',
    about: 'Changes the symbol before amounts; no amount changes.',
    session: true,
    body: currencyInput,
    data: user,
    problems: [],
  },
  updateDate: {
    ...addresses.updateDate,
    kind: 'action',
    about: 'Sets the date of birth.',
    session: true,
    body: dateOfBirthInput,
    data: user,
    problems: [],
  },
  updateDetails: {
    ...addresses.updateDetails,
    kind: 'action',
    about: 'Sets full name and bio.',
    session: true,
    body: detailsInput,
    data: user,
    problems: [],
  },
  uploadAvatar: {
    ...addresses.uploadAvatar,
    kind: 'action',
    about: `Sets the avatar: jpeg or png, at most ${IMAGE_MEGABYTES_MAX} MB and ${IMAGE_MEGAPIXELS_MAX} megapixels.`,
    session: true,
    body: avatarInput,
    file: { field: 'avatar', required: true },
    data: user,
    problems: [],
  },
  updateAccountBalance: {
    ...addresses.updateAccountBalance,
    kind: 'command',
    about: 'Sets the balance by hand.',
    session: true,
    body: accountBalanceInput,
    data: user,
    problems: [],
  },
  deleteAccount: {
    ...addresses.deleteAccount,
    kind: 'action',
    about: 'Deletes the account with everything in it, for good, and ends the session.',
    session: true,
    body: deleteAccountInput,
    data: nothing,
    problems: ['not_for_demo', 'too_many_requests'],
  },
  createExpense: {
    ...addresses.createExpense,
    kind: 'command',
    about: 'Records an expense. One in Cash may not exceed the balance.',
    session: true,
    body: expenseInput,
    file: receipt,
    data: user,
    problems: ['not_enough_balance', 'amount_too_large'],
  },
  createIncome: {
    ...addresses.createIncome,
    kind: 'command',
    about: 'Records an income.',
    session: true,
    body: incomeInput,
    file: receipt,
    data: user,
    problems: ['amount_too_large'],
  },
  getTransactions: {
    ...addresses.getTransactions,
    kind: 'query',
    about: 'All transactions, oldest first; with `limit` or `before` a page of them, newest first.',
    session: true,
    query: transactionPageQuery,
    data: transactionsAnswer,
    problems: ['transaction_not_found'],
  },
  recentTransactions: {
    ...addresses.recentTransactions,
    kind: 'query',
    about: `The ${RECENT_TRANSACTIONS} newest, newest first.`,
    session: true,
    data: z.object({ transactions: z.array(recentTransaction) }),
    problems: [],
  },
  getTransaction: {
    ...addresses.getTransaction,
    kind: 'query',
    about: 'One transaction.',
    session: true,
    body: transactionIdInput,
    data: z.object({ transaction }),
    problems: ['transaction_not_found'],
  },
  deleteTransaction: {
    ...addresses.deleteTransaction,
    kind: 'command',
    about: 'Deletes a transaction and undoes its effect on the balance and the statistics.',
    session: true,
    body: transactionIdInput,
    data: user,
    problems: ['transaction_not_found', 'amount_too_large'],
  },
  getGoals: {
    ...addresses.getGoals,
    kind: 'query',
    about: 'All goals, oldest first.',
    session: true,
    data: goalsAnswer,
    problems: [],
  },
  createGoal: {
    ...addresses.createGoal,
    kind: 'command',
    about: 'Creates a goal to save for.',
    session: true,
    body: goalInput,
    data: userWithGoal,
    problems: [],
  },
  updateGoal: {
    ...addresses.updateGoal,
    kind: 'command',
    about: 'Changes a goal; what is left out is unset.',
    session: true,
    body: goalUpdateInput,
    data: userWithGoal,
    problems: ['goal_not_found'],
  },
  addMoneyToGoal: {
    ...addresses.addMoneyToGoal,
    kind: 'command',
    about: 'Moves money from the balance to a goal; `currentAmount` is the amount to add.',
    session: true,
    body: moneyToGoalInput,
    data: userWithGoal,
    problems: ['goal_not_found', 'more_than_goal', 'not_enough_balance', 'amount_too_large'],
  },
  deleteGoal: {
    ...addresses.deleteGoal,
    kind: 'command',
    about: 'Deletes a goal; all that was saved for it returns to the balance.',
    session: true,
    body: goalDeletionInput,
    data: user,
    problems: ['goal_not_found', 'amount_too_large'],
  },
  getStatistics: {
    ...addresses.getStatistics,
    kind: 'query',
    about: 'Income and expense of this week, month and year, by the transactions’ dates.',
    session: true,
    data: statisticsAnswer,
    problems: ['premium_required'],
  },
  getHistory: {
    ...addresses.getHistory,
    kind: 'query',
    about: 'What was ever written down in one’s own ledger, in words, newest first, a page at a time.',
    session: true,
    query: historyPageQuery,
    data: historyAnswer,
    problems: [],
  },
  verifyLedger: {
    ...addresses.verifyLedger,
    kind: 'query',
    about: 'Replays one’s own ledger from its first entry and compares it with what the screens show.',
    session: true,
    data: verification,
    problems: ['too_many_requests'],
  },
  createCheckout: {
    ...addresses.createCheckout,
    kind: 'action',
    about: 'Begins the payment for Premium, or goes on with the one that is open; `url` is where it is paid.',
    session: true,
    data: user.extend({ url: z.string() }).meta({ title: 'the user, with `url` beside their fields' }),
    problems: ['already_paid', 'payment_pending', 'not_for_demo', 'busy'],
  },
  confirmPayment: {
    ...addresses.confirmPayment,
    kind: 'action',
    about: 'Asks whether the open payment was made. While it is not, nothing changes.',
    session: true,
    data: user,
    problems: ['busy'],
  },
  createFeedback: {
    ...addresses.createFeedback,
    kind: 'action',
    about: 'Takes what somebody thinks of Daybook.',
    session: true,
    body: feedbackInput,
    data: nothing,
    problems: ['too_many_requests'],
  },
  resetDemoUser: {
    ...addresses.resetDemoUser,
    kind: 'action',
    about: 'Puts the demo user back as it was at the first start.',
    session: true,
    data: nothing,
    problems: ['not_found', 'too_many_requests', 'busy'],
  },
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof calls;

/** The calls of these kinds. */
export type CallOf<Kind extends Call['kind']> = {
  [Name in CallName]: (typeof calls)[Name]['kind'] extends Kind ? Name : never;
}[CallName];
export type CommandName = CallOf<'command'>;

/** The calls that take a file. */
export type CallWithFile = {
  [Name in CallName]: (typeof calls)[Name] extends { file: object } ? Name : never;
}[CallName];

/** The body or query of a call as a caller sends it, before defaults. */
export type CallInput<Name extends CallName> = (typeof calls)[Name] extends { body: infer Body extends z.ZodType }
  ? z.input<Body>
  : (typeof calls)[Name] extends { query: infer Query extends z.ZodType }
    ? z.input<Query>
    : undefined;

/** The `data` of its answer. */
export type CallData<Name extends CallName> = z.infer<(typeof calls)[Name]['data']>;
