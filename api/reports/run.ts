import type { CallData } from '#contract/calls.ts';
import type { Known } from '#contract/fields.ts';
import { REPORT_COLUMNS_MAX } from '#contract/limits.ts';
import { messages } from '#contract/messages.ts';
import type { ReportComparison } from '#contract/report-calls.ts';
import type { LedgerState } from '#ledger/history.ts';
import { accountIdOf, accountKey } from '#ledger/ids.ts';
import { nameOfCategory } from '#ledger/model/categories.ts';
import { comparableText } from '#ledger/model/comparable-text.ts';
import type { Calendar } from '#ledger/model/constants.ts';
import { amountOf, safe } from '#ledger/model/money.ts';
import {
  columnsBetween,
  comparedSpan,
  daysOfRange,
  type ReportCalendar,
  type ReportColumn,
  type ReportSpan,
} from '#ledger/reports/calendar.ts';
import {
  averageOf,
  isMeasured,
  type ReportRow,
  type RowSums,
  reportOf,
  type Sums,
  savedPercent,
  sumPieces,
} from '#ledger/reports/report.ts';
import {
  ALL_KEY,
  type ColumnPeriod,
  NO_KEY,
  type ReportMeasure,
  type ReportRange,
  type RowKind,
} from '#ledger/reports/words.ts';
import type { Database } from '#platform/postgres.ts';
import { loadLedgerView } from '#projections/queries/ledger-view.ts';
import {
  daysOfEntries,
  type EntryPlace,
  movedAcross,
  namesAt,
  type PieceSource,
  type StoredPieceSum,
  sumsOfPieces,
} from '#projections/queries/piece-sums.ts';
import { foundBy, foundNow } from '#projections/queries/search.ts';
import { ProblemError } from '../http/problem-error.ts';
import { todayIn } from '../http/time-zone.ts';
import { momentOf } from '../known/moment.ts';
import { queryIn } from '../search/read.ts';

/** The ledger, the time, the caller's time zone and periods, and the moment of a call of reports. */
export type ReportAsked = {
  ledgerId: string;
  now: Date;
  zone: string;
  calendar: Calendar;
  periods: ReportCalendar;
  known: Known | undefined;
};

/** The question of a report (product 14.2). */
export type ReportQuestion = {
  measure: ReportMeasure;
  by: RowKind;
  over: ColumnPeriod;
  range?: ReportRange | undefined;
  from?: string | undefined;
  to?: string | undefined;
  q: string;
  accounts?: readonly string[] | undefined;
  compare: ReportComparison;
  limit: number;
};

/** The books at the moment that a report is about, and its entries. `today` is the moment's day (ISO date). */
export type ReportBooks = { source: PieceSource; state: LedgerState; revision: bigint; today: string };

/**
 * Opens the books of a report. Throws the problems account_not_found, for an account that is not there, and invalid,
 * for a query that isn't understood or a moment to come.
 */
export async function reportBooks(
  database: Database,
  { ledgerId, now, zone, calendar, known }: ReportAsked,
  { q, accounts }: Pick<ReportQuestion, 'q' | 'accounts'>,
): Promise<ReportBooks> {
  const moment = await momentOf({ database, now: () => now }, ledgerId, known);
  const { revision, state } = moment ?? (await loadLedgerView(database, ledgerId));
  const asOf = moment ? moment.revision : null;
  const today = todayIn(zone, moment?.at == null ? now : new Date(moment.at));
  const keys = accounts?.map((id) => accountKey(ledgerId, id)) ?? null;
  if (keys?.some((key) => !state.accounts.has(key))) throw new ProblemError('account_not_found');
  const query = q.trim() === '' ? null : queryIn('q', q, state, { today, calendar });
  const find = asOf === null ? foundNow : foundBy;
  const found = query && (await find(database, ledgerId, query, asOf));
  return { source: { ledgerId, accounts: keys, found, asOf }, state, revision, today };
}

/** The days of a question: a range, two days, or this month. */
export async function daysAsked(
  database: Database,
  { source, today }: ReportBooks,
  calendar: ReportCalendar,
  { range, from, to }: Pick<ReportQuestion, 'range' | 'from' | 'to'>,
): Promise<ReportSpan> {
  if (from !== undefined && to !== undefined) return { from, to };
  const all = range === 'all' ? await daysOfEntries(database, source) : null;
  return daysOfRange(range ?? 'this-month', { calendar, today, all });
}

/** The columns of a period. Throws the problem invalid where there are too many. */
export function reportColumns(
  span: ReportSpan,
  over: ColumnPeriod,
  { calendar, today }: { calendar: ReportCalendar; today: string },
): ReportColumn[] {
  try {
    return columnsBetween(span, over, { calendar, today, columnsMax: REPORT_COLUMNS_MAX });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ProblemError('invalid', { over: messages.tooManyColumns });
  }
}

/**
 * Runs a report (product 14.2), within a transaction of one snapshot. Throws like `reportBooks` and `reportColumns`.
 */
