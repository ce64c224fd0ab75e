import type { ComponentProps, Ref } from 'react';
import { dayInWords } from '../ui/day.ts';
import { LedgerRow } from '../ui/ledger.tsx';
import { Row, RowGroup, RowHead } from '../ui/table.tsx';
import { rowIndex, type Segment } from './segments.ts';

type Props = {
  ref: Ref<HTMLDivElement>;
  index: number;
  /** Where it stands in the list, in pixels. */
  top: number;
  segment: Segment;
  currency: string;
  rowProps: (id: string) => ComponentProps<'div'>;
};

/** A day of the book: its date in the margin, staying in sight while its rows go by. */
export function Day({ ref, index, top, segment, currency, rowProps }: Props) {
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
        {segment.rows.map((transaction, at) => (
          <LedgerRow
            key={transaction._id}
            aria-rowindex={rowIndex.row(segment, at)}
            entry={transaction}
            columns="with-method"
            currency={currency}
            {...rowProps(transaction._id)}
          />
        ))}
      </div>
    </RowGroup>
  );
}
