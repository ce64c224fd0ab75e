import { type ReactNode, type Ref, useEffect } from 'react';
import type { Pages } from '../server/resource.ts';
import { formatDay } from '../ui/day.ts';
import { Failure } from '../ui/loading.tsx';
import { rowCount, rowIndex, type Segment } from './segments.ts';
import { Cell, Row, RowGroup, RowHeader, Table } from './table.tsx';
import type { WindowedSegments } from './use-windowed-segments.ts';

type DayTableProps<Entry extends { date: string }> = {
  label: string;
  /** Column headers. */
  head: ReactNode;
  windowed: WindowedSegments<Entry>;
  /** Renders a row. Takes the entry and its `aria-rowindex`. */
  row: (entry: Entry, rowIndex: number) => ReactNode;
  pages: Pages<unknown>;
  loadNextPage: () => Promise<void>;
  /** Placeholder rows, shown until the next page arrives. */
  skeleton: ReactNode;
};

/** Table of entries grouped by date, with the dates in the margin. Virtualized: renders the segments near the viewport. */
export function DayTable<Entry extends { date: string }>(props: DayTableProps<Entry>) {
  const { label, head, windowed, row, pages, loadNextPage, skeleton } = props;
  return (
    <Table aria-label={label} aria-rowcount={rowCount(windowed.segments, pages.next === null)} className="days">
      <RowGroup className="day days-head">
        <p className="day-margin note" aria-hidden="true">
          {windowed.topSegment && formatDay(windowed.topSegment.date).month}
        </p>
        <div className="day-rows">{head}</div>
      </RowGroup>
      <div ref={windowed.listRef} className="relative" style={{ height: windowed.heightPx }}>
        {windowed.items.map(({ segment, index, top }) => (
          <DaySegment key={segment.start} ref={windowed.measure} index={index} top={top} segment={segment} row={row} />
        ))}
      </div>
      {pages.next !== null && (
        <NextPageRows nearEnd={windowed.nearEnd} state={pages.nextPage} load={loadNextPage}>
          {skeleton}
        </NextPageRows>
      )}
    </Table>
  );
}

/** Table with placeholder rows, in place of a DayTable that is loading. */
export function DayTableSkeleton({ label, head, children }: { label: string; head: ReactNode; children: ReactNode }) {
  return (
    <Table aria-label={label} aria-busy="true" className="days">
      <RowGroup className="day days-head">
        <div className="day-rows">{head}</div>
      </RowGroup>
      <BesideMargin>{children}</BesideMargin>
    </Table>
  );
}

/** Content in the column of the rows. */
export function BesideMargin({ children }: { children: ReactNode }) {
  return (
    <div className="day">
      <div className="day-rows">{children}</div>
    </div>
  );
}

type DaySegmentProps<Entry extends { date: string }> = Pick<DayTableProps<Entry>, 'row'> & {
  ref: Ref<HTMLDivElement>;
  index: number;
  /** Offset from the top of the list, in pixels. */
  top: number;
  segment: Segment<Entry>;
};

/** Segment of a day: the date in the margin, sticky while its rows scroll. */
function DaySegment<Entry extends { date: string }>({ ref, index, top, segment, row }: DaySegmentProps<Entry>) {
  const { shortWeekday, day, month, year, full } = formatDay(segment.date);
  return (
    <RowGroup ref={ref} data-index={index} className="day day-placed" style={{ top }}>
      {segment.startsMonth && (
        <p className="day-month note" aria-hidden="true">
          {month} {month === 'December' && year}
        </p>
      )}
      <Row
        className="day-margin"
        {...(segment.startsDay ? { 'aria-rowindex': rowIndex.date(segment) } : { 'aria-hidden': true })}
      >
        <RowHeader aria-label={full}>
          <span className="note">{shortWeekday}</span> <b>{day}</b>
        </RowHeader>
      </Row>
      <div className="day-rows">{segment.rows.map((entry, at) => row(entry, rowIndex.row(segment, at)))}</div>
    </RowGroup>
  );
}

type NextPageRowsProps = {
  nearEnd: boolean;
  state: Pages<unknown>['nextPage'];
  load: () => Promise<void>;
  children: ReactNode;
};

/** Last rows of the table. Fetches the next page when `nearEnd` is true; after a failure it shows a retry button. */
function NextPageRows({ nearEnd, state, load, children }: NextPageRowsProps) {
  useEffect(() => {
    if (nearEnd && state === 'idle') void load();
  }, [nearEnd, state, load]);
  if (state !== 'failed') return <BesideMargin>{children}</BesideMargin>;
  return (
    <BesideMargin>
      <Row>
        <Cell>
          <Failure retry={load} />
        </Cell>
      </Row>
    </BesideMargin>
  );
}
