import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ImportPreview, ImportRow, RowStatus } from '#contract/import-calls.ts';
import { IMPORT_PAGE_ROWS_MAX } from '#contract/limits.ts';
import { LETTER_KEYS } from '../../keys/letter-keys.ts';
import { ColumnHeader, RowGroup, TableRow } from '../../shared/entries/table.tsx';
import { useRowNavigation } from '../../shared/entries/use-row-navigation.ts';
import { withFocused } from '../../shared/entries/use-windowed-segments.ts';
import { Choices } from '../../ui/choices.tsx';
import { LoadError, SkeletonBar } from '../../ui/loading.tsx';
import { COLUMNS } from '../../ui/page.tsx';
import { choiceRow } from './choices.ts';
import { chooseRow, loadImportRows, toggleRow, useImport } from './import-store.ts';
import { FileRow, IMPORT_ROW_GRID } from './row.tsx';
import { STATUS_WORDS } from './words.ts';

type Filter = RowStatus | 'all';

const FILTER_LINE = 'flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-rule pb-5 md:border-t md:pt-5';

const HEADER = [
  `${IMPORT_ROW_GRID} border-b border-rule-strong bg-background`,
  'py-[0.6rem] text-label leading-[1.2] text-ink-muted',
].join(' ');

/** The rows of the file with their proposals, each with its choice. */
export function RowsSection({ preview }: { preview: ImportPreview }) {
  const { counts } = preview;
  const [filter, setFilter] = useState<Filter>('all');
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const statuses = (Object.keys(STATUS_WORDS) as RowStatus[]).filter((status) => counts[status] > 0);
  const shown = filter === 'all' || counts[filter] > 0 ? filter : 'all';
  return (
    <section className="max-md:border-t max-md:border-rule max-md:pt-[1.125rem]">
      <div className={COLUMNS}>
        <div className="min-w-0 text-right max-md:mb-3 max-md:text-left md:pt-6">
          <h2 className="note">Rows</h2>
        </div>
        <div className={FILTER_LINE}>
          <Choices
            legend="Rows shown"
            chosen={shown}
            onChoose={setFilter}
            choices={[
              { value: 'all' as Filter, label: <Counted word="All" count={all} /> },
              ...statuses.map((status) => ({
                value: status as Filter,
                label: <Counted word={STATUS_WORDS[status]} count={counts[status]} />,
              })),
            ]}
          />
          <KeyLegend />
        </div>
      </div>
      <RowsTable key={`${preview.importId} ${shown}`} filter={shown} count={shown === 'all' ? all : counts[shown]} />
    </section>
  );
}

function Counted({ word, count }: { word: string; count: number }) {
  return (
    <>
      {word} <span className="font-normal">{count.toLocaleString('en-US')}</span>
    </>
  );
}

function KeyLegend() {
  return (
    <p className="text-small text-ink-muted max-sm:hidden">
      <kbd>j</kbd> <kbd>k</kbd> move · <kbd>space</kbd> take or leave · <kbd>x</kbd> leave out · <kbd>Enter</kbd> open
    </p>
  );
}

/** Rows drawn beyond each edge of the viewport. */
const OVERSCAN_ROWS = 12;

/** Height of a row in pixels before it is measured. */
const ROW_HEIGHT_PX = 45;

type TableProps = {
  filter: Filter;
  /** Number of rows that pass this filter, loaded or not. */
  count: number;
};

function RowsTable({ filter, count }: TableProps) {
  const { rows: loaded, next, nextPage } = useImport((state) => state);
  const [openLine, setOpenLine] = useState<number | null>(null);
  const rows = useMemo(
    () => (filter === 'all' ? loaded : loaded.filter(({ status }) => status === filter)),
    [loaded, filter],
  );
  const ids = useMemo(() => rows.map(({ line }) => String(line)), [rows]);
  const list = useRef<HTMLDivElement>(null);
  const scrollMargin = useTopOf(list);

  const onRow = (act: (row: ImportRow) => void) => (id: string) => {
    const row = choiceRow(loaded, Number(id));
    if (row) act(row);
  };
  const toggleOpen = ({ line }: ImportRow) => setOpenLine((open) => (open === line ? null : line));
  const { rowProps, focusedIndex } = useRowNavigation({
    ids,
    open: onRow(toggleOpen),
    letters: true,
    keys: { ' ': onRow(toggleRow), [LETTER_KEYS.select]: onRow((row) => chooseRow(row, 'leave')) },
    scrollToRow: (index) => virtualizer.scrollToIndex(index, { align: 'center' }),
  });
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT_PX,
    getItemKey: (index) => rows[index]?.line ?? index,
    overscan: OVERSCAN_ROWS,
    scrollMargin,
    rangeExtractor: (range) => withFocused(range, focusedIndex),
  });

  const isComplete = next === null || rows.length >= count;
  const nearEnd = (virtualizer.range?.endIndex ?? 0) >= rows.length - 1 - OVERSCAN_ROWS;
  const wantsMore = nearEnd && !isComplete && nextPage === 'idle';
  // biome-ignore lint/correctness/useExhaustiveDependencies: with a filter, a page may have none of its rows.
  useEffect(() => {
    // Rows of one status may be far apart.
    if (wantsMore) void loadImportRows(filter === 'all' ? undefined : IMPORT_PAGE_ROWS_MAX);
  }, [wantsMore, loaded]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: see entries/table.tsx.
    <div role="grid" aria-label="Rows of the file" aria-rowcount={count + 1}>
      <RowGroup className="sticky top-0 z-2 max-sm:hidden">
        <TableRow className={COLUMNS} aria-rowindex={1}>
          <ColumnHeader className="max-md:hidden">
            <span className="sr-only">Status</span>
          </ColumnHeader>
          <div className={HEADER}>
            <ColumnHeader>
              <span className="sr-only">Taken</span>
            </ColumnHeader>
            <ColumnHeader>Date</ColumnHeader>
            <ColumnHeader>Entry</ColumnHeader>
            <ColumnHeader>Category</ColumnHeader>
            <ColumnHeader className="text-right">Amount</ColumnHeader>
          </div>
        </TableRow>
      </RowGroup>
      <RowGroup ref={list} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          if (!row) return null;
          const { onClick: _, ...focus } = rowProps(String(row.line));
          return (
            <FileRow
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-rowindex={index + 2}
              style={{ top: start - scrollMargin }}
              row={row}
              open={openLine === row.line}
              onToggleOpen={() => toggleOpen(row)}
              {...focus}
            />
          );
        })}
      </RowGroup>
      {!isComplete && <MoreRows looking={filter !== 'all'} />}
    </div>
  );
}

/**
 * Last line of the table while more rows load; after a failure it has a button to try again. With `looking` it says how
 * many rows have been looked through for rows of a status.
 */
function MoreRows({ looking }: { looking: boolean }) {
  const { nextPage, rows } = useImport((state) => state);
  return (
    <div className={COLUMNS}>
      <div className="col-2">
        {typeof nextPage === 'object' ? (
          <LoadError problem={nextPage} retry={() => void loadImportRows()} />
        ) : (
          <p className="flex h-row items-center text-ink-muted">
            {looking ? `${rows.length.toLocaleString('en-US')} rows looked through` : <SkeletonBar width="14rem" />}
          </p>
        )}
      </div>
    </div>
  );
}

/**
 * The offset of an element from the top of the page, in pixels, also after what stands above it has changed its height.
 */
function useTopOf(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const box = element.current?.getBoundingClientRect();
      if (box) setTop(Math.round(box.top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
}
