import { columnOf } from './canonical.ts';
import type { Finding } from './finding.ts';
import type { StoredRow } from './stored-rows.ts';

/** A difference of a row: without the ledger and the kind. */
export type Difference = Pick<Finding, 'field' | 'expected' | 'found' | 'revision'>;
/** The values of a row by column. */
export type Wanted = Readonly<Record<string, unknown>>;

/** A thing of the audit with the names of its columns. */
export function columnsOf(thing: object): Wanted {
  return Object.fromEntries(Object.entries(thing).map(([field, value]) => [columnOf(field), value]));
}

/**
 * Compares rows by their names. A missing or surplus row is one difference. `touched` gives the revision of the last change
 * of a field; of a row where no field is named.
 */
export function listed(
  expected: ReadonlyMap<string, Wanted>,
  rows: readonly StoredRow[],
  nameOf: (row: StoredRow) => string,
  touched: (what: string, field: string) => bigint,
): Difference[] {
  const differences: Difference[] = [];
  const left = new Set(expected.keys());
  for (const row of rows) {
    const what = nameOf(row);
    const wanted = expected.get(what);
    left.delete(what);
    if (wanted) differences.push(...fields(what, wanted, row, (field) => touched(what, field)));
    else differences.push({ field: what, expected: null, found: asText(row), revision: touched(what, '') });
  }
  for (const what of left) {
    differences.push({
      field: what,
      expected: asText(expected.get(what) ?? {}),
      found: null,
      revision: touched(what, ''),
    });
  }
  return differences;
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
