/** The fields of answers that are amounts in whole units. */
export const AMOUNTS: ReadonlySet<string> = new Set([
  'added',
  'adds',
  'after',
  'amount',
  'available',
  'balance',
  'before',
  'carriedIn',
  'change',
  'counted',
  'currentAmount',
  'currentBalance',
  'expected',
  'finalAmount',
  'goals',
  'high',
  'inflow',
  'low',
  'now',
  'opening',
  'perDay',
  'planned',
  'plannedAhead',
  'refunded',
  'shown',
  'spent',
  'sum',
  'then',
  'toBudget',
]);

/** A value in which each amount is a text such as `-12.50`: a number of JSON would be read with rounding errors. */
export function withDecimals(value: unknown, field = ''): unknown {
  if (typeof value === 'number') return AMOUNTS.has(field) ? value.toFixed(2) : value;
  if (Array.isArray(value)) return value.map((each) => withDecimals(each, field));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  // The columns of a file are numbers from 0, also the column of its amounts.
  return Object.fromEntries(
    entries.map(([name, each]) => [name, name === 'columns' ? each : withDecimals(each, name)]),
  );
}
