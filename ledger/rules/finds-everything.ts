import { FIRST_DAY, LAST_DAY } from '#ledger/model/constants.ts';
import { shifted } from '#ledger/model/days.ts';
import { CENT, type Cents, LARGEST_AMOUNT } from '#ledger/model/money.ts';
import type { Condition, Query } from '#ledger/search/query.ts';

/** Cases that are looked at: a query that has more finds something less than everything, as far as this can tell. */
const CASES_MAX = 4_096;

/** An entry as far as a query can tell: for each question that it asks, the answer. */
type Case = { amount: number; date: string; type: string; isMet: ReadonlyMap<string, boolean> };

/**
 * Whether a query finds every entry whatever it is, such as `amount>0`, or `cafe or -cafe`: in every case that its
 * conditions tell apart it holds.
 */
export function findsEverything(query: Query): boolean {
  const conditions = atomsIn(query);
  const amounts = ends(conditions, 'amount', CENT, LARGEST_AMOUNT, (cents, by) => (cents + by) as Cents);
  const dates = ends(conditions, 'date', FIRST_DAY, LAST_DAY, shifted);
  const types = conditions.some(({ is }) => is === 'type') ? ['Expense', 'Income', 'Transfer'] : ['Expense'];
  const others = [...new Set(conditions.filter(isOther).map((each) => JSON.stringify(each)))];
  const count = amounts.length * dates.length * types.length * 2 ** others.length;
  if (count > CASES_MAX) return false;
  for (let bits = 0; bits < 2 ** others.length; bits += 1) {
    const isMet = new Map(others.map((other, at) => [other, (bits & (1 << at)) !== 0]));
    const isHeld = (amount: number, date: string, type: string) => holds(query, { amount, date, type, isMet });
    if (!amounts.every((amount) => dates.every((date) => types.every((type) => isHeld(amount, date, type)))))
      return false;
  }
  return true;
}

/** The conditions of a query, wherever they stand in it. */
export function atomsIn(query: Query): Condition[] {
  if ('all' in query) return query.all.flatMap(atomsIn);
  if ('any' in query) return query.any.flatMap(atomsIn);
  return 'not' in query ? atomsIn(query.not) : [query];
}

const isOther = ({ is }: Condition) => is !== 'amount' && is !== 'date' && is !== 'type';

/** The values between which the answers of ranges change, with the first and the last that there is. */
function ends<Value extends number | string>(
  conditions: readonly Condition[],
  field: 'amount' | 'date',
  first: Value,
  last: Value,
  next: (value: Value, by: 1 | -1) => Value,
): Value[] {
  const ranges = conditions.flatMap((each) => (each.is === field ? [each] : []));
  const near = ranges.flatMap(({ from, to }) => [
    ...(from === null ? [] : [from as Value, next(from as Value, -1)]),
    ...(to === null ? [] : [to as Value, next(to as Value, 1)]),
  ]);
  const within = near.filter((value) => value >= first && value <= last);
  return ranges.length === 0 ? [first] : [...new Set([first, ...within, last])];
}

function holds(query: Query, known: Case): boolean {
  if ('all' in query) return query.all.every((each) => holds(each, known));
  if ('any' in query) return query.any.some((each) => holds(each, known));
  if ('not' in query) return !holds(query.not, known);
  switch (query.is) {
    case 'amount':
      return isWithin(known.amount, query);
    case 'date':
      return isWithin(known.date, query);
    case 'type':
      return known.type === query.type;
    default:
      return known.isMet.get(JSON.stringify(query)) ?? false;
  }
}

function isWithin<Value extends number | string>(
  value: Value,
  { from, to }: { from: Value | null; to: Value | null },
): boolean {
  return (from === null || value >= from) && (to === null || value <= to);
}
