import type { Period } from '#ledger/model/days.ts';
import type { Cents } from '#ledger/model/money.ts';
import { dayColumn, defineTable, idColumn, integerColumn, type Row, revision, textColumn } from './table.ts';

/** A row for each week, month and year with a transaction: its income and expense. */
export const statistics = defineTable(
  'statistics',
  {
    ledgerId: idColumn(),
    period: textColumn<Period>(),
    startsOn: dayColumn(),
    income: integerColumn<Cents>(),
    expense: integerColumn<Cents>(),
  },
  ['ledgerId', 'period', 'startsOn'],
);
export type StatisticsRow = Row<typeof statistics>;

/**
 * The amounts that the events of a block add to a week, month or year: its sums after a block are the totals of all
 * blocks up to it (decision 19).
 */
export const pastStatistics = defineTable('past_statistics', { ...statistics.columns, block: revision() }, [
  'ledgerId',
  'period',
  'startsOn',
  'block',
]);
export type PastStatisticsRow = Row<typeof pastStatistics>;
