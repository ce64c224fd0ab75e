import { type CsvValue, csvHeader, csvRow } from '#contract/csv.ts';
import { wordsOfField } from '#contract/field-words.ts';
import { goalsCsv } from '#contract/goals-csv.ts';
import { PLAIN_FIELDS, type PlainField } from '#contract/transaction.ts';
import { categoriesByMonth, hasMoney, type PlannedBooks } from '#ledger/budget/month.ts';
import type { LedgerState } from '#ledger/history.ts';
import { nameOfCategory } from '#ledger/model/categories.ts';
import { FIELDS, type Field, type FieldName } from '#ledger/model/fields.ts';
import { amountOf, decimalOf } from '#ledger/model/money.ts';
import { type AccountState, isInBudget } from '#ledger/model/state.ts';
import type { EntryRow } from '#projections/tables/entries.ts';
import { budgetName, categoriesInOrder } from '../present/budget.ts';
import { presentGoals } from '../present/goals.ts';

/** An entry with the path of its receipt in the archive, or null if it has none, or its image is gone. */
export type EntryWithReceipt = EntryRow & { receipt: string | null };

const decimal = (cents: number) => ({ decimal: decimalOf(cents) });

type State = Pick<LedgerState, 'accounts' | 'categories'>;

type Cell = (entry: EntryWithReceipt, state: State) => CsvValue;

/** The columns of an entry that the product names, in their order. */
const NAMED: Readonly<Record<string, Cell>> = {
  Date: ({ date }) => date,
  Type: ({ type }) => type,
  Method: ({ wallet }) => wallet,
  Title: ({ title }) => title,
  Category: ({ category }, { categories }) => category && nameOfCategory(categories, category),
  Amount: ({ amount }) => decimal(amount),
  Recorded: ({ recordedAt }) => recordedAt,
  Receipt: ({ receipt }) => receipt,
  Account: ({ accountId }, { accounts }) => accounts.get(accountId)?.name,
  'To account': ({ toAccount }, { accounts }) => toAccount && accounts.get(toAccount)?.name,
  Parts: ({ parts }, { categories }) =>
    parts &&
    JSON.stringify(
      parts.map(({ amount, category, note }) => ({
        amount: amountOf(amount),
        category: nameOfCategory(categories, category),
        note,
      })),
    ),
  Note: ({ note }) => note,
  Tags: ({ tags }) => tags?.join(' '),
};
const NAMED_FIELDS: readonly PlainField[] = ['wallet', 'receiptId'];

/** Fields that have no such column follow, by their words. */
const COLUMNS: Readonly<Record<string, Cell>> = {
  ...NAMED,
  ...Object.fromEntries(
    PLAIN_FIELDS.filter((field) => !NAMED_FIELDS.includes(field)).map((field) => {
      const { word, shape } = wordsOfField(field);
      const cell: Cell = ({ [field]: value }) =>
        shape === 'amount' && value !== null ? decimal(Number(value)) : value;
      return [word, cell];
    }),
  ),
};

/** The lines of `transactions.csv`: transactions and transfers, oldest first (product 10.5). */
export async function* transactionsTable(
  state: State,
  pages: AsyncIterable<readonly EntryWithReceipt[]>,
): AsyncGenerator<string> {
  yield csvHeader(Object.keys(COLUMNS));
  const cells = Object.values(COLUMNS);
  for await (const page of pages) for (const entry of page) yield csvRow(cells.map((cell) => cell(entry, state)));
}

/** The text of `goals.csv`: all goals, newest first. */
export function goalsTable(state: Pick<LedgerState, 'goals'>): string {
  return goalsCsv(presentGoals(state).toReversed(), (units) => ({ decimal: units.toFixed(2) }));
}

/**
 * The lines of `budget.csv`: each category of expenses that has a plan, anything spent or money in a month, by months
 * and in the order of lists; what has no category comes last.
 */
export async function* budgetTable(books: PlannedBooks): AsyncGenerator<string> {
  yield csvHeader(['Month', 'Category', 'Planned', 'Carried in', 'Spent', 'Refunded', 'Available', 'Carry']);
  const order = categoriesInOrder(books);
  for (const { month, categories } of categoriesByMonth(books)) {
    for (const id of order) {
      const row = categories.get(id);
      if (!row || !hasMoney(row)) continue;
      const { planned, carriedIn, spent, refunded, available, carry } = row;
      const amounts = [planned, carriedIn, spent, refunded].map(decimal);
      yield csvRow([month, budgetName(books, id), ...amounts, available === null ? null : decimal(available), carry]);
    }
  }
}

const yesOrNo = (isYes: boolean) => (isYes ? 'Yes' : 'No');

/** The columns of an account that the product names, in their order. */
const NAMED_OF_ACCOUNT: Readonly<Record<string, (account: AccountState) => CsvValue>> = {
  Name: ({ name }) => name,
  Kind: ({ kind }) => kind,
  Balance: ({ balance }) => decimal(balance),
  Open: ({ isOpen }) => yesOrNo(isOpen),
  'In the budget': (account) => yesOrNo(isInBudget(account)),
};
const NAMED_ACCOUNT_FIELDS: readonly string[] = ['name', 'kind', 'isOpen', 'isBudgeted'];
/** Fields that have no such column follow, by their words. */
const OF_ACCOUNT = {
  ...NAMED_OF_ACCOUNT,
  ...Object.fromEntries(
    Object.entries<Field>(FIELDS.account)
      .filter(([field]) => !NAMED_ACCOUNT_FIELDS.includes(field))
      .map(([field, { word }]) => [
        word,
        (account: AccountState) => account[field as FieldName<'account'>] as CsvValue,
      ]),
  ),
};

/** The text of `accounts.csv`: all accounts, in the order of opening. */
export function accountsTable({ accounts }: Pick<LedgerState, 'accounts'>): string {
  const rows = [...accounts.values()].map((account) => csvRow(Object.values(OF_ACCOUNT).map((cell) => cell(account))));
  return csvHeader(Object.keys(OF_ACCOUNT)) + rows.join('');
}
