import { type CsvValue, csvOf } from '#contract/csv.ts';
import type { ReportAnswer } from '#contract/report-calls.ts';
import type { RowKind } from '#ledger/reports/words.ts';

/** The heading of the rows' names. */
const HEADINGS: Readonly<Record<RowKind, string>> = {
  category: 'Category',
  group: 'Group',
  title: 'Title',
  account: 'Account',
  wallet: 'Method',
  tag: 'Tag',
  none: 'All',
};

type RowAnswer = ReportAnswer['totals'] | NonNullable<ReportAnswer['others']>;

/** A report as CSV, with the rules of `transactions.csv` (product 10.5): rows, others and the total. */
export function reportCsv({ asked, columns, rows, others, totals }: ReportAnswer): string {
  const isCompared = asked.compare !== 'none';
  const cellsOf = (name: string, row: Pick<RowAnswer, 'cells' | 'total' | 'average' | 'count' | 'before'>) => [
    name,
    ...row.cells.map(decimal),
    decimal(row.total),
    row.average === null ? null : decimal(row.average),
    row.count,
    ...(isCompared ? [decimal(row.before ?? 0)] : []),
  ];
  return csvOf(
    [
      HEADINGS[asked.by],
      ...columns.map(({ label }) => label),
      ...['Total', 'Average', 'Entries'],
      ...(isCompared ? ['Before'] : []),
    ],
    [
      ...rows.map((row) => cellsOf(row.name, row)),
      ...(others ? [cellsOf(`Others (${others.rows})`, others)] : []),
      cellsOf('Total', totals),
    ],
  );
}

const decimal = (amount: number): CsvValue => ({ decimal: amount.toFixed(2) });
