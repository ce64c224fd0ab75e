import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, type Ref, useEffect } from 'react';
import { formatDay, monthInWords } from '../../ui/day.ts';
import { LoadError } from '../../ui/loading.tsx';
import { useToday } from '../as-known/moment.ts';
import { rowCount, rowIndex, type Segment } from './segments.ts';
import { EntriesTable, RowGroup, RowHeader, TableCell, TableRow } from './table.tsx';
import { PRINTED_ROWS_MAX, usePrinting } from './use-printing.ts';
import type { WindowedSegments } from './use-windowed-segments.ts';

/** Columns of the dates and of the rows. */
const DAY = 'grid grid-cols-[var(--margin-column)_minmax(0,var(--measure))] gap-x-[calc(var(--gutter)*2)]';
const ROWS = 'col-2 min-w-0';

type DayTableProps<Entry extends { date: string }> = {
  label: string;
  /** Column headers. */
  head: ReactNode;
  windowed: WindowedSegments<Entry>;
  /** Renders a row. Takes the entry and its `aria-rowindex`. */
  row: (entry: Entry, rowIndex: number) => ReactNode;
  list: UseInfiniteQueryResult;
  /** Placeholder rows, shown until the next page arrives. */
  skeleton: ReactNode;
};

const TOP_MONTH =
  'note flex items-end justify-end bg-background pb-[0.55rem] leading-none max-md:justify-start max-md:pb-[0.35rem]';

/**
 * Table of entries grouped by date, with the dates in the margin. Virtualized: renders the segments near the viewport.
 */
export function DayTable<Entry extends { date: string }>(props: DayTableProps<Entry>) {
  const { label, head, windowed, row, list, skeleton } = props;
  const today = useToday();
  const printing = usePrinting(list);
  const shown = printing
    ? windowed.segments
        .filter(({ start }) => start < PRINTED_ROWS_MAX)
        .map((segment, index) => ({ segment, index, top: 0 }))
    : windowed.items;
  const isCutShort = printing && (list.hasNextPage || shown.length < windowed.segments.length);
  return (
    <Days
      aria-label={label}
      aria-rowcount={rowCount(windowed.segments, !list.hasNextPage)}
      month={
        <p className={TOP_MONTH} aria-hidden="true">
          {windowed.topSegment && monthInWords(windowed.topSegment.date, today)}
        </p>
      }
      head={head}
    >
      <div ref={windowed.listRef} className="relative" style={{ height: printing ? 'auto' : windowed.heightPx }}>
        {shown.map(({ segment, index, top }) => (
          <DaySegment
            key={segment.start}
            ref={printing ? null : windowed.measure}
            index={index}
            top={top}
            segment={segment}
            month={segment.startsMonth ? monthInWords(segment.date, today) : null}
            row={row}
          />
        ))}
      </div>
      {isCutShort && (
        <BesideMargin>
          <p className="note py-3">Earlier entries are not printed.</p>
        </BesideMargin>
      )}
      {list.hasNextPage && !printing && (
        <NextPageRows nearEnd={windowed.nearEnd} list={list}>
          {skeleton}
        </NextPageRows>
      )}
    </Days>
  );
}

/** Table with placeholder rows, in place of a DayTable that is loading. */
export function DayTableSkeleton({ label, head, children }: { label: string; head: ReactNode; children: ReactNode }) {
  return (
    <Days aria-label={label} aria-busy="true" head={head}>
      <BesideMargin>{children}</BesideMargin>
    </Days>
  );
}

/** The double rule beside the dates, where the page does not show its own. */
const RULE = [
  'max-md:before:absolute max-md:before:inset-y-0 max-md:before:left-[calc(var(--margin-column)+var(--gutter)-2px)]',
  'max-md:before:w-[4px] max-md:before:border-x max-md:before:border-margin-rule',
].join(' ');

type DaysProps = ComponentProps<'div'> & { head: ReactNode; month?: ReactNode };

const DAYS = [
  RULE,
  'relative -mt-3 [--above:0px] [--head:2.5rem]',
  'max-md:mt-0 max-md:[--head:3.5rem] max-sm:[--above:var(--bar)] max-sm:[--head:2.25rem]',
].join(' ');

const HEADER_ROW = [
  DAY,
  'sticky top-(--above) z-2 h-(--head)',
  'max-md:grid-cols-1 max-md:bg-background max-sm:border-b max-sm:border-rule-strong',
].join(' ');

