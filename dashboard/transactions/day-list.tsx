import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { fetchNextPage, type TransactionPages, useTransactions } from '../store/transactions.ts';
import { useUser } from '../store/user.ts';
import { formatDay } from '../ui/day.ts';
import { RowGroup, Table } from '../ui/table.tsx';
import { TransactionHeader, TransactionRow, TransactionSkeleton } from '../ui/transaction-row.tsx';
import { useRowNavigation } from '../ui/use-row-navigation.ts';
import { DaySegment } from './day-segment.tsx';
import { NextPageRows } from './next-page-rows.tsx';
import { rowCount, rowIndex, segmentsOf } from './segments.ts';
import { useWindowedSegments } from './use-windowed-segments.ts';

/** Transactions grouped by date. Virtualized: renders only the segments near the viewport. */
export function DayList({ pages }: { pages: TransactionPages }) {
  const { currency } = useUser();
  const nextPageState = useTransactions((state) => state.nextPage);
  const navigate = useNavigate();
  const segments = useMemo(() => segmentsOf(pages.rows), [pages.rows]);
  const ids = useMemo(() => pages.rows.map(({ _id }) => _id), [pages.rows]);
  const { rowProps, focusedIndex } = useRowNavigation({
    ids,
    open: (id) => navigate(`/transactions/${id}`),
    scrollToRow: (row) => windowed.scrollToRow(row),
  });
  const windowed = useWindowedSegments(segments, focusedIndex);

  return (
    <Table aria-label="Transactions" aria-rowcount={rowCount(segments, pages.next === null)} className="days">
      <RowGroup className="day days-head">
        <p className="day-margin note" aria-hidden="true">
          {windowed.topSegment && formatDay(windowed.topSegment.date).month}
        </p>
        <div className="day-rows">
          <TransactionHeader columns="with-method" aria-rowindex={rowIndex.head} />
        </div>
      </RowGroup>
      <div ref={windowed.listRef} className="relative" style={{ height: windowed.heightPx }}>
        {windowed.items.map(({ segment, index, top }) => (
          <DaySegment
            key={segment.start}
            ref={windowed.measure}
            index={index}
            top={top}
            segment={segment}
            row={(transaction, rowNumber) => (
              <TransactionRow
                key={transaction._id}
                aria-rowindex={rowNumber}
                transaction={transaction}
                columns="with-method"
                currency={currency}
                {...rowProps(transaction._id)}
              />
            )}
          />
        ))}
      </div>
      {pages.next !== null && (
        <NextPageRows nearEnd={windowed.nearEnd} state={nextPageState} fetchNextPage={fetchNextPage}>
          <TransactionSkeleton columns="with-method" />
        </NextPageRows>
      )}
    </Table>
  );
}
