import { z } from 'zod';
import { BIO_MAX, CURRENCIES, type CurrencySymbol, FIRST_DAY, FULL_NAME_MAX } from '../ledger/model/constants.ts';
import { amount, choice, day, email, line, lines, optional, password } from './fields.ts';
import { messages } from './messages.ts';

/** login (product 5.1): both non-empty after trimming. */
export const loginInput = z.strictObject({ email, password });

const fullName = line(messages.fullNameRequired, FULL_NAME_MAX, messages.fullNameTooLong(FULL_NAME_MAX));

/** register. */
export const registerInput = z.strictObject({ email, password, fullName });

/** update-password: the new one has to be another. */
export const passwordInput = z
  .strictObject({ oldPassword: password, newPassword: password })
  .refine(({ oldPassword, newPassword }) => oldPassword !== newPassword, {
    error: messages.passwordUnchanged,
    path: ['newPassword'],
  });

/** update-currency: takes the symbol. */
export const currencyInput = z.strictObject({
  newCurrency: choice(Object.keys(CURRENCIES) as [CurrencySymbol, ...CurrencySymbol[]], messages.currencyRequired),
});

/** update-date: the date of birth. That it isn't in the future is checked where it is known what day it is. */
export const dateOfBirthInput = z.strictObject({
  date: day(messages.dateRequired).refine((date) => date >= FIRST_DAY, messages.birthTooEarly),
});

/** update-details: an empty bio means unset. */
export const detailsInput = z.strictObject({
  name: fullName,
  bio: optional(lines(BIO_MAX, messages.bioTooLong(BIO_MAX))),
});

/** upload-avatar: the file alone. */
export const avatarInput = z.strictObject({});

/** update-account-balance: at least 1. */
export const accountBalanceInput = z.strictObject({
  newAmount: amount(messages.balanceRequired, messages.balanceTooSmall),
});

/** delete-account. */
export const deleteAccountInput = z.strictObject({ password });

/** initial-deposit: at least 1. */
export const initialDepositInput = z.strictObject({
  depositAmount: amount(messages.depositRequired, messages.depositTooSmall),
});

const figure = amount(messages.figuresRequired, messages.figuresNegative, 0);

/** add-income-and-expense: the user's own monthly figures; an `email` may come with them (product 4.4). */
export const incomeAndExpenseInput = z
  .strictObject({ email: optional(email), income: figure, expense: figure })
  .refine(({ income, expense }) => expense <= income, { error: messages.expenseAboveIncome, path: ['expense'] });
