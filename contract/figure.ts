import { NO_CATEGORY } from '#ledger/model/categories.ts';
import { WEEK_STARTS } from '#ledger/model/constants.ts';
import { firstOf, lastOf } from '#ledger/model/days.ts';
import { isMonth } from '#ledger/model/months.ts';
import { ALL_KEY, MEASURES, type ReportMeasure, ROW_KINDS, type RowKind } from '#ledger/reports/words.ts';
import { isTransactionDate } from './days.ts';
import { REPORT_ACCOUNTS_MAX } from './limits.ts';

/** The days that a figure counts, both included. */
export type FigureSpan = { period: 'week' | 'month' | 'year' | 'range'; from: string; to: string };

/**
 * A number that a screen shows (product 5.9). `id` is an account's or a goal's; `day` is the day at whose end a balance
 * is meant, null for now; `category` is the name or the id of one
 * of the type, null for entries without one. Figures of a budget are described in product 12.5, of a forecast in 13.7:
 * of an account where one is named, and with usual spending where `isUsual`; cells of a report, where no `key` is all
 * rows, in product 14.2.
 */
export type Figure =
  | { kind: 'balance'; day: string | null }
  | { kind: 'account'; id: string; day: string | null }
  | { kind: 'goal' | 'percentage of goal'; id: string }
  | { kind: 'income' | 'expense'; span: FigureSpan }
  | { kind: 'category'; type: 'Income' | 'Expense'; category: string | null; span: FigureSpan }
  | { kind: 'monthly income' | 'monthly expense' | 'percentage of month' }
  | { kind: 'budget'; of: 'available' | 'spent' | 'left' | 'to budget'; category: string | null; month: string }
  | { kind: 'forecast'; day: string; account: string | null; isUsual: boolean }
  | { kind: 'found'; sum: 'net' | 'in' | 'out'; q: string }
  | {
      kind: 'report';
      measure: ReportMeasure;
      by: RowKind;
      key: string | null;
      from: string;
      to: string;
      accounts: readonly string[] | null;
      q: string;
    };

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Parses a figure as a call names it, such as `balance`, `expense:month:2026-11` or
 * `category:Food%20%26%20Drinks:range:2026-01-01:2026-03-31` (product 5.9). Gives null for any other text.
 */
export function parseFigure(text: string): Figure | null {
  const [kind, ...rest] = text.split(':');
  const [first = '', ...more] = rest;
  switch (kind) {
    case 'balance':
      return rest.length <= 1 && isDayOrNone(rest[0]) ? { kind, day: rest[0] ?? null } : null;
    case 'account':
      if (rest.length > 2 || !ID.test(first) || !isDayOrNone(more[0])) return null;
      return { kind, id: first.toLowerCase(), day: more[0] ?? null };
    case 'goal':
      return rest.length === 1 && ID.test(first) ? { kind, id: first.toLowerCase() } : null;
    case 'income':
    case 'expense': {
      const span = parseSpan(rest);
      return span && { kind, span };
    }
    case 'category':
    case 'income-category': {
      const type = kind === 'category' ? 'Expense' : 'Income';
      const category = parseCategory(first);
      const span = parseSpan(more);
      return category !== undefined && span ? { kind: 'category', type, category, span } : null;
    }
    case 'monthly':
      if (rest.length !== 1) return null;
      if (first === 'income') return { kind: 'monthly income' };
      return first === 'expense' ? { kind: 'monthly expense' } : null;
    case 'percentage':
      if (first === 'monthly' && rest.length === 1) return { kind: 'percentage of month' };
      if (first !== 'goal' || rest.length !== 2 || !ID.test(more[0] ?? '')) return null;
      return { kind: 'percentage of goal', id: (more[0] ?? '').toLowerCase() };
    case 'budget':
      return parseBudget(rest);
    case 'forecast':
      return parseForecast(rest);
    case 'find': {
      const [, sum, q] = /^find:(net|in|out):(.*)$/s.exec(text) ?? [];
      return q === undefined ? null : { kind: 'found', sum: sum as 'net' | 'in' | 'out', q };
    }
    case 'report':
      return parseReport(text);
    default:
      return null;
  }
}

