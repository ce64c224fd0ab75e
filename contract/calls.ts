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
import { goal, goalDeletionInput, goalInput, goalsResponse, goalUpdateInput, moneyToGoalInput } from './goal.ts';
import { historyPageQuery, historyResponse, verification } from './ledger.ts';
import { IMAGE_MEGABYTES_MAX, IMAGE_MEGAPIXELS_MAX, RECENT_TRANSACTIONS } from './limits.ts';
import type { ProblemCode } from './problems.ts';
import { statisticsResponse } from './statistics.ts';
import {
  expenseInput,
  incomeInput,
  recentTransaction,
  transaction,
  transactionIdInput,
  transactionPageQuery,
  transactionsResponse,
} from './transaction.ts';
import { user } from './user.ts';

/** Definition of one API call. */
export type Call = {
  method: 'GET' | 'POST';
  path: string;
  /**
   * A `command` appends events to the caller's ledger and is idempotent under its Idempotency-Key. A `query` changes
   * nothing. An `action` changes other state (an account, a session, a payment, a feedback, the demo user) and ignores
   * the key.
   */
  kind: 'command' | 'query' | 'action';
  /** One sentence for the API reference. */
  summary: string;
  /** Whether the call requires a session. */
  session: boolean;
  /** Schema of a POST body. */
  body?: z.ZodType;
  /** The image field of a multipart body, and whether it is required. */
  file?: { field: string; required: boolean };
  /** Schema of the query string of a GET. */
  query?: z.ZodType;
  /** Schema of `data` in a successful response. */
  data: z.ZodType;
  /** Problem codes of this call, without those implied by its kind, input, file or session. */
  problems: readonly Exclude<ProblemCode, 'invalid' | 'idempotency_key_reused' | 'session_required'>[];
};

const nothing = z.object({});
const userWithGoal = user.extend({ goal }).meta({ title: 'the user, with `goal` beside their fields' });
const receipt = { field: 'receipt', required: false } as const;

