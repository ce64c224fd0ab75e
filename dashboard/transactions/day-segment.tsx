import type { ReactNode, Ref } from 'react';
import { formatDay } from '../ui/day.ts';
import { Row, RowGroup, RowHeader } from '../ui/table.tsx';
import { rowIndex, type Segment } from './segments.ts';

type Props<Entry extends { date: string }> = {
  ref: Ref<HTMLDivElement>;
  index: number;
  /** Offset from the top of the list, in pixels. */
  top: number;
  segment: Segment<Entry>;
  /** Renders a row. Takes the entry and its `aria-rowindex`. */
  row: (entry: Entry, rowIndex: number) => ReactNode;
};

/** Segment of a day: the date in the margin, sticky while its rows scroll. */
export function DaySegment<Entry extends { date: string }>({ ref, index, top, segment, row }: Props<Entry>) {
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
