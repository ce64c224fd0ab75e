import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { fetchMore, type Pages, useTransactions } from '../store/transactions.ts';
import { useUser } from '../store/user.ts';
import { dayInWords } from '../ui/day.ts';
import { LedgerHead, LedgerRow, LedgerSkeleton } from '../ui/ledger.tsx';
import { RowGroup, Table } from '../ui/table.tsx';
import { useRows } from '../ui/use-rows.ts';
import { Day } from './day.tsx';
import { MoreRows } from './more-rows.tsx';
import { rowCount, rowIndex, segmentsOf } from './segments.ts';
import { useWindowedSegments } from './use-windowed-segments.ts';

/** Transactions under their days. However many there are, only what is near the window is drawn. */
export function DayList({ pages }: { pages: Pages }) {
  const { currency } = useUser();
  const more = useTransactions((books) => books.more);
  const navigate = useNavigate();
  const segments = useMemo(() => segmentsOf(pages.rows), [pages.rows]);
  const ids = useMemo(() => pages.rows.map(({ _id }) => _id), [pages.rows]);
  const { rowProps, at } = useRows({
    ids,
    open: (id) => navigate(`/transactions/${id}`),
    reveal: (row) => windowed.reveal(row),
  });
  const windowed = useWindowedSegments(segments, at);

  return (
    <Table aria-label="Transactions" aria-rowcount={rowCount(segments, pages.next === null)} className="days">
      <RowGroup className="day days-head">
        <p className="day-margin note" aria-hidden="true">
          {windowed.topmost && dayInWords(windowed.topmost.date).month}
        </p>
        <div className="day-rows">
          <LedgerHead columns="with-method" aria-rowindex={rowIndex.head} />
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
              <LedgerRow
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
        <MoreRows near={windowed.atEnd} more={more} fetchMore={fetchMore}>
          <LedgerSkeleton columns="with-method" />
        </MoreRows>
      )}
    </Table>
  );
}
