import type { ReactNode, Ref } from 'react';
import { formatDay } from '../ui/day.ts';
import { Row, RowGroup, RowHead } from '../ui/table.tsx';
import { rowIndex, type Segment } from './segments.ts';

type Props<Entry extends { date: string }> = {
  ref: Ref<HTMLDivElement>;
  index: number;
  /** Where it stands in the list, in pixels. */
  top: number;
  segment: Segment<Entry>;
  /** One of its rows, and which row of the table that is. */
  row: (entry: Entry, rowIndex: number) => ReactNode;
};

/** A day of the book: its date in the margin, staying in sight while its rows go by. */
export function Day<Entry extends { date: string }>({ ref, index, top, segment, row }: Props<Entry>) {
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
        <RowHead aria-label={full}>
          <span className="note">{shortWeekday}</span> <b>{day}</b>
        </RowHead>
      </Row>
      <div className="day-rows">{segment.rows.map((entry, at) => row(entry, rowIndex.row(segment, at)))}</div>
    </RowGroup>
  );
}
