import { z } from 'zod';
import { BIO_MAX, CURRENCIES, type CurrencySymbol, FIRST_DAY, FULL_NAME_MAX } from '../ledger/model/constants.ts';
import { amount, choice, day, email, line, lines, optional, password } from './fields.ts';
import { messages } from './messages.ts';

/** Body of login (product 5.1): both non-empty after trimming. */
export const loginInput = z.strictObject({ email, password });

const fullName = line(messages.fullNameRequired, FULL_NAME_MAX, messages.fullNameTooLong(FULL_NAME_MAX));

/** Body of register. */
export const registerInput = z.strictObject({ email, password, fullName });

/** Body of update-password. Refuses a new password that equals the old one. */
export const passwordInput = z
  .strictObject({ oldPassword: password, newPassword: password })
  .refine(({ oldPassword, newPassword }) => oldPassword !== newPassword, {
    error: messages.passwordUnchanged,
    path: ['newPassword'],
  });

/** Body of update-currency: the currency symbol, such as `€`. */
export const currencyInput = z.strictObject({
  newCurrency: choice(Object.keys(CURRENCIES) as [CurrencySymbol, ...CurrencySymbol[]], messages.currencyRequired),
});

/**
 * Body of update-date: the date of birth. The API and the form reject future dates, because only they know the current
 * date.
 */
export const dateOfBirthInput = z.strictObject({
  date: day(messages.dateRequired).refine((date) => date >= FIRST_DAY, messages.birthTooEarly),
});

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
});

/** Body of delete-account. */
export const deleteAccountInput = z.strictObject({ password });

/** Body of initial-deposit: at least 1 in whole units. */
export const initialDepositInput = z.strictObject({
  depositAmount: amount(messages.depositRequired, messages.depositTooSmall),
});

const monthlyAmount = amount(messages.figuresRequired, messages.figuresNegative, 0);

/**
 * Body of add-income-and-expense: monthly amounts, with an optional `email` that the API compares with the session's
 * (product 4.4).
 */
export const incomeAndExpenseInput = z
  .strictObject({ email: optional(email), income: monthlyAmount, expense: monthlyAmount })
  .refine(({ income, expense }) => expense <= income, { error: messages.expenseAboveIncome, path: ['expense'] });
