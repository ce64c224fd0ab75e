import { NO_CATEGORY } from '../model/categories.ts';

// The words of questions of reports (product 14.2).

/** The amount that a report adds up: expenses, incomes, or incomes less expenses. */
export const MEASURES = ['out', 'in', 'net'] as const;
export type ReportMeasure = (typeof MEASURES)[number];

/** The rows of a report. */
export const ROW_KINDS = ['category', 'group', 'title', 'account', 'wallet', 'tag', 'none'] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** The lengths of a report's columns (product 14.2): one column for the whole period, or one for each of these. */
export const COLUMN_PERIODS = ['none', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type ColumnPeriod = (typeof COLUMN_PERIODS)[number];

/** The words for periods that move on with the days (product 14.2). */
export const REPORT_RANGES = [
  'this-week',
  'last-week',
  'this-month',
  'last-month',
  'this-quarter',
  'last-quarter',
  'this-year',
  'last-year',
  'year-to-date',
  'last-30-days',
  'last-3-months',
  'last-6-months',
  'last-12-months',
  'all',
] as const;
export type ReportRange = (typeof REPORT_RANGES)[number];

/** The key of the row of pieces without a category, tag or wallet, and of all pieces together. */
export const NO_KEY = NO_CATEGORY;
export const ALL_KEY = '*';
