import type { ReportAnswer, ReportColumnAnswer, ReportComparison, ReportPicture } from '#contract/report-calls.ts';
import type { User } from '#contract/user.ts';
import {
  ALL_KEY,
  type ColumnPeriod,
  type ReportMeasure,
  type ReportRange,
  type RowKind,
} from '#ledger/reports/words.ts';
import { nameOfAccount } from '../../shared/accounts/accounts.ts';
import { formatDay } from '../../ui/day.ts';
import type { ShownQuestion } from './question.ts';
import { ALL_SERIES_KEY } from './series.ts';

export const MEASURE_WORDS: Readonly<Record<ReportMeasure, string>> = {
  out: 'Spent',
  in: 'Earned',
  net: 'Earned less spent',
};

export const ROW_WORDS: Readonly<Record<RowKind, string>> = {
  category: 'by category',
  group: 'by group',
  title: 'by title',
  account: 'by account',
  wallet: 'by method',
  tag: 'by tag',
  none: 'in all',
};

export const COLUMN_WORDS: Readonly<Record<ColumnPeriod, string>> = {
  none: 'as one sum',
  day: 'by day',
  week: 'by week',
  month: 'by month',
  quarter: 'by quarter',
  year: 'by year',
};

export const RANGE_WORDS: Readonly<Record<ReportRange, string>> = {
  'this-week': 'in this week',
  'last-week': 'in the last week',
  'this-month': 'in this month',
  'last-month': 'in the last month',
  'this-quarter': 'in this quarter',
  'last-quarter': 'in the last quarter',
  'this-year': 'in this year',
  'last-year': 'in the last year',
  'year-to-date': 'in this year up to today',
  'last-30-days': 'in the last thirty days',
  'last-3-months': 'over the last three months',
  'last-6-months': 'over the last six months',
  'last-12-months': 'over the last twelve months',
  all: 'since the first entry',
};

export const COMPARISON_WORDS: Readonly<Record<ReportComparison, string>> = {
  none: 'compared with nothing',
  before: 'compared with the time before',
  year: 'compared with a year before',
};

export const PICTURE_WORDS: Readonly<Record<ReportPicture, string>> = {
  bars: 'Bars',
  stacked: 'Stacked',
  lines: 'Lines',
  table: 'Table alone',
  flow: 'Flow',
  waterfall: 'Waterfall',
  heat: 'Heat',
  doughnut: 'Doughnut',
};

/** The words of days, such as `March 1, 2026 to March 31, 2026`. */
export function daysWords(from: string, to: string): string {
  return from === to ? formatDay(from).long : `${formatDay(from).long} to ${formatDay(to).long}`;
}

/** A question as a sentence, such as `Spent by category, by month, over the last twelve months`. */
export function sentenceOf(
  { measure, by, over, range, from, to, compare, q, accounts }: ShownQuestion,
  user: Pick<User, 'accounts'>,
): string {
  const parts = [
    `${MEASURE_WORDS[measure]} ${ROW_WORDS[by]}`,
    COLUMN_WORDS[over],
    range === 'days' ? `from ${from} to ${to}` : RANGE_WORDS[range],
    ...(compare === 'none' ? [] : [COMPARISON_WORDS[compare]]),
    ...(accounts === '' ? [] : [accountsWords(accounts, user)]),
    ...(q.trim() === '' ? [] : [`found by ${q.trim()}`]),
  ];
  return parts.join(', ');
}

/** The accounts that a question is about, of ids with commas: `in Card`, or how many. */
export function accountsWords(ids: string, user: Pick<User, 'accounts'>): string {
  const named = ids.split(',');
  return named.length === 1 ? `in ${nameOfAccount(user, named[0] ?? '')}` : `in ${named.length} accounts`;
}

/** The words for a column, such as `November 2026 so far`. A month of its user's own has its name. */
export function columnWords({ from, to, label, isWhole }: ReportColumnAnswer, today: string): string {
  const soFar = !isWhole && from <= today && today <= to ? ' so far' : '';
  return `${longName(label)}${soFar}`;
}

/** The short words for a column, for an axis or the head of a table. */
export function shortWords(label: string, isFirst: boolean): string {
  const month = /^(\d{4})-(\d{2})$/.exec(label);
  if (month) {
    const words = formatDay(`${label}-01`).month.slice(0, 3);
    return isFirst || month[2] === '01' ? `${words} ${label.slice(2, 4)}` : words;
  }
  if (/^\d{4}-\d{2}-\d{2}$/.test(label)) return `${formatDay(label).month.slice(0, 3)} ${formatDay(label).day}`;
  const quarter = /^(.+)-(Q\d)$/.exec(label);
  if (quarter) return `${quarter[2]} ${quarter[1]}`;
  return label.includes('/') && label.length > '2023/24'.length ? 'In all' : label;
}

function longName(label: string): string {
  if (/^\d{4}-\d{2}$/.test(label)) return `${formatDay(`${label}-01`).month} ${label.slice(0, 4)}`;
  if (/^\d{4}-\d{2}-\d{2}$/.test(label)) return formatDay(label).long;
  const days = /^(\d{4}-\d{2}-\d{2})\/(\d{4}-\d{2}-\d{2})$/.exec(label);
  if (days?.[1] && days[2]) return daysWords(days[1], days[2]);
  const quarter = /^(.+)-(Q\d)$/.exec(label);
  return quarter ? `${quarter[2]} of ${quarter[1]}` : label;
}

/** The key of a row as figures write it; `*` by itself is all rows (product 14.2). */
export function keyInFigure(key: string): string {
  return key === ALL_SERIES_KEY ? ALL_KEY : encodeURIComponent(key).replaceAll(ALL_KEY, '%2A');
}

/** The figure of a cell: of a row, or of all, in some days (product 14.2). */
export function figureOfCell({ asked }: ReportAnswer, key: string, { from, to }: { from: string; to: string }): string {
  const { measure, by, accounts, q } = asked;
  const ids = accounts === null ? '*' : accounts.join(',');
  return `report:${measure}:${by}:${keyInFigure(key)}:${from}:${to}:${ids}:${q}`;
}
