import type { Ref } from 'react';
import { rowIndex, type Segment } from '../transactions/segments.ts';
import { dayInWords } from '../ui/day.ts';
import { Row, RowGroup, RowHead } from '../ui/table.tsx';
import type { DatedEntry } from './days.ts';
import { EntryRow } from './entry-row.tsx';

type Props = {
  ref: Ref<HTMLDivElement>;
  index: number;
  /** Where it stands in the list, in pixels. */
  top: number;
  segment: Segment<DatedEntry>;
  currency: string;
};

/** What was written down on a day: its date in the margin, staying in sight while its entries go by. */
export function HistoryDay({ ref, index, top, segment, currency }: Props) {
  const { shortWeekday, day, month, year, full } = dayInWords(segment.date);
  return (
    <RowGroup ref={ref} data-index={index} className="day day-placed" style={{ top }}>
      {segment.opensMonth && (
        <p className="day-month note" aria-hidden="true">
          {month} {month === 'December' && year}
        </p>
      )}
      <Row
        className="day-margin"
        {...(segment.opensDay ? { 'aria-rowindex': rowIndex.date(segment) } : { 'aria-hidden': true })}
      >
        <RowHead aria-label={full}>
          <span className="note">{shortWeekday}</span> <b>{day}</b>
        </RowHead>
      </Row>
      <div className="day-rows">
        {segment.rows.map((entry, at) => (
          <EntryRow key={entry._id} aria-rowindex={rowIndex.row(segment, at)} entry={entry} currency={currency} />
        ))}
      </div>
    </RowGroup>
  );
}
