/** The ways in which an expense is paid (product 2.7). */
export const WALLETS = ['Cash', 'Credit card', 'Debit card', 'Bank'] as const;
export type Wallet = (typeof WALLETS)[number];

/** The categories of expenses; an expense may have none (product 2.7). */
export const EXPENSE_CATEGORIES = [
  'Electricity',
  'Food & Drinks',
  'Shopping',
  'Movie',
  'Office',
  'Entertainment',
  'Healthcare',
  'Bills & Fees',
  'Education',
  'Travel',
  'Groceries',
  'Work',
  'Other',
] as const;
export type ExpenseCategory = (typeof EXPENSE_CATEGORIES)[number];

/** The categories of income; the default is Salary (product 2.7). */
export const INCOME_CATEGORIES = ['Salary', 'Business', 'Extra Income', 'Loan', 'Gifts', 'Other'] as const;
export type IncomeCategory = (typeof INCOME_CATEGORIES)[number];

/** The categories of goals; a goal may have none (product 2.7). */
export const GOAL_CATEGORIES = ['Savings', 'Investment', 'Emergency', 'Travel', 'Retirement'] as const;
export type GoalCategory = (typeof GOAL_CATEGORIES)[number];

/** The symbols placed before amounts, with the currency each stands for (product 2.3). */
export const CURRENCIES = { $: 'USD', '€': 'EUR', '¥': 'JPY', '₹': 'INR', A$: 'AUD', C$: 'CAD' } as const;
export type CurrencySymbol = keyof typeof CURRENCIES;

export const DEFAULT_WALLET: Wallet = 'Cash';
export const DEFAULT_INCOME_CATEGORY: IncomeCategory = 'Salary';
export const DEFAULT_CURRENCY: CurrencySymbol = '$';

/** Longest texts, in UTF-16 units as a form's `maxlength` counts them (product 2.1). */
export const TRANSACTION_TITLE_MAX = 40;
export const GOAL_TITLE_MAX = 30;
/** A bound on the size of requests (product 2.1). */
export const GOAL_DESCRIPTION_MAX = 1_000;
export const FULL_NAME_MAX = 30;
export const BIO_MAX = 80;

/** The first and the last date of a transaction. */
export const FIRST_DAY = '1900-01-01';
export const LAST_DAY = '2199-12-31';

/** How many of the newest transactions come with an account (product 2.1). */
export const NEWEST_TRANSACTIONS = 50;

/** Longest id of a command, in visible ASCII characters, and for how many days it is remembered (product 2.1). */
export const COMMAND_ID_MAX = 128;
export const COMMAND_ID_DAYS = 30;