const HEADER_COLUMNS = [
  'col-2 flex min-w-0 items-end bg-background',
  'max-md:col-1 max-md:pl-[calc(var(--margin-column)+var(--gutter)*2)] max-sm:hidden',
].join(' ');

/**
 * Table with a sticky header. `--head` is its height, and `--above` the height of the bar above it on narrow screens.
 */
function Days({ month, head, children, ...rest }: DaysProps) {
  return (
    <EntriesTable className={DAYS} {...rest}>
      <RowGroup className={HEADER_ROW}>
        {month}
        <div className={HEADER_COLUMNS}>{head}</div>
      </RowGroup>
      {children}
    </EntriesTable>
  );
}

/** Content in the column of the rows. */
export function BesideMargin({ children }: { children: ReactNode }) {
  return (
    <div className={DAY}>
      <div className={ROWS}>{children}</div>
    </div>
  );
}

type DaySegmentProps<Entry extends { date: string }> = Pick<DayTableProps<Entry>, 'row'> & {
  ref: Ref<HTMLDivElement> | null;
  index: number;
  /** Offset from the top of the list, in pixels. */
  top: number;
  segment: Segment<Entry>;
  /** The month that begins with it, going back in time; null in the middle of a month. */
  month: string | null;
};

const MONTH = [
  'note col-1 flex h-row items-end justify-end leading-none max-md:relative max-md:col-span-full',
  'max-md:justify-start max-md:border-b max-md:border-rule-strong max-md:bg-background max-md:pb-2',
].join(' ');

const DATE = [
  'sticky top-[calc(var(--above)+var(--head))] col-1 flex justify-end self-start pt-[0.65rem]',
  'max-md:pt-[0.3rem] max-sm:pt-[0.9rem]',
].join(' ');

const DAY_NUMBER = [
  'min-w-[1.9rem] text-right font-book text-[1.75rem] leading-none font-normal oldstyle-nums tabular-nums',
  'max-md:min-w-0 max-md:text-[1.375rem] max-sm:text-[1.5rem]',
].join(' ');

const SEGMENT_ROWS = [
  ROWS,
  '*:scroll-mt-[calc(var(--above)+var(--head)+0.25rem)] *:scroll-mb-2',
  '*:last:border-rule-strong max-md:*:hover:shadow-none',
].join(' ');

/** Segment of a day: the date in the margin, sticky while its rows scroll. */
function DaySegment<Entry extends { date: string }>({ ref, index, top, segment, month, row }: DaySegmentProps<Entry>) {
  const { shortWeekday, day, full } = formatDay(segment.date);
  return (
    <RowGroup ref={ref} data-index={index} className={`${DAY} absolute inset-x-0 print:static`} style={{ top }}>
      {month !== null && (
        <p className={MONTH} aria-hidden="true">
          {month}
        </p>
      )}
      <TableRow
        className={DATE}
        {...(segment.startsDay ? { 'aria-rowindex': rowIndex.date(segment) } : { 'aria-hidden': true })}
      >
        <RowHeader
          className="flex items-baseline gap-[0.6rem] max-md:flex-col max-md:items-end max-md:gap-[0.1rem]"
          aria-label={full}
        >
          <span className="note text-[1.125rem] max-md:text-[0.9375rem] max-md:leading-none max-sm:text-[1rem]">
            {shortWeekday}
          </span>{' '}
          <b className={DAY_NUMBER}>{day}</b>
        </RowHeader>
      </TableRow>
      {/* scrollIntoView must not leave a row below the sticky header, nor its focus ring outside the viewport. */}
      <div className={SEGMENT_ROWS}>{segment.rows.map((entry, index) => row(entry, rowIndex.row(segment, index)))}</div>
    </RowGroup>
  );
}

type NextPageRowsProps = { nearEnd: boolean; list: UseInfiniteQueryResult; children: ReactNode };

/** Last rows of the table. Fetches the next page when `nearEnd` is true; after a failure it shows a retry button. */
function NextPageRows({ nearEnd, list, children }: NextPageRowsProps) {
  const { isFetching, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = list;
  const loads = nearEnd && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (loads) void fetchNextPage();
  }, [loads, fetchNextPage]);
  if (!isFetchNextPageError || isFetchingNextPage) return <BesideMargin>{children}</BesideMargin>;
  return (
    <BesideMargin>
      <TableRow>
        <TableCell>
          <LoadError problem={error.problem} retry={() => void fetchNextPage()} />
        </TableCell>
      </TableRow>
    </BesideMargin>
  );
}
