/** The ways in which an expense is paid (product 2.7). */
export const WALLETS = ['Cash', 'Credit card', 'Debit card', 'Bank'] as const;
export type Wallet = (typeof WALLETS)[number];

/** The kinds of categories: of expenses, and of incomes (product 2.7). */
export const CATEGORY_KINDS = ['Expense', 'Income'] as const;
export type CategoryKind = (typeof CATEGORY_KINDS)[number];

/** The specification's categories of expenses; an expense may have none (product 2.7). */
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

/** The specification's categories of income; the default is Salary (product 2.7). */
export const INCOME_CATEGORIES = ['Salary', 'Business', 'Extra Income', 'Loan', 'Gifts', 'Other'] as const;
export type IncomeCategory = (typeof INCOME_CATEGORIES)[number];

/** The categories of goals; a goal may have none (product 2.7). */
export const GOAL_CATEGORIES = ['Savings', 'Investment', 'Emergency', 'Travel', 'Retirement'] as const;
export type GoalCategory = (typeof GOAL_CATEGORIES)[number];

/** The kinds of accounts (product 2.7). */
export const ACCOUNT_KINDS = ['Checking', 'Savings', 'Cash', 'Credit card', 'Loan', 'Other'] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/**
 * The account that every ledger has from the start: in events by this word, or by leaving the account out. It can be
 * renamed, but not closed (product 4.11).
 */
export const EVERYDAY = 'everyday';
export const EVERYDAY_NAME = 'Everyday';
export const EVERYDAY_KIND: AccountKind = 'Checking';

/** The symbols placed before amounts, with the currency each stands for (product 2.3). */
export const CURRENCIES = { $: 'USD', '€': 'EUR', '¥': 'JPY', '₹': 'INR', A$: 'AUD', C$: 'CAD' } as const;
export type CurrencySymbol = keyof typeof CURRENCIES;

/** In which order somebody writes a day and a month as numbers: the day first, or the month. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** The day on which somebody's weeks begin: 1 is Monday, 6 Saturday, 7 Sunday. */
export const WEEK_STARTS = [1, 6, 7] as const;
export type WeekStart = (typeof WEEK_STARTS)[number];

export const DEFAULT_WEEK_START: WeekStart = 1;
/** On which day a user's weeks begin, Monday where it is null, and in which order days are written, the day first. */
export type Calendar = { weekStart: WeekStart | null; dateOrder: DateOrder | null };
export const DEFAULT_DATE_ORDER: DateOrder = 'dmy';
export const DEFAULT_WALLET: Wallet = 'Cash';
export const DEFAULT_CURRENCY: CurrencySymbol = '$';

/** Who gives a field its value: a person, a rule, the file that a row stands in, or the past of the ledger. */
export const SETTERS = ['hand', 'rule', 'import', 'past', 'words'] as const;
export type Setter = (typeof SETTERS)[number];

/**
 * The kinds of change-sets with their words in History. A kind is the last part of the path of the call that made it,
 * with what it is about where that is a schedule or an occurrence; or `payment`, or `demo-reset`.
 */
export const CHANGE_SETS = {
  'initial-deposit': 'Initial deposit',
  'update-account-balance': 'Balance set by hand',
  'add-income-and-expense': 'Monthly figures set',
  'create-expense': 'Expense recorded',
  'create-income': 'Income recorded',
  'update-transaction': 'Transaction changed',
  'delete-transaction': 'Transaction deleted',
  'create-transfer': 'Transfer made',
  'update-transfer': 'Transfer changed',
  'delete-transfer': 'Transfer deleted',
  'create-goal': 'Goal created',
  'update-goal': 'Goal changed',
  'add-money-to-goal': 'Money saved for a goal',
  'take-back': 'Money taken back from a goal',
  'delete-goal': 'Goal deleted',
  'open-account': 'Account opened',
  'rename-account': 'Account renamed',
  'close-account': 'Account closed',
  'reopen-account': 'Account reopened',
  'set-budgeted': 'Account put beside the budget, or back into it',
  'assert-balance': 'Balance confirmed',
  'add-category': 'Category added',
  'rename-category': 'Category renamed',
  'move-category': 'Category moved',
  'order-categories': 'Categories put in another order',
  'archive-category': 'Category archived',
  'restore-category': 'Category taken out of the archive',
  'merge-categories': 'Categories merged',
  'add-rule': 'Rule added',
  'change-rule': 'Rule changed',
  'remove-rule': 'Rule removed',
  'order-rules': 'Rules put in another order',
  plan: 'Budget planned',
  move: 'Budget moved',
  carry: 'Carrying over set',
  target: 'Target set',
  'add-schedule': 'Schedule added',
  'change-schedule': 'Schedule changed',
  'remove-schedule': 'Schedule removed',
  proposal: 'Proposal accepted',
  'skip-occurrence': 'Occurrence skipped',
  'post-occurrence': 'Occurrence posted',
  'match-occurrence': 'Occurrence matched',
  'unmatch-occurrence': 'Occurrence opened again',
  import: 'File imported',
  bulk: 'Many entries changed',
  rules: 'Rules applied',
  undo: 'Undone or redone',
  payment: 'Payment',
  'demo-reset': 'Demo started',
} as const;
export type ChangeSetKind = keyof typeof CHANGE_SETS;
export const CHANGE_SET_KINDS = Object.keys(CHANGE_SETS) as [ChangeSetKind, ...ChangeSetKind[]];

