import { z } from 'zod';
import {
  BIO_MAX,
  CURRENCIES,
  type CurrencySymbol,
  DATE_ORDERS,
  FIRST_DAY,
  FULL_NAME_MAX,
} from '#ledger/model/constants.ts';
import { addresses } from './addresses.ts';
import { type Call, nothing } from './call.ts';
import { amount, choice, dayField, email, idField, knownQuery, line, lines, optional, password } from './fields.ts';
import { IMAGE_MEGABYTES_MAX, IMAGE_MEGAPIXELS_MAX } from './limits.ts';
import { messages } from './messages.ts';
import { monthStart, weekStart, yearStart } from './report-calls.ts';
import { secondFactorAsked } from './sign-in-calls.ts';
import { user } from './user.ts';

/** Body of login (product 5.1): both non-empty after trimming. */
export const loginInput = z.strictObject({ email, password });

const fullName = line(messages.fullNameRequired, FULL_NAME_MAX, messages.fullNameTooLong(FULL_NAME_MAX));

/** Body of register. */
export const registerInput = z.strictObject({ email, password, fullName });

type TypedPasswords = { oldPassword?: string | undefined; newPassword: string };
const isChanged = ({ oldPassword, newPassword }: TypedPasswords) => oldPassword !== newPassword;
const UNCHANGED = { error: messages.passwordUnchanged, path: ['newPassword'] };

/** Form of a new password of who has one. Refuses a new password that equals the old one. */
export const passwordInput = z
  .strictObject({ oldPassword: password, newPassword: password })
  .refine(isChanged, UNCHANGED);

/** Body of update-password: who has no password gives no old one. */
const newPasswordInput = z
  .strictObject({ oldPassword: password.optional(), newPassword: password })
  .refine(isChanged, UNCHANGED);

/** Body of update-currency: the currency symbol, such as `€`. */
export const currencyInput = z.strictObject({
  newCurrency: choice(Object.keys(CURRENCIES) as [CurrencySymbol, ...CurrencySymbol[]], messages.currencyRequired),
});

/**
 * Body of update-date: the date of birth. The API and the form reject future dates, because only they know the current
 * date.
 */
export const dateOfBirthInput = z.strictObject({
  date: dayField(messages.dateRequired).refine((date) => date >= FIRST_DAY, messages.birthTooEarly),
});

/** Body of update-date-order. */
export const dateOrderInput = z.strictObject({ dateOrder: choice(DATE_ORDERS) });

/** Body of update-calendar: the days on which weeks, months and years begin; what is left out stays. */
export const calendarInput = z
  .strictObject({ weekStart: weekStart.optional(), monthStart: monthStart.optional(), yearStart: yearStart.optional() })
  .refine((given) => Object.keys(given).length > 0, { error: messages.calendarRequired, path: ['weekStart'] });

/** Body of update-word-list: whether the word list files entries (product 11.5). */
export const wordListInput = z.strictObject({ usesWordList: z.boolean() });

/** Body of update-details. An empty bio clears the bio. */
export const detailsInput = z.strictObject({
  name: fullName,
  bio: optional(lines(BIO_MAX, messages.bioTooLong(BIO_MAX))),
});

/** Body of upload-avatar: no fields beside the file. */
export const avatarInput = z.strictObject({});

/** Body of update-account-balance: at least 1 in whole units. */
export const accountBalanceInput = z.strictObject({
  newAmount: amount(messages.balanceRequired, messages.balanceTooSmall),
  accountId: optional(idField),
});

/** Form of who deletes the account and has a password. */
export const deleteAccountInput = z.strictObject({ password });

/** Body of initial-deposit: at least 1 in whole units. */
export const initialDepositInput = z.strictObject({
  depositAmount: amount(messages.depositRequired, messages.depositTooSmall),
  accountId: optional(idField),
});

const monthlyAmount = amount(messages.figuresRequired, messages.figuresNegative, 0);

/**
 * Body of add-income-and-expense: monthly amounts, with an optional `email` that the API compares with the session's
 * (product 4.4).
 */
