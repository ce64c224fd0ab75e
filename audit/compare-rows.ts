import type { Finding } from './finding.ts';
import { canonicalColumn } from './model/canonical.ts';
import type { Rows, StoredRow } from './stored-rows.ts';

/** A difference of a row: without the ledger and the kind. */
export type RowDifference = Pick<Finding, 'field' | 'expected' | 'found' | 'revision'>;
/** The values of a row by column. */
export type AuditedRow = Readonly<Record<string, unknown>>;

/** The values of an object of the audit, by the columns of its row. */
export function comparedColumns(item: object): AuditedRow {
  return Object.fromEntries(Object.entries(item).map(([field, value]) => [canonicalColumn(field), value]));
}

/**
 * Compares rows by their names with the expected items, whose columns `wantedOf` gives. A missing or surplus row is one
 * difference.
 */
export async function listedRows<Item>(
  expected: ReadonlyMap<string, Item>,
  rows: Rows,
  nameOf: (row: StoredRow) => string,
  { label = (name) => name, wantedOf, touched }: Listed<Item>,
): Promise<RowDifference[]> {
  const differences: RowDifference[] = [];
  const left = new Set(expected.keys());
  for await (const row of rows) {
    const name = nameOf(row);
    const item = expected.get(name);
    left.delete(name);
    if (item === undefined) differences.push(surplus(label(name), row, touched(name, '')));
    else differences.push(...fields(label(name), wantedOf(item), row, (field) => touched(name, field)));
  }
  for (const name of left) {
    const item = expected.get(name) as Item;
    differences.push(missing(label(name), wantedOf(item), touched(name, '')));
  }
  return differences;
}

/**
 * How `listedRows` treats items, by their names: `label` is the name in differences, `touched` the revision of the last
 * change of a field, or of the whole row where the field is ''.
 */
type Listed<Item> = {
  label?: (name: string) => string;
  wantedOf: (item: Item) => AuditedRow;
  touched: (name: string, field: string) => bigint;
};

/** Compares rows with a revision each, in the order of revisions, while the audit works out the expected ones. */
export class RowsInOrder {
  readonly #rows: Rows;
  readonly #kind: string;
  #unread: AsyncGenerator<StoredRow>;
  #next: StoredRow | null | undefined;
  #differences: RowDifference[] = [];
  #missing: RowDifference[] = [];

  /** A difference names a row by `kind` and its revision. */
  constructor(rows: Rows, kind: string) {
    this.#rows = rows;
    this.#kind = kind;
    this.#unread = each(rows);
  }

  /** Drops all differences up to now, and begins with the first row again: a reset. */
  startAnew(): void {
    this.#unread = each(this.#rows);
    this.#next = undefined;
    this.#differences = [];
    this.#missing = [];
  }

  /** Compares the row of a revision, which is higher than those before it. */
  async take(revision: bigint, wanted: AuditedRow): Promise<void> {
    const label = `${this.#kind} ${revision}`;
    const row = await this.#reach(revision);
    if (row && revisionOf(row) === revision) {
      this.#differences.push(...fields(label, wanted, row, () => revision));
      this.#next = undefined;
    } else this.#missing.push(missing(label, wanted, revision));
  }

  /** Gives all differences, once every expected row has been taken. */
  async end(): Promise<RowDifference[]> {
    await this.#reach(null);
    return [...this.#differences, ...this.#missing];
  }

  /** Reports the rows below a revision (null: all that are left) as surplus, and gives the next one. */
  async #reach(revision: bigint | null): Promise<StoredRow | null> {
    for (;;) {
      const row = this.#next === undefined ? ((await this.#unread.next()).value ?? null) : this.#next;
      this.#next = row;
      if (row === null || (revision !== null && revisionOf(row) >= revision)) return row;
      this.#differences.push(surplus(`${this.#kind} ${revisionOf(row)}`, row, revisionOf(row)));
      this.#next = undefined;
    }
  }
}

function revisionOf(row: StoredRow): bigint {
  return BigInt(row.revision ?? -1);
}

async function* each(rows: Rows): AsyncGenerator<StoredRow, undefined> {
  yield* rows;
}

function surplus(field: string, row: StoredRow, revision: bigint): RowDifference {
  return { field, expected: null, found: asText(row), revision };
}

function missing(field: string, wanted: AuditedRow, revision: bigint): RowDifference {
  return { field, expected: asText(wanted), found: null, revision };
}

/** Compares the columns of one row. */
export function fields(
  label: string,
  expected: AuditedRow,
  row: StoredRow,
  touched: (field: string) => bigint,
): RowDifference[] {
  return Object.entries(expected).flatMap(([field, value]) => {
    const wanted = value === null ? null : String(value);
    const found = row[field] ?? null;
    return wanted === found ? [] : [{ field: `${label}.${field}`, expected: wanted, found, revision: touched(field) }];
  });
}

function asText(row: AuditedRow): string {
  return Object.entries(row)
    .filter(([, value]) => value !== null)
    .map(([field, value]) => `${field} ${value}`)
    .join(', ');
}
