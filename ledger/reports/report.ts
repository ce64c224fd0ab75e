import type { Categories } from '../model/categories.ts';
import { comparableText } from '../model/comparable-text.ts';
import { type Cents, safe } from '../model/money.ts';
import { ALL_KEY, type ReportMeasure, type RowKind } from './words.ts';

// The rules of a report are written in product 14.2.

/**
 * The pieces of some entries of a column, counted from 0, that have a type, a key and a category in common: the sum of
 * their amounts as the entries have them, in cents. An entry without parts is one of `entries` in the sum of its
 * category. A split one adds to the sum of each, and is one of `entries` in a sum of 0 that has all of its
 * `categories`, ids or `-`. `keys` are the keys of rows by title, account, wallet or tag; an entry has several tags.
 */
export type PieceSum = {
  column: number;
  type: 'Expense' | 'Income';
  keys: readonly string[];
  categories: readonly string[];
  amount: number;
  entries: number;
};

/** The sums of a row, in cents: of each column, of all, and how many entries count in it. */
export type RowSums = { cells: number[]; total: number; count: number };

/** The sums of a measure by the key of their row, the sums of all rows, and how much by tag counts more than once. */
export type Sums = {
  rows: Map<string, RowSums>;
  all: RowSums;
  /** The pieces by type, in cents: `out` has refunds taken off, and `refunds` is above 0. */
  sides: { in: number; out: number; refunds: number };
  /** How many entries count in any of some rows. */
  countIn(keys: ReadonlySet<string>): number;
};

type Asked = { measure: ReportMeasure; by: RowKind; categories: Categories; columns: number };

/** Whether pieces of a type and category are refunds: incomes of a category of expenses. */
export function isRefundPiece(type: 'Expense' | 'Income', category: string, categories: Categories): boolean {
  return type === 'Income' && categories.get(category)?.kind === 'Expense';
}

/** The category by which a category counts by group: its parent, or itself. */
export function groupOf(category: string, categories: Categories): string {
  return categories.get(category)?.parent ?? category;
}

/** The sign with which a piece counts in a measure; null if it does not count there. */
function signOf(
  measure: ReportMeasure,
  type: 'Expense' | 'Income',
  category: string,
  categories: Categories,
): 1 | -1 | null {
  if (measure === 'net') return type === 'Income' ? 1 : -1;
  const isOut = type === 'Expense' || isRefundPiece(type, category, categories);
  if (measure === 'in') return isOut ? null : 1;
  return isOut ? (type === 'Expense' ? 1 : -1) : null;
}

/** Whether pieces count in a measure: the set of a split's categories does where a piece of one of them does. */
export function isMeasured(
  { type, categories: ids }: Pick<PieceSum, 'type' | 'categories'>,
  measure: ReportMeasure,
  categories: Categories,
): boolean {
  return ids.some((category) => signOf(measure, type, category, categories) !== null);
}

/** Adds up pieces by rows and columns. Pure. */
export function sumPieces(pieces: readonly PieceSum[], { measure, by, categories, columns }: Asked): Sums {
  const emptySums = (): RowSums => ({ cells: Array<number>(columns).fill(0), total: 0, count: 0 });
  const rows = new Map<string, RowSums>();
  const all = emptySums();
  const sides = { in: 0, out: 0, refunds: 0 };
  const counted: { keys: ReadonlySet<string>; entries: number }[] = [];
  const rowOf = (key: string) => {
    const row = rows.get(key) ?? emptySums();
    rows.set(key, row);
    return row;
  };
  const keysOf = (piece: PieceSum, category: string): readonly string[] => {
    if (by === 'category') return [category];
    if (by === 'group') return [groupOf(category, categories)];
    return by === 'none' ? [ALL_KEY] : piece.keys;
  };
  for (const piece of pieces) {
    const { column, type, amount, entries } = piece;
    const relevant = piece.categories.filter((category) => signOf(measure, type, category, categories) !== null);
    for (const category of piece.categories.length === 1 ? piece.categories : []) {
      if (isRefundPiece(type, category, categories)) {
        sides.out -= amount;
        sides.refunds += amount;
      } else if (type === 'Expense') sides.out += amount;
      else sides.in += amount;
    }
    const [first] = relevant;
    if (first === undefined) continue;
    const keys = new Set(relevant.flatMap((category) => keysOf(piece, category)));
    const change = relevant.length === 1 ? amount * (signOf(measure, type, first, categories) ?? 0) : 0;
    for (const key of keys) {
      const row = rowOf(key);
      row.cells[column] = (row.cells[column] ?? 0) + change;
      row.total += change;
      row.count += entries;
    }
    all.cells[column] = (all.cells[column] ?? 0) + change;
    all.total += change;
    all.count += entries;
    if (entries > 0) counted.push({ keys, entries });
  }
  const countIn = (keys: ReadonlySet<string>) =>
    counted.reduce((sum, each) => ([...each.keys].some((key) => keys.has(key)) ? sum + each.entries : sum), 0);
  return { rows, all, sides, countIn };
}