export const incomeAndExpenseInput = z
  .strictObject({ email: optional(email), income: monthlyAmount, expense: monthlyAmount })
  .refine(({ income, expense }) => expense <= income, { error: messages.expenseAboveIncome, path: ['expense'] });

/**
 * A session: `createdAt` is the login, `lastUsedAt` is right to the hour (instants). `address` and `agent` are the IP
 * address and the browser of the login, null of a session that began before Daybook kept them.
 */
const userSession = z.object({
  _id: z.string(),
  current: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  address: z.string().nullable(),
  agent: z.string().nullable(),
});
export type UserSession = z.infer<typeof userSession>;

/** The calls of /users. */
export const userCalls = {
  register: {
    ...addresses.register,
    kind: 'action',
    summary: 'Creates an account. Does not start a session.',
    session: false,
    body: registerInput,
    data: nothing,
    problems: ['local_login_off', 'email_taken', 'too_many_requests'],
  },
  login: {
    ...addresses.login,
    kind: 'action',
    summary:
      'Starts a session, sets its cookie and returns the user; of a user with a second factor it returns how that is ' +
      'proved by `second-factor`, and nothing else.',
    session: false,
    body: loginInput,
    data: z.union([user, secondFactorAsked]),
    problems: ['local_login_off', 'user_not_found', 'incorrect_password', 'too_many_requests'],
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
    query: knownQuery,
    data: user,
    problems: [],
  },
  getSessions: {
    ...addresses.getSessions,
    kind: 'query',
    summary: 'Returns the sessions of the user, the one of the request first; the demo user sees that one alone.',
    session: true,
    data: z.object({ sessions: z.array(userSession) }),
    problems: [],
  },
  endSession: {
    ...addresses.endSession,
    kind: 'action',
    summary: 'Ends a session of the user.',
    session: true,
    body: z.strictObject({ sessionId: idField }),
    data: nothing,
    problems: ['session_not_found'],
  },
  endOtherSessions: {
    ...addresses.endOtherSessions,
    kind: 'action',
    summary: 'Ends all sessions of the user but the one of the request.',
    session: true,
    data: nothing,
    problems: ['not_for_demo'],
  },
  initialDeposit: {
    ...addresses.initialDeposit,
    kind: 'command',
    needs: 'view',
    summary: 'Records the initial balance of an account whose balance is 0.',
    session: true,
    body: initialDepositInput,
    data: user,
    problems: ['account_not_found', 'account_closed', 'deposit_not_empty', 'amount_too_large'],
  },
  addIncomeAndExpense: {
    ...addresses.addIncomeAndExpense,
    kind: 'command',
    needs: 'view',
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
    body: newPasswordInput,
    data: nothing,
    problems: ['not_for_demo', 'proof_required', 'too_many_requests'],
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
  updateCalendar: {
    ...addresses.updateCalendar,
    kind: 'action',
    summary: 'Sets the day on which weeks begin: 1 for Monday, 6 for Saturday, 7 for Sunday.',
    session: true,
    body: calendarInput,
    data: user,
    problems: [],
  },
  updateDateOrder: {
    ...addresses.updateDateOrder,
    kind: 'action',
    summary: 'Sets whether the user writes `5/3` for March 5 or for May 3.',
    session: true,
    body: dateOrderInput,
    data: user,
    problems: [],
  },
  updateWordList: {
    ...addresses.updateWordList,
    kind: 'action',
    summary: 'Sets whether the word list proposes categories.',
    session: true,
    body: wordListInput,
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
    needs: 'view',
    summary: 'Sets the balance to a given amount.',
    session: true,
    body: accountBalanceInput,
    data: user,
    problems: ['account_not_found', 'account_closed', 'amount_too_large'],
  },
  deleteAccount: {
    ...addresses.deleteAccount,
    kind: 'action',
    summary: 'Permanently deletes the account with all its data and ends the session.',
    session: true,
    body: deleteAccountInput.partial(),
    data: nothing,
    problems: ['not_for_demo', 'proof_required', 'too_many_requests'],
  },
} as const satisfies Record<string, Call>;
