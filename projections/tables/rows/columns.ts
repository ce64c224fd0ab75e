/** Several columns of values, side by side, as a statement's parameters. */
type Columns = unknown[][];

/** Turns rows of values into columns; null where there is no row, so that no statement is sent for nothing. */
export function columns(rows: readonly unknown[][]): Columns | null {
  const [first] = rows;
  return first ? first.map((_, at) => rows.map((row) => row[at])) : null;
}
