import type { CallData } from '#contract/calls.ts';
import { REPORT_COLUMNS_MAX } from '#contract/limits.ts';
import { messages } from '#contract/messages.ts';
import { nameOfCategory } from '#ledger/model/categories.ts';
import type { ChangeSetKind } from '#ledger/model/constants.ts';
import { daysFrom, shifted } from '#ledger/model/days.ts';
import { amountOf, safe } from '#ledger/model/money.ts';
import { columnsBetween, type ReportSpan } from '#ledger/reports/calendar.ts';
import { quietDays } from '#ledger/reports/quiet-days.ts';
import { reportOf, sumPieces } from '#ledger/reports/report.ts';
import { ALL_KEY, type ReportMeasure, type RowKind } from '#ledger/reports/words.ts';
import type { Database } from '#platform/postgres.ts';
import { movedAcross, type StoredPieceSum, sumsOfPieces } from '#projections/queries/piece-sums.ts';
import { changeSetsByKind, largestExpenses } from '#projections/queries/year.ts';
import { ProblemError } from '../http/problem-error.ts';
import { balancesOfPeriod } from './balances.ts';
import {
  daysAsked,
  nameOfRow,
  namesOfRows,
  presentSides,
  type ReportAsked,
  type ReportBooks,
  type ReportQuestion,
  rangeAsked,
  reportBooks,
} from './run.ts';

const ROWS = 10;
const LARGEST = 5;

/** The kinds of change-sets by which entries come. */
const RECORDING: readonly ChangeSetKind[] = [
  'initial-deposit',
  'create-expense',
  'create-income',
  'create-transfer',
  'add-money-to-goal',
  'post-occurrence',
  'import',
  'proposal',
];

const inUnits = (cents: number) => amountOf(safe(cents));

/** A year in review (product 14.6), within a transaction of one snapshot. Throws like `reportBooks`. */
export async function yearInReview(
  database: Database,
  asked: ReportAsked,
  question: Pick<ReportQuestion, 'range' | 'from' | 'to'>,
): Promise<CallData<'getYearReport'>> {
  const { periods: calendar } = asked;
  const books = await reportBooks(database, asked, { q: '' });
  const { source, state, today, revision } = books;
  const { categories } = state;
  const range = rangeOf(question);
  const span = await daysAsked(database, books, calendar, { ...question, range: range ?? undefined });
  if (daysFrom(span.from, span.to) >= REPORT_COLUMNS_MAX) {
    throw new ProblemError('invalid', { [question.from === undefined ? 'range' : 'from']: messages.longYear });
  }
  const cut = { calendar, today, columnsMax: REPORT_COLUMNS_MAX };
  const [days, months] = [columnsBetween(span, 'day', cut), columnsBetween(span, 'month', cut)];
  const byDay = await sumsOfPieces(database, source, 'none', days);
  const sums = (pieces: readonly StoredPieceSum[], measure: ReportMeasure, by: RowKind, columns: number) =>
    sumPieces(pieces, { measure, by, categories, columns });
  const spent = sums(byDay, 'out', 'none', days.length);
  const dearest = spent.all.cells.reduce((best, cents, at) => (cents > (spent.all.cells[best] ?? 0) ? at : best), 0);
  const until = span.to < today ? span.to : today;
  const spending = byDay.filter(({ type }) => type === 'Expense').map(({ column }) => days[column]?.from ?? '');
  const atMonth = ({ column }: StoredPieceSum) => {
    const day = days[column]?.from ?? '';
    return months.findIndex(({ from, to }) => day >= from && day <= to);
  };
  const byMonth = byDay.map((piece) => ({ ...piece, column: atMonth(piece) }));
  const inMonths = (measure: ReportMeasure) =>
    sums(byMonth, measure, 'none', months.length).rows.get(ALL_KEY)?.cells ?? [];
  const cells = { in: inMonths('in'), out: inMonths('out'), net: inMonths('net') };
  const ranked = (by: RowKind) => rankedBy(database, books, span, by);
  const largest = await largestExpenses(database, source, span, LARGEST);
  const ends = { from: span.from, to: until };
  const balances = until < span.from ? null : await balancesOfPeriod(database, books, ends);
  return {
    asked: { range, ...span },
    revision: revision < 0n ? null : Number(revision),
    totals: presentSides(spent.sides, await movedAcross(database, source, span)),
    months: months.map(({ label, from, to, isWhole }, at) => ({
      ...{ label, from, to, isWhole },
      ...{ in: inUnits(cells.in[at] ?? 0), out: inUnits(cells.out[at] ?? 0), net: inUnits(cells.net[at] ?? 0) },
    })),
    categories: await ranked('category'),
    titles: await ranked('title'),
    largest: largest.map(({ entryId, amount, category, ...entry }) => ({
      ...{ _id: entryId, ...entry, amount: amountOf(amount) },
      category: category === null ? null : nameOfCategory(categories, category),
    })),
    dearestDay:
      (spent.all.cells[dearest] ?? 0) > 0
        ? { date: days[dearest]?.from ?? '', amount: inUnits(spent.all.cells[dearest] ?? 0) }
        : null,
    quiet: quietDays(ends, spending),
    netWorth: balances && {
      from: { date: shifted(span.from, -1), amount: balances.opening },
      to: { date: until, amount: balances.closing },
    },
    goals: [...state.goals].flatMap(([_id, { title, reachedOn, finalAmount }]) =>
      reachedOn !== undefined && reachedOn >= span.from && reachedOn <= span.to
        ? [{ _id, title, date: reachedOn, amount: amountOf(finalAmount) }]
        : [],
    ),
    changes: await changesIn(database, books, span),
  };
}

/** A review is of this year where nothing is said. */
const rangeOf = ({ range, from }: Pick<ReportQuestion, 'range' | 'from'>) =>
  rangeAsked({ range: range ?? 'this-year', from });

/** The rows of a kind for which the most was spent. */
async function rankedBy(database: Database, books: ReportBooks, { from, to }: ReportSpan, by: RowKind) {
  const { source, state } = books;
  const { categories } = state;
  const pieces = await sumsOfPieces(database, source, by, [{ from, to, label: '', isWhole: true }]);
  const sums = sumPieces(pieces, { measure: 'out', by, categories, columns: 1 });
  const nameOf = (key: string) => nameOfRow(state, by, key);
  const { rows } = reportOf(sums, null, { limit: ROWS, nameOf });
  const names = await namesOfRows(database, books, { measure: 'out', by }, rows, pieces);
  return rows.map(({ key, total, count }) => ({
    ...{ key, name: names.get(key) ?? nameOf(key), amount: inUnits(total), count },
  }));
}

/** How many change-sets recorded, changed and undid something, by days in UTC. */
async function changesIn(database: Database, { source, state }: ReportBooks, { from, to }: ReportSpan) {
  const until = `${shifted(to, 1)}T00:00:00Z`;
  const byKind = await changeSetsByKind(database, source, { since: state.since, from: `${from}T00:00:00Z`, until });
  const sum = (counts: (kind: ChangeSetKind) => boolean) =>
    [...byKind].reduce((total, [kind, count]) => (counts(kind) ? total + count : total), 0);
  return {
    recorded: sum((kind) => RECORDING.includes(kind)),
    changed: sum((kind) => !RECORDING.includes(kind) && kind !== 'undo'),
    undone: sum((kind) => kind === 'undo'),
  };
}