/** A row of a report: its sums in cents, and its sums in the period before where it is compared. */
export type ReportRow = RowSums & { key: string; before: RowSums | null };

/** The rows of a report in their order, at most `limit`, the others as one, and all. `overlap` is in cents. */
export type RankedReport = {
  rows: ReportRow[];
  others: (Omit<ReportRow, 'key'> & { rows: number }) | null;
  totals: Omit<ReportRow, 'key'>;
  sides: Sums['sides'];
  overlap: number;
};

/**
 * Puts rows in order: the largest total first, of equal ones by compared name, then by key; those beyond `limit` become
 * one. `nameOf` gives the name of a row. Pure.
 */
export function reportOf(
  now: Sums,
  before: Sums | null,
  { limit, nameOf }: { limit: number; nameOf: (key: string) => string },
): RankedReport {
  const none = (sums: Sums): RowSums => ({ cells: sums.all.cells.map(() => 0), total: 0, count: 0 });
  const keys = new Set([...now.rows.keys(), ...(before?.rows.keys() ?? [])]);
  const rows = [...keys].map((key) => ({
    key,
    name: comparableText(nameOf(key)),
    ...(now.rows.get(key) ?? none(now)),
    before: before && (before.rows.get(key) ?? none(before)),
  }));
  const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
  rows.sort((one, other) => other.total - one.total || compare(one.name, other.name) || compare(one.key, other.key));
  const ordered = rows.map(({ name: _, ...row }): ReportRow => row);
  const rest = ordered.slice(limit);
  const restKeys = new Set(rest.map(({ key }) => key));
  return {
    rows: ordered.slice(0, limit),
    others:
      rest.length === 0
        ? null
        : {
            rows: rest.length,
            ...together(rest, now.all.cells.length, now.countIn(restKeys)),
            before:
              before &&
              together(
                rest.flatMap((row) => row.before ?? []),
                before.all.cells.length,
                before.countIn(restKeys),
              ),
          },
    totals: { ...now.all, before: before?.all ?? null },
    sides: now.sides,
    overlap: ordered.reduce((sum, { total }) => sum + total, 0) - now.all.total,
  };
}

function together(rows: readonly RowSums[], columns: number, count: number): RowSums {
  const cells = Array.from({ length: columns }, (_, at) => rows.reduce((sum, row) => sum + (row.cells[at] ?? 0), 0));
  return { cells, total: rows.reduce((sum, { total }) => sum + total, 0), count };
}

/**
 * The average of the whole columns of a row, in cents, rounded half away from zero; null without one.
 */
export function averageOf(cells: readonly number[], columns: readonly { isWhole: boolean }[]): Cents | null {
  const whole = cells.filter((_, at) => columns[at]?.isWhole);
  if (whole.length === 0) return null;
  return safe(
    ratioOf(
      whole.reduce((sum, cell) => sum + BigInt(cell), 0n),
      BigInt(whole.length),
    ),
  );
}

/** The part of incomes that was saved, in percent to one decimal; null if nothing came in. Takes cents. */
export function savedPercent(sides: { in: number; out: number }): number | null {
  return sides.in > 0 ? ratioOf(BigInt(sides.in - sides.out) * 1000n, BigInt(sides.in)) / 10 : null;
}

/** A number divided by one above 0, rounded half away from zero. */
function ratioOf(dividend: bigint, divisor: bigint): number {
  const size = dividend < 0n ? -dividend : dividend;
  const quotient = Number((2n * size + divisor) / (2n * divisor));
  return dividend < 0n && quotient !== 0 ? -quotient : quotient;
}