const isDayOrNone = (text: string | undefined) => text === undefined || isTransactionDate(text);

/** A cell of a report, such as `report:out:category:Groceries:2026-01-01:2026-01-31:*:`, with its query at the end. */
function parseReport(text: string): Figure | null {
  const [, measure = '', by = '', encoded = '', from = '', to = '', ids = '', q = ''] = REPORT.exec(text) ?? [];
  const accounts = ids === ALL_KEY ? null : ids.toLowerCase().split(',');
  // A row may be a title that is `*` itself, which is percent-encoded; without rows there is no other key.
  const key = encoded === ALL_KEY || (by === 'none' && decoded(encoded) === ALL_KEY) ? null : decoded(encoded);
  const isKnown = MEASURES.some((each) => each === measure) && ROW_KINDS.some((each) => each === by);
  const isPeriod = isTransactionDate(from) && isTransactionDate(to) && from <= to;
  const areIds = accounts === null || (accounts.length <= REPORT_ACCOUNTS_MAX && accounts.every((id) => ID.test(id)));
  if (key === '' || !isKnown || !isPeriod || !areIds) return null;
  return { kind: 'report', measure: measure as ReportMeasure, by: by as RowKind, key, from, to, accounts, q };
}

const REPORT = /^report:([^:]*):([^:]*):([^:]*):([^:]*):([^:]*):([^:]*):(.*)$/s;

/** A percent-encoded text; empty where it is not one. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** A figure of a budget, from what follows `budget:`. */
function parseBudget([of, ...rest]: readonly string[]): Figure | null {
  const month = rest.at(-1) ?? '';
  if (!isMonth(month)) return null;
  const ofAll = of === 'to-budget' ? 'to budget' : of;
  if (ofAll === 'to budget' || ofAll === 'left')
    return rest.length === 1 ? { kind: 'budget', of: ofAll, category: null, month } : null;
  const category = parseCategory(rest[0] ?? '');
  if ((of !== 'available' && of !== 'spent') || rest.length !== 2 || category === undefined) return null;
  return { kind: 'budget', of, category, month };
}

/** A figure of a forecast, from what follows `forecast:`: a day, then perhaps an account, and `usual`. */
function parseForecast([day = '', ...rest]: readonly string[]): Figure | null {
  if (!isTransactionDate(day)) return null;
  const isUsual = rest.at(-1) === 'usual';
  const [account, ...more] = isUsual ? rest.slice(0, -1) : rest;
  if (more.length > 0 || (account !== undefined && !ID.test(account))) return null;
  return { kind: 'forecast', day, account: account?.toLowerCase() ?? null, isUsual };
}

/** The name or the id of a category, percent-encoded or not; undefined where the text can be neither. */
function parseCategory(text: string): string | null | undefined {
  if (text === NO_CATEGORY) return null;
  try {
    return decodeURIComponent(text) || undefined;
  } catch {
    return text || undefined;
  }
}

function parseSpan([period, start = '', end = '', ...more]: readonly string[]): FigureSpan | null {
  if (more.length > 0 || (end !== '' && period !== 'range')) return null;
  if (period === 'range') {
    return isTransactionDate(start) && isTransactionDate(end) && start <= end ? { period, from: start, to: end } : null;
  }
  const from = period === 'week' ? start : period === 'month' ? `${start}-01` : `${start}-01-01`;
  if (!isTransactionDate(from)) return null;
  if (period === 'month') return { period, from, to: lastOf('month', from) };
  if (period === 'year') return { period, from, to: lastOf('year', from) };
  // The weeks of each user begin on one of these days.
  const weekStart = WEEK_STARTS.find((start) => firstOf('week', from, start) === from);
  return period === 'week' && weekStart ? { period, from, to: lastOf('week', from, weekStart) } : null;
}