/** The kinds of change-sets that can't be undone (product 4.14). */
export const NOT_UNDOABLE: readonly ChangeSetKind[] = ['payment', 'demo-reset'];

/** Longest texts, in UTF-16 units as a form's `maxlength` counts them (product 2.1). */
export const TRANSACTION_TITLE_MAX = 40;
export const GOAL_TITLE_MAX = 30;
export const ACCOUNT_NAME_MAX = 30;
export const PART_NOTE_MAX = 100;
export const NOTE_MAX = 500;
export const TAG_MAX = 30;
/** Most tags of an entry (product 2.1). */
export const TAGS_MAX = 10;
/** A bound on the size of requests (product 2.1). */
export const GOAL_DESCRIPTION_MAX = 1_000;
export const FULL_NAME_MAX = 30;
export const BIO_MAX = 80;

/** The formats of files that can be imported (product 11.1). */
export const IMPORT_FORMATS = [
  'csv',
  'spreadsheet',
  'ofx',
  'camt.053',
  'mt940',
  'qif',
  'ynab4',
  'ynab',
  'actual',
  'firefly',
  'gnucash',
  'beancount',
  'hledger',
  'daybook',
] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];
/** Longest name of an imported file, and longest text of a row; longer ones are cut. */
export const FILE_NAME_MAX = 200;
export const IMPORTED_TEXT_MAX = 2_000;
/** Most rows of a file (product 2.1). */
export const IMPORT_ROWS_MAX = 100_000;

/** Most entries that are changed or deleted at once (product 2.1). */
export const BULK_ENTRIES_MAX = 100_000;

/** Most rules of a user (product 2.1). */
export const RULES_MAX = 500;
/** Of how many rules, one after the other, an event says what they gave a field before the last (product 4.20). */
export const REPLACED_MAX = 10;
/** The fields of a query whose values are names that a user gives. */
export const NAMES_IN_RULE = ['category', 'account'] as const;

/** The use of the money that is left of a category at the end of a month, the default first (product 12.1). */
export const CARRIES = ['surplus', 'all', 'none'] as const;
export type Carry = (typeof CARRIES)[number];
export const DEFAULT_CARRY: Carry = 'surplus';
/** The sources of copied plans: plans, or the expenses of a month, or the average of several (product 12.2). */
export const COPIED = ['planned', 'spent', 'average-3', 'average-12'] as const;
export type CopySource = (typeof COPIED)[number];
/** Names To budget on a side of a move. */
export const TO_BUDGET = 'to-budget';
/** Most plans that are made at once, and most plans and settings of what carries over of a user (product 2.1). */
export const PLANS_AT_ONCE_MAX = 500;
export const PLANS_OF_USER_MAX = 30_000;

/** The units in which the rule of a schedule counts (product 13.1). */
export const SCHEDULE_UNITS = ['day', 'week', 'month', 'year'] as const;
export type ScheduleUnit = (typeof SCHEDULE_UNITS)[number];
/** The day of an occurrence that falls on a Saturday or a Sunday, the default first (product 13.1). */
export const WEEKEND_SHIFTS = ['keep', 'before', 'after', 'skip'] as const;
export type WeekendShift = (typeof WEEKEND_SHIFTS)[number];
/** Most of `every` and of `times` in the rule of a schedule, and most days in its list (product 2.1). */
export const SCHEDULE_COUNT_MAX = 100_000;
export const RECURRENCE_DAYS_MAX = 62;

/** Where a confirmed balance comes from: the user, or a statement in an imported file. */
export const BALANCE_SOURCES = ['hand', 'statement'] as const;
export type BalanceSource = (typeof BALANCE_SOURCES)[number];

/** The fewest and the most parts of a split transaction (product 2.1). */
export const PARTS_MIN = 2;
export const PARTS_MAX = 20;

/** The first and the last date of a transaction. */
export const FIRST_DAY = '1900-01-01';
export const LAST_DAY = '2199-12-31';

/** How many of the newest transactions come with an account (product 2.1). */
export const NEWEST_TRANSACTIONS = 50;

/** Longest id of a command, in visible ASCII characters (product 2.1). */
export const COMMAND_ID_MAX = 128;
/** Longest name of who made a command, in UTF-16 units. */
export const ACTOR_MAX = 100;

/** Longest id of a conflict of an undo: a confirmed balance's, or another entity's, beside the id of a command. */
export const CONFLICT_ID_MAX = 200;

/** The bits of the head that a seal shows, five to a character (product 5.12). */
export const SEALED_BITS = 100;
/**
 * A seal as it is typed in: the number of entries and 20 characters of Crockford's base32, in any case, I and L for 1,
 * O for 0, and spaces and hyphens anywhere (product 5.12).
 */
export const SEAL_FORM = /^[\s-]*(?:[0-9ilo][\s-]*){1,15}(?:[0-9a-tv-z][\s-]*){20}$/i;

/** How an occurrence of a schedule becomes an entry: it asks, or it is posted by itself (product 13.2). */
export const POSTS = ['ask', 'by-itself'] as const;
/** The marks of an occurrence (product 13.3). */
export const MARKS = ['posted', 'matched', 'skipped'] as const;
/** Most schedules of a user, and most days on which one may be changed (product 2.1). */
export const SCHEDULES_MAX = 500;
export const CHANGES_OF_SCHEDULE_MAX = 200;
/** How many days before today a schedule may begin (product 13.2). */
export const START_BEFORE_MAX_DAYS = 366;
