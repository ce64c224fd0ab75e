import { useMemo } from 'react';
import { fetchNextHistoryPage, type HistoryPages, useHistory } from '../store/history.ts';
import { useUser } from '../store/user.ts';
import { Day } from '../transactions/day.tsx';
import { NextPageRows } from '../transactions/next-page-rows.tsx';
import { rowCount, rowIndex, segmentsOf } from '../transactions/segments.ts';
import { useWindowedSegments } from '../transactions/use-windowed-segments.ts';
import { formatDay } from '../ui/day.ts';
import { RowGroup, Table } from '../ui/table.tsx';
import { withDates } from './entry-dates.ts';
import { HistoryHead, HistoryRow, HistorySkeleton } from './entry-row.tsx';

/** Entries under the days they were written down on. However many there are, only what is near the window is drawn. */
export function HistoryList({ pages }: { pages: HistoryPages }) {
  const { currency } = useUser();
  const more = useHistory((history) => history.more);
  const segments = useMemo(() => segmentsOf(withDates(pages.rows)), [pages.rows]);
  const windowed = useWindowedSegments(segments, 0);
  return (
    <Table aria-label="History" aria-rowcount={rowCount(segments, pages.next === null)} className="days">
      <RowGroup className="day days-head">
        <p className="day-margin note" aria-hidden="true">
          {windowed.topmost && formatDay(windowed.topmost.date).month}
        </p>
        <div className="day-rows">
          <HistoryHead aria-rowindex={rowIndex.head} />
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
            row={(entry, rowNumber) => (
              <HistoryRow key={entry._id} aria-rowindex={rowNumber} entry={entry} currency={currency} />
            )}
          />
        ))}
      </div>
      {pages.next !== null && (
        <NextPageRows near={windowed.atEnd} more={more} fetchNextPage={fetchNextHistoryPage}>
          <HistorySkeleton />
        </NextPageRows>
      )}
    </Table>
  );
}
