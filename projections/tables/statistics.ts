import type { Cents } from '../../ledger/model/money.ts';
import type { Period } from './periods.ts';
import { day, id, integer, type Row, table, text } from './table.ts';

/** A row for each week, month and year with a transaction: its income and expense. */
export const statistics = table(
  'statistics',
  {
    ledgerId: id(),
    period: text<Period>(),
    startsOn: day(),
    income: integer<Cents>(),
    expense: integer<Cents>(),
  },
  ['ledgerId', 'period', 'startsOn'],
);
export type StatisticsRow = Row<typeof statistics>;
