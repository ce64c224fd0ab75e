import { csvHeader, csvRow, GOAL_COLUMNS, TRANSACTION_COLUMNS } from '../../contract/csv.ts';
import type { LedgerState } from '../../ledger/history.ts';
import { amountOf, decimalOf } from '../../ledger/model/money.ts';
import type { EntryRow } from '../../projections/tables/entries.ts';

/** An entry with the path of its receipt in the archive; null where it has none, or its image is gone. */
export type EntryWithReceipt = EntryRow & { receipt: string | null };

const decimal = (cents: number) => ({ decimal: decimalOf(cents) });

/** The lines of `transactions.csv`: transactions and transfers, oldest first (product 10.5). */
export async function* transactionsTable(
  accounts: LedgerState['accounts'],
  pages: AsyncIterable<readonly EntryWithReceipt[]>,
): AsyncGenerator<string> {
  yield csvHeader([...TRANSACTION_COLUMNS, 'Account', 'To account', 'Parts']);
  const nameOf = (accountId: string | null) => (accountId === null ? null : accounts.get(accountId)?.name);
  for await (const page of pages) {
    for (const row of page) {
      const { date, type, wallet, title, category, amount, recordedAt, receipt, accountId, toAccount, parts } = row;
      const shares = parts?.map(({ amount, category, note }) => ({ amount: amountOf(amount), category, note }));
      yield csvRow([
        ...[date, type, wallet, title, category, decimal(amount), recordedAt, receipt],
        ...[nameOf(accountId), nameOf(toAccount), shares && JSON.stringify(shares)],
      ]);
    }
  }
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