/** Every API call (product 7.1), by call name. */
export const calls = {
  register: {
    ...addresses.register,
    kind: 'action',
    summary: 'Creates an account. Does not start a session.',
    session: false,
    body: registerInput,
    data: nothing,
    problems: ['email_taken', 'too_many_requests'],
  },
  login: {
    ...addresses.login,
    kind: 'action',
    summary: 'Starts a session, sets its cookie and returns the user.',
    session: false,
    body: loginInput,
    data: user,
    problems: ['user_not_found', 'incorrect_password', 'too_many_requests'],
  },
  logout: {
    ...addresses.logout,
    kind: 'action',
    summary: 'Ends the session. Succeeds without a session, too.',
    session: false,
    data: nothing,
    problems: [],
  },
  getCurrentUser: {
    ...addresses.getCurrentUser,
    kind: 'query',
    summary: 'Returns the user of the session.',
    session: true,
    data: user,
    problems: [],
  },
  initialDeposit: {
    ...addresses.initialDeposit,
    kind: 'command',
    summary: 'Records the initial balance of an account whose balance is 0.',
    session: true,
    body: initialDepositInput,
    data: user,
    problems: ['deposit_not_empty', 'amount_too_large'],
  },
  addIncomeAndExpense: {
    ...addresses.addIncomeAndExpense,
    kind: 'command',
    summary: 'Sets the monthly income and expense.',
    session: true,
    body: incomeAndExpenseInput,
    data: user,
    problems: [],
  },
  updatePassword: {
    ...addresses.updatePassword,
    kind: 'action',
    summary: 'Changes the password and ends all other sessions.',
    session: true,
    body: passwordInput,
    data: nothing,
    problems: ['not_for_demo', 'too_many_requests'],
  },
  updateCurrency: {
    ...addresses.updateCurrency,
    kind: 'action',
    summary: 'Changes the currency symbol; converts no amount.',
    session: true,
    body: currencyInput,
    data: user,
    problems: [],
  },
  updateDate: {
    ...addresses.updateDate,
    kind: 'action',
    summary: 'Sets the date of birth.',
    session: true,
    body: dateOfBirthInput,
    data: user,
    problems: [],
  },
  updateDetails: {
    ...addresses.updateDetails,
    kind: 'action',
    summary: 'Sets full name and bio.',
    session: true,
    body: detailsInput,
    data: user,
    problems: [],
  },
  uploadAvatar: {
    ...addresses.uploadAvatar,
    kind: 'action',
    summary: `Sets the avatar: jpeg or png, at most ${IMAGE_MEGABYTES_MAX} MB and ${IMAGE_MEGAPIXELS_MAX} megapixels.`,
    session: true,
    body: avatarInput,
    file: { field: 'avatar', required: true },
    data: user,
    problems: [],
  },
  updateAccountBalance: {
    ...addresses.updateAccountBalance,
    kind: 'command',
    summary: 'Sets the balance to a given amount.',
    session: true,
    body: accountBalanceInput,
    data: user,
    problems: [],
  },
  deleteAccount: {
    ...addresses.deleteAccount,
    kind: 'action',
    summary: 'Permanently deletes the account with all its data and ends the session.',
    session: true,
    body: deleteAccountInput,
    data: nothing,
    problems: ['not_for_demo', 'too_many_requests'],
  },
  createExpense: {
    ...addresses.createExpense,
    kind: 'command',
    summary: 'Records an expense. A Cash expense must not exceed the balance.',
    session: true,
    body: expenseInput,
    file: receipt,
    data: user,
    problems: ['not_enough_balance', 'amount_too_large'],
  },
  createIncome: {
    ...addresses.createIncome,
    kind: 'command',
    summary: 'Records an income.',
    session: true,
    body: incomeInput,
    file: receipt,
    data: user,
    problems: ['amount_too_large'],
  },
  getTransactions: {
    ...addresses.getTransactions,
    kind: 'query',
    summary: 'Returns all transactions, oldest first; with `limit` or `before`, one page, newest first.',
    session: true,
    query: transactionPageQuery,
    data: transactionsResponse,
    problems: ['transaction_not_found'],
  },
  recentTransactions: {
    ...addresses.recentTransactions,
    kind: 'query',
    summary: `Returns the ${RECENT_TRANSACTIONS} newest transactions, newest first.`,
    session: true,
    data: z.object({ transactions: z.array(recentTransaction) }),
    problems: [],
  },
  getTransaction: {
    ...addresses.getTransaction,
    kind: 'query',
    summary: 'Returns one transaction.',
    session: true,
    body: transactionIdInput,
    data: z.object({ transaction }),
    problems: ['transaction_not_found'],
  },
  deleteTransaction: {
    ...addresses.deleteTransaction,
    kind: 'command',
    summary: 'Deletes a transaction and undoes its effect on the balance and the statistics.',
    session: true,
    body: transactionIdInput,
    data: user,
    problems: ['transaction_not_found', 'amount_too_large'],
  },
  getGoals: {
    ...addresses.getGoals,
    kind: 'query',
    summary: 'Returns all goals, oldest first.',
    session: true,
    data: goalsResponse,
    problems: [],
  },
  createGoal: {
    ...addresses.createGoal,
    kind: 'command',
    summary: 'Creates a savings goal.',
    session: true,
    body: goalInput,
    data: userWithGoal,
    problems: [],
  },
  updateGoal: {
    ...addresses.updateGoal,
    kind: 'command',
    summary: 'Replaces the fields of a goal; an omitted optional field is cleared.',
    session: true,
    body: goalUpdateInput,
    data: userWithGoal,
    problems: ['goal_not_found'],
  },
  addMoneyToGoal: {
    ...addresses.addMoneyToGoal,
    kind: 'command',
    summary: 'Moves money from the balance to a goal; `currentAmount` is the amount to add.',
    session: true,
    body: moneyToGoalInput,
    data: userWithGoal,
    problems: ['goal_not_found', 'more_than_goal', 'not_enough_balance', 'amount_too_large'],
  },
  deleteGoal: {
    ...addresses.deleteGoal,
    kind: 'command',
    summary: 'Deletes a goal and returns its saved money to the balance.',
    session: true,
    body: goalDeletionInput,
    data: user,
    problems: ['goal_not_found', 'amount_too_large'],
  },
  getStatistics: {
    ...addresses.getStatistics,
    kind: 'query',
    summary: 'Returns income and expense of the current week, month and year, by transaction date.',
    session: true,
    data: statisticsResponse,
    problems: ['premium_required'],
  },
  getHistory: {
    ...addresses.getHistory,
    kind: 'query',
    summary: 'Returns the events of the user’s ledger, each with a description, newest first, in pages.',
    session: true,
    query: historyPageQuery,
    data: historyResponse,
    problems: [],
  },
  verifyLedger: {
    ...addresses.verifyLedger,
    kind: 'query',
    summary: 'Replays the user’s ledger from its first event and compares the result with the read model.',
    session: true,
    data: verification,
    problems: ['too_many_requests'],
  },
  createCheckout: {
    ...addresses.createCheckout,
    kind: 'action',
    summary: 'Starts a checkout for Premium or returns the open one; `url` is the payment page.',
    session: true,
    data: user.extend({ url: z.string() }).meta({ title: 'the user, with `url` beside their fields' }),
    problems: ['already_paid', 'payment_pending', 'not_for_demo', 'busy'],
  },
  confirmPayment: {
    ...addresses.confirmPayment,
    kind: 'action',
    summary: 'Checks whether the open checkout is paid, and records Premium if it is.',
    session: true,
    data: user,
    problems: ['busy'],
  },
  createFeedback: {
    ...addresses.createFeedback,
    kind: 'action',
    summary: 'Stores feedback about Daybook.',
    session: true,
    body: feedbackInput,
    data: nothing,
    problems: ['too_many_requests'],
  },
  resetDemoUser: {
    ...addresses.resetDemoUser,
    kind: 'action',
    summary: 'Resets the demo user to its initial state.',
    session: true,
    data: nothing,
    problems: ['not_found', 'too_many_requests', 'busy'],
  },
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof calls;

/** Names of the calls of the given kinds. */
export type CallOf<Kind extends Call['kind']> = {
  [Name in CallName]: (typeof calls)[Name]['kind'] extends Kind ? Name : never;
}[CallName];
export type CommandName = CallOf<'command'>;

/** Names of the calls that take a file. */
export type CallWithFile = {
  [Name in CallName]: (typeof calls)[Name] extends { file: object } ? Name : never;
}[CallName];

/** Type of the body or query that a caller sends, before the schema applies defaults. */
export type CallInput<Name extends CallName> = (typeof calls)[Name] extends { body: infer Body extends z.ZodType }
  ? z.input<Body>
  : (typeof calls)[Name] extends { query: infer Query extends z.ZodType }
    ? z.input<Query>
    : undefined;

/** Type of `data` in the response. */
export type CallData<Name extends CallName> = z.infer<(typeof calls)[Name]['data']>;
