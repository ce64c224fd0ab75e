import type { ReportAnswer } from '#contract/report-calls.ts';

/** The amounts of a row by column, as pictures and the table show it; `key` is null for the others together. */
export type Series = {
  key: string | null;
  name: string;
  cells: readonly number[];
  total: number;
  /** The place of its pattern. */
  pattern: number;
};

/** The name of the rows beyond the limit. */
export const othersWords = (rows: number): string => `Others (${rows})`;

/** The rows of a report, with the others behind them. */
export function seriesOf({ rows, others }: ReportAnswer): Series[] {
  const shown = rows.map(({ key, name, cells, total }, pattern): Series => ({ key, name, cells, total, pattern }));
  if (!others) return shown;
  const { rows: count, cells, total } = others;
  return [...shown, { key: null, name: othersWords(count), cells, total, pattern: rows.length }];
}

/** The key of all rows together: the key of a row is never empty. */
export const ALL_SERIES_KEY = '';

/** All rows together. */
export function allOf({ totals }: ReportAnswer): Series {
  return { key: ALL_SERIES_KEY, name: 'All', cells: totals.cells, total: totals.total, pattern: 0 };
}
