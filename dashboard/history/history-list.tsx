import { useMemo } from 'react';
import { fetchNextHistoryPage, type HistoryPages, useHistory } from '../store/history.ts';
import { useUser } from '../store/user.ts';
import { DaySegment } from '../transactions/day-segment.tsx';
import { NextPageRows } from '../transactions/next-page-rows.tsx';
import { rowCount, rowIndex, segmentsOf } from '../transactions/segments.ts';
import { useWindowedSegments } from '../transactions/use-windowed-segments.ts';
import { formatDay } from '../ui/day.ts';
import { RowGroup, Table } from '../ui/table.tsx';
import { withDates } from './entry-dates.ts';
import { HistoryHeader, HistoryRow, HistorySkeleton } from './history-row.tsx';

/** History entries grouped by date. Virtualized: renders only the segments near the viewport. */
export function HistoryList({ pages }: { pages: HistoryPages }) {
  const { currency } = useUser();
  const nextPageState = useHistory((history) => history.nextPage);
  const segments = useMemo(() => segmentsOf(withDates(pages.rows)), [pages.rows]);
  const windowed = useWindowedSegments(segments, 0);
  return (
    <Table aria-label="History" aria-rowcount={rowCount(segments, pages.next === null)} className="days">
      <RowGroup className="day days-head">
        <p className="day-margin note" aria-hidden="true">
          {windowed.topSegment && formatDay(windowed.topSegment.date).month}
        </p>
        <div className="day-rows">
          <HistoryHeader aria-rowindex={rowIndex.head} />
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
            row={(entry, rowNumber) => (
              <HistoryRow key={entry._id} aria-rowindex={rowNumber} entry={entry} currency={currency} />
            )}
          />
        ))}
      </div>
      {pages.next !== null && (
        <NextPageRows nearEnd={windowed.nearEnd} state={nextPageState} fetchNextPage={fetchNextHistoryPage}>
          <HistorySkeleton />
        </NextPageRows>
      )}
    </Table>
  );
}
