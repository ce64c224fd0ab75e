import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { fetchNextPage, type Pages, useTransactions } from '../store/transactions.ts';
import { useUser } from '../store/user.ts';
import { formatDay } from '../ui/day.ts';
import { RowGroup, Table } from '../ui/table.tsx';
import { TransactionHead, TransactionRow, TransactionSkeleton } from '../ui/transaction-row.tsx';
import { useRowNavigation } from '../ui/use-row-navigation.ts';
import { Day } from './day.tsx';
import { NextPageRows } from './next-page-rows.tsx';
import { rowCount, rowIndex, segmentsOf } from './segments.ts';
import { useWindowedSegments } from './use-windowed-segments.ts';

/** Transactions under their days. However many there are, only what is near the window is drawn. */
export function DayList({ pages }: { pages: Pages }) {
  const { currency } = useUser();
  const more = useTransactions((books) => books.more);
  const navigate = useNavigate();
  const segments = useMemo(() => segmentsOf(pages.rows), [pages.rows]);
  const ids = useMemo(() => pages.rows.map(({ _id }) => _id), [pages.rows]);
  const { rowProps, at } = useRowNavigation({
    ids,
    open: (id) => navigate(`/transactions/${id}`),
    reveal: (row) => windowed.reveal(row),
  });
  const windowed = useWindowedSegments(segments, at);

  return (
    <Table aria-label="Transactions" aria-rowcount={rowCount(segments, pages.next === null)} className="days">
      <RowGroup className="day days-head">
        <p className="day-margin note" aria-hidden="true">
          {windowed.topmost && formatDay(windowed.topmost.date).month}
        </p>
        <div className="day-rows">
          <TransactionHead columns="with-method" aria-rowindex={rowIndex.head} />
        </div>
      </RowGroup>
      <div ref={windowed.list} className="relative" style={{ height: windowed.height }}>
        {windowed.items.map(({ segment, index, top }) => (
          <Day
            key={segment.start}
            ref={windowed.measure}
            index={index}
            top={top}
            segment={segment}
            row={(transaction, rowNumber) => (
              <TransactionRow
                key={transaction._id}
                aria-rowindex={rowNumber}
                entry={transaction}
                columns="with-method"
                currency={currency}
                {...rowProps(transaction._id)}
              />
            )}
          />
        ))}
      </div>
      {pages.next !== null && (
        <NextPageRows near={windowed.atEnd} more={more} fetchNextPage={fetchNextPage}>
          <TransactionSkeleton columns="with-method" />
        </NextPageRows>
      )}
    </Table>
  );
}