export async function runReport(
  database: Database,
  asked: ReportAsked,
  question: ReportQuestion,
): Promise<CallData<'runReport'>> {
  const { ledgerId, periods } = asked;
  const { measure, by, over, compare, limit } = question;
  const books = await reportBooks(database, asked, question);
  const { source, state, today } = books;
  const { categories } = state;
  const span = await daysAsked(database, books, periods, question);
  const columnsFor = (days: ReportSpan) => reportColumns(days, over, { calendar: periods, today });
  const columns = columnsFor(span);
  const compared = compare === 'none' ? null : comparedSpan(span, compare, periods);
  const columnsBefore = compared && columnsFor(compared);
  const sumsIn = async (some: readonly ReportColumn[]): Promise<{ sums: Sums; pieces: StoredPieceSum[] }> => {
    const pieces = await sumsOfPieces(database, source, by, some);
    return { pieces, sums: sumPieces(pieces, { measure, by, categories, columns: some.length }) };
  };
  const now = await sumsIn(columns);
  const before = columnsBefore && (await sumsIn(columnsBefore));
  const nameOf = (key: string) => nameOfRow(state, by, key);
  const { rows, others, totals, sides, overlap } = reportOf(now.sums, before?.sums ?? null, { limit, nameOf });
  const moved = await movedAcross(database, source, span);
  const named = [...now.pieces, ...(before?.pieces ?? [])];
  const names = await namesOfRows(database, books, { measure, by }, rows, named);
  const presented = (sums: RowSums & { before: RowSums | null }) => presentSums(sums, columns);
  return {
    asked: {
      ...{ measure, by, over, range: rangeAsked(question) },
      ...{ ...span, q: question.q, accounts: question.accounts ? [...question.accounts] : null },
      ...{ compare, limit, ...periods },
    },
    revision: books.revision < 0n ? null : Number(books.revision),
    columns,
    before: compared && columnsBefore && { ...compared, columns: columnsBefore },
    rows: rows.map((row) => ({
      key: by === 'account' ? accountIdOf(ledgerId, row.key) : row.key,
      name: names.get(row.key) ?? nameOf(row.key),
      parent: by === 'category' ? (categories.get(row.key)?.parent ?? null) : null,
      ...presented(row),
    })),
    others: others && { rows: others.rows, ...presented(others) },
    totals: { ...presented(totals), ...presentSides(sides, moved) },
    overlap: amountOf(safe(overlap)),
  };
}

/** The range that a question names; null if it names days. */
export function rangeAsked({ range, from }: Pick<ReportQuestion, 'range' | 'from'>) {
  return from === undefined ? (range ?? 'this-month') : null;
}

/** The sums of all pieces, whatever is measured, and of transfers, in whole units. */
export function presentSides(sides: Sums['sides'], moved: { in: number; out: number }) {
  const inUnits = (cents: number) => amountOf(safe(cents));
  return {
    in: inUnits(sides.in),
    out: inUnits(sides.out),
    net: inUnits(sides.in - sides.out),
    refunds: inUnits(sides.refunds),
    savedPercent: savedPercent(sides),
    movedIn: inUnits(moved.in),
    movedOut: inUnits(moved.out),
  };
}

/** The sums of a row in whole units. */
function presentSums({ cells, total, count, before }: RowSums & { before: RowSums | null }, columns: ReportColumn[]) {
  const inUnits = (cents: number) => amountOf(safe(cents));
  const average = averageOf(cells, columns);
  return {
    cells: cells.map(inUnits),
    total: inUnits(total),
    count,
    average: average === null ? null : amountOf(average),
    ...(before && { before: inUnits(before.total), beforeCells: before.cells.map(inUnits) }),
  };
}

/** The names of rows without a category, a tag and so on. */
const NAMES_OF_NONE: Readonly<Record<RowKind, string>> = {
  category: 'No category',
  group: 'No category',
  title: 'No title',
  account: 'No account',
  wallet: 'No method',
  tag: 'No tag',
  none: 'All',
};

/** The name of a row that is not named after an entry; a title or a tag as it is compared. */
export function nameOfRow({ categories, accounts }: LedgerState, by: RowKind, key: string): string {
  if (key === NO_KEY) return NAMES_OF_NONE[by];
  if (key === ALL_KEY && by === 'none') return NAMES_OF_NONE.none;
  if (by === 'category' || by === 'group') return nameOfCategory(categories, key);
  return by === 'account' ? (accounts.get(key)?.name ?? key) : key;
}

/** The names of rows by title or tag, as the newest entry that counts in each writes them, by the key; else none. */
export async function namesOfRows(
  database: Database,
  { source, state: { categories } }: ReportBooks,
  { measure, by }: Pick<ReportQuestion, 'measure' | 'by'>,
  rows: readonly ReportRow[],
  pieces: readonly StoredPieceSum[],
): Promise<Map<string, string>> {
  if (by !== 'title' && by !== 'tag') return new Map();
  const shown = new Set(rows.map(({ key }) => key));
  const newest = new Map<string, EntryPlace>();
  for (const { keys, newest: place, ...piece } of pieces) {
    if (!place || !isMeasured(piece, measure, categories)) continue;
    for (const key of keys) {
      const known = newest.get(key);
      if (shown.has(key) && (!known || isLater(place, known))) newest.set(key, place);
    }
  }
  const written = await namesAt(database, source, [...newest.values()]);
  const names = [...newest].flatMap(([key, { revision }]): [string, string][] => {
    const entry = written.get(revision);
    const name = by === 'title' ? entry?.title : entry?.tags.find((tag) => comparableText(tag) === key);
    return name === undefined ? [] : [[key, name]];
  });
  return new Map(names);
}

function isLater(one: EntryPlace, other: EntryPlace): boolean {
  return one.date === other.date ? one.revision > other.revision : one.date > other.date;
}
