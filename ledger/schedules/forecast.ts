// The balances of accounts after the occurrences to come (product 13.7). Amounts are integer cents. Pure.

/** The amounts that an open occurrence moves, as magnitudes, and the day (ISO date) on which it falls. */
export type Ahead = {
  day: string;
  type: 'Expense' | 'Income' | 'Transfer';
  account: string;
  toAccount: string | null;
  low: number;
  expected: number;
  high: number;
};

/** Amounts of which `low` is the least favourable, and `high` the most favourable. */
export type Outlook = { low: number; expected: number; high: number };

export type ForecastDays = {
  days: (Outlook & { date: string })[];
  /** The first day of the least that is expected. */
  lowest: { date: string; amount: number };
};

/** The input of a forecast. */
export type Foreseen = {
  /** The amount that `account` holds today, or all accounts together where it is null. */
  balance: number;
  account: string | null;
  /** The days of the forecast from today on, in order. */
  days: readonly string[];
  /** Those that are open, in any order: what was missed counts on the first day. */
  occurrences: Iterable<Ahead>;
  /** The amount that is usually spent a day, from the second day on. */
  perDay: number;
};

/** How many full weeks tell what is usually spent. */
export const USUAL_WEEKS = 12;
const DAYS_OF_WEEK = 7;

/** Works out what an account, or all of them, will hold at the end of each day. */
export function forecastOf({ balance, account, days, occurrences, perDay }: Foreseen): ForecastDays {
  const [today = ''] = days;
  const changes = new Map<string, Sums>();
  for (const occurrence of occurrences) {
    const day = occurrence.day < today ? today : occurrence.day;
    changes.set(day, sumOf(changes.get(day) ?? NOTHING, effectOf(occurrence, account)));
  }
  const spent = { low: -perDay, expected: -perDay, high: -perDay };
  const foreseen: ForecastDays['days'] = [];
  let sums: Sums = sumOf(NOTHING, { low: balance, expected: balance, high: balance });
  let lowest: { date: string; amount: bigint } | null = null;
  for (const date of days) {
    sums = sumOf(sums, changes.get(date) ?? NOTHING);
    if (date !== today) sums = sumOf(sums, spent);
    foreseen.push({ date, low: Number(sums.low), expected: Number(sums.expected), high: Number(sums.high) });
    if (!lowest || sums.expected < lowest.amount) lowest = { date, amount: sums.expected };
  }
  return { days: foreseen, lowest: { date: lowest?.date ?? today, amount: Number(lowest?.amount ?? balance) } };
}

/**
 * The amount that an occurrence adds to an account, signed, or to all accounts together, where `account` is null: there
 * a transfer adds nothing. Of an expense the most is the least favourable.
 */
export function effectOf({ type, account: own, toAccount, ...amounts }: Ahead, account: string | null): Outlook {
  const enters = { low: amounts.low, expected: amounts.expected, high: amounts.high };
  const leaves = { low: -amounts.high, expected: -amounts.expected, high: -amounts.low };
  if (type === 'Transfer') {
    if (account === null) return { low: 0, expected: 0, high: 0 };
    return own === account ? leaves : toAccount === account ? enters : { low: 0, expected: 0, high: 0 };
  }
  if (account !== null && own !== account) return { low: 0, expected: 0, high: 0 };
  return type === 'Income' ? enters : leaves;
}

/**
 * The amount that is usually spent a day: a seventh of the median of what was spent in each of the last `USUAL_WEEKS`
 * weeks, rounded to the cent, half away from zero. Sums of weeks are 0 or more, in any order; a week that is left out
 * had none.
 */
export function usualPerDay(weeks: readonly number[]): number {
  const sums = [...weeks, ...Array<number>(Math.max(0, USUAL_WEEKS - weeks.length)).fill(0)].sort((a, b) => a - b);
  // Of an even number the median is half of the two in the middle.
  const two = BigInt(sums[USUAL_WEEKS / 2 - 1] ?? 0) + BigInt(sums[USUAL_WEEKS / 2] ?? 0);
  const parts = BigInt(2 * DAYS_OF_WEEK);
  return Number((two + parts / 2n) / parts);
}

/** Exact, since many large amounts together leave the safe integers. */
type Sums = { low: bigint; expected: bigint; high: bigint };
const NOTHING: Sums = { low: 0n, expected: 0n, high: 0n };

function sumOf(one: Sums, other: Outlook | Sums): Sums {
  return {
    low: one.low + BigInt(other.low),
    expected: one.expected + BigInt(other.expected),
    high: one.high + BigInt(other.high),
  };
}
