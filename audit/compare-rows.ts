import type { Finding } from './finding.ts';
import { columnOf } from './model/canonical.ts';
import type { Rows, StoredRow } from './stored-rows.ts';

/** A difference of a row: without the ledger and the kind. */
export type Difference = Pick<Finding, 'field' | 'expected' | 'found' | 'revision'>;
/** The values of a row by column. */
export type Wanted = Readonly<Record<string, unknown>>;

/** A thing of the audit with the names of its columns. */
export function columnsOf(thing: object): Wanted {
  return Object.fromEntries(Object.entries(thing).map(([field, value]) => [columnOf(field), value]));
}

/**
 * Compares rows by their names with what is expected, of which `wantedOf` gives the columns. A missing or surplus row
 * is one difference. `touched` gives the revision of the last change of a field; of a row where no field is named.
 */
export async function listed<Thing>(
  expected: ReadonlyMap<string, Thing>,
  rows: Rows,
  nameOf: (row: StoredRow) => string,
  { what = (name) => name, wantedOf, touched }: Listed<Thing>,
): Promise<Difference[]> {
  const differences: Difference[] = [];
  const left = new Set(expected.keys());
  for await (const row of rows) {
    const name = nameOf(row);
    const thing = expected.get(name);
    left.delete(name);
    if (thing === undefined) differences.push(surplus(what(name), row, touched(name, '')));
    else differences.push(...fields(what(name), wantedOf(thing), row, (field) => touched(name, field)));
  }
  for (const name of left) {
    const thing = expected.get(name) as Thing;
    differences.push(missing(what(name), wantedOf(thing), touched(name, '')));
  }
  return differences;
}

/** What `listed` needs of things by their names; `what` is what a difference calls one. */
type Listed<Thing> = {
  what?: (name: string) => string;
  wantedOf: (thing: Thing) => Wanted;
  touched: (name: string, field: string) => bigint;
};

/** Compares rows of which each has a revision, in the order of these, while it becomes known what they should be. */
export class RowsInOrder {
  readonly #rows: Rows;
  readonly #kind: string;
  #unread: AsyncGenerator<StoredRow>;
  #next: StoredRow | null | undefined;
  #differences: Difference[] = [];
  #missing: Difference[] = [];

  /** `kind` and the revision are what a difference calls a row. */
  constructor(rows: Rows, kind: string) {
    this.#rows = rows;
    this.#kind = kind;
    this.#unread = each(rows);
  }

  /** What was expected up to now is not expected any more. */
  startAnew(): void {
    this.#unread = each(this.#rows);
    this.#next = undefined;
    this.#differences = [];
    this.#missing = [];
  }

  /** Compares the row of a revision, which is higher than those before it. */
  async take(revision: bigint, wanted: Wanted): Promise<void> {
    const what = `${this.#kind} ${revision}`;
    const row = await this.#reach(revision);
    if (row && revisionOf(row) === revision) {
      this.#differences.push(...fields(what, wanted, row, () => revision));
      this.#next = undefined;
    } else this.#missing.push(missing(what, wanted, revision));
  }

  /** All that differs, once all rows that should be there have been taken. */
  async end(): Promise<Difference[]> {
    await this.#reach(null);
    return [...this.#differences, ...this.#missing];
  }

  /** Passes the rows below a revision, or all, which should not be there; gives the next one. */
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

function surplus(field: string, row: StoredRow, revision: bigint): Difference {
  return { field, expected: null, found: asText(row), revision };
}

function missing(field: string, wanted: Wanted, revision: bigint): Difference {
  return { field, expected: asText(wanted), found: null, revision };
}

/** Compares the columns of one row. */
export function fields(
  what: string,
  expected: Wanted,
  row: StoredRow,
  touched: (field: string) => bigint,
): Difference[] {
  return Object.entries(expected).flatMap(([field, value]) => {
    const wanted = value === null ? null : String(value);
    const found = row[field] ?? null;
    return wanted === found ? [] : [{ field: `${what}.${field}`, expected: wanted, found, revision: touched(field) }];
  });
}

function asText(row: Wanted): string {
  return Object.entries(row)
    .filter(([, value]) => value !== null)
    .map(([field, value]) => `${field} ${value}`)
    .join(', ');
}
