import { csvHeader, csvRow, GOAL_COLUMNS, TRANSACTION_COLUMNS, type Value } from '../../contract/csv.ts';
import type { LedgerState } from '../../ledger/history.ts';
import { amountOf, decimalOf } from '../../ledger/model/money.ts';
import type { EntryFields, EntryRow } from '../../projections/tables/entries.ts';

/** An entry with the path of its receipt in the archive; null where it has none, or its image is gone. */
export type EntryWithReceipt = EntryRow & { receipt: string | null };

const decimal = (cents: number) => ({ decimal: decimalOf(cents) });

type Cell = (entry: EntryWithReceipt, nameOf: (accountId: string) => string | undefined) => Value;

/** The cells of an entry, in the order of the columns: each field of its row has one. */
const CELLS: Record<keyof EntryFields | 'recordedAt', Cell> = {
  date: ({ date }) => date,
  type: ({ type }) => type,
  wallet: ({ wallet }) => wallet,
  title: ({ title }) => title,
  category: ({ category }) => category,
  amount: ({ amount }) => decimal(amount),
  recordedAt: ({ recordedAt }) => recordedAt,
  receiptId: ({ receipt }) => receipt,
  accountId: ({ accountId }, nameOf) => nameOf(accountId),
  toAccount: ({ toAccount }, nameOf) => toAccount && nameOf(toAccount),
  parts: ({ parts }) =>
    parts && JSON.stringify(parts.map(({ amount, category, note }) => ({ amount: amountOf(amount), category, note }))),
};
const COLUMNS = [...TRANSACTION_COLUMNS, 'Account', 'To account', 'Parts'];

/** The lines of `transactions.csv`: transactions and transfers, oldest first (product 10.5). */
export async function* transactionsTable(
  accounts: LedgerState['accounts'],
  pages: AsyncIterable<readonly EntryWithReceipt[]>,
): AsyncGenerator<string> {
  yield csvHeader(COLUMNS);
  const cells = Object.values(CELLS);
  const nameOf = (accountId: string) => accounts.get(accountId)?.name;
  for await (const page of pages) for (const entry of page) yield csvRow(cells.map((cell) => cell(entry, nameOf)));
}

/** The text of `goals.csv`: all goals, newest first. */
export function goalsTable({ goals }: Pick<LedgerState, 'goals'>): string {
  const rows = [...goals.values()].toReversed().map((goal) => {
    const { title, category, finalAmount, currentAmount, reachedOn, description } = goal;
    return csvRow([title, category, decimal(finalAmount), decimal(currentAmount), reachedOn, description]);
  });
  return csvHeader(GOAL_COLUMNS) + rows.join('');
}

/** The text of `accounts.csv`: all accounts, in the order of opening. */
export function accountsTable({ accounts }: Pick<LedgerState, 'accounts'>): string {
  const rows = [...accounts.values()].map(({ name, kind, balance, isOpen }) =>
    csvRow([name, kind, decimal(balance), isOpen ? 'Yes' : 'No']),
  );
  return csvHeader(['Name', 'Kind', 'Balance', 'Open']) + rows.join('');
}
