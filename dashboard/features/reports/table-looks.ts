/** The looks of a table with a column for each period, whose names stay while the columns scroll. */
export const CELL = 'px-2 py-1.5 text-right align-baseline whitespace-nowrap tabular-nums';
export const HEAD = 'px-2 pb-2 text-right align-bottom font-normal whitespace-nowrap';
/** Sums stand below all rows on paper, not at the foot of each sheet. */
export const FOOT = 'print:table-row-group';
export const NAME = [
  'sticky left-0 z-1 max-w-48 truncate bg-background py-1.5 pr-4 text-left font-normal max-sm:max-w-32',
  'print:bg-transparent',
].join(' ');
