import { countedBy, type LedgerEvent, typesAbout } from '#ledger/events.ts';
import { firstOf, PERIODS, type Period } from '#ledger/model/days.ts';
import { type Cents, safe, ZERO } from '#ledger/model/money.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';
import { BLOCK_EVENTS, blockOf } from '../tables/blocks.ts';
import { startsOf } from '../tables/periods.ts';
import { LIVE } from '../tables/read-models.ts';

/** Income and expense of a stretch of time, in cents. */
export type IncomeAndExpenseRow = { income: Cents; expense: Cents };

/**
 * A ledger's income and expense of the week, the month and the year that a day (`2026-11-20`) falls into, as they are,
 * or as they were known after the event `asOf`.
 */
export async function statisticsAround(
  database: Database,
  ledgerId: string,
  day: string,
  asOf: bigint | null = null,
): Promise<Record<Period, IncomeAndExpenseRow>> {
  if (asOf !== null) return await statisticsThen(database, ledgerId, day, asOf);
  const { rows } = await queryPrepared<IncomeAndExpenseRow & { period: Period }>(
    database,
    `SELECT s.period, s.income, s.expense FROM ${LIVE}.statistics s
      JOIN unnest($2::text[], $3::date[]) AS wanted (period, starts_on)
        ON s.period = wanted.period AND s.starts_on = wanted.starts_on
      WHERE s.ledger_id = $1`,
    [ledgerId, PERIODS, PERIODS.map((period) => firstOf(period, day))],
  );
  const byPeriod = new Map(rows.map(({ period, income, expense }) => [period, { income, expense }]));
  const sumsOf = (period: Period) => byPeriod.get(period) ?? { income: ZERO, expense: ZERO };
  return { week: sumsOf('week'), month: sumsOf('month'), year: sumsOf('year') };
}

const COUNTED_EVENTS = typesAbout(['transaction']);

type StoredSums = { whole: (IncomeAndExpenseRow & { period: Period })[] | null; rest: LedgerEvent[] | null };

/** SQL: the events from one revision to another that change sums, whose types are `types`. */
const restOf = (from: string, upTo: string, types: string) => `
        SELECT json_agg(json_build_object('type', e.type, 'data', e.data)) FROM ${LIVE}.events e
        WHERE e.ledger_id = $1 AND e.revision >= ${from} AND e.revision <= ${upTo} AND e.type = ANY(${types})`;

/** The sums of the blocks that were complete by then, plus the events of the last one (decision 19). */
async function statisticsThen(
  database: Database,
  ledgerId: string,
  day: string,
  revision: bigint,
): Promise<Record<Period, IncomeAndExpenseRow>> {
  const starts = startsOf(day);
  const block = blockOf(revision + 1n);
  const { rows } = await queryPrepared<StoredSums>(
    database,
    `
      SELECT (
        SELECT json_agg(w) FROM (
          SELECT s.period, sum(s.income)::bigint AS income, sum(s.expense)::bigint AS expense
          FROM unnest($2::text[], $3::date[]) AS wanted (period, starts_on)
          JOIN ${LIVE}.past_statistics s
            ON s.ledger_id = $1 AND s.period = wanted.period AND s.starts_on = wanted.starts_on AND s.block < $4
          GROUP BY s.period) w
        ) AS whole, (${restOf('$5', '$6', '$7')}) AS rest`,
    [ledgerId, PERIODS, starts, block, block * BLOCK_EVENTS, revision, COUNTED_EVENTS],
  );
  const { whole, rest } = rows[0] ?? { whole: null, rest: null };
  const sums = PERIODS.map((period) => whole?.find((row) => row.period === period) ?? { income: 0, expense: 0 });
  const counted = (rest ?? []).flatMap(countedBy);
  for (const [{ type, amount, date }, times] of counted) {
    for (const [index, startsOn] of startsOf(date).entries()) {
      const before = sums[index];
      if (!before || startsOn !== starts[index]) continue;
      if (type === 'Income') sums[index] = { ...before, income: before.income + amount * times };
      else sums[index] = { ...before, expense: before.expense + amount * times };
    }
  }
  const sumsAt = (index: number) => ({
    income: safe(sums[index]?.income ?? 0),
    expense: safe(sums[index]?.expense ?? 0),
  });
  return { week: sumsAt(0), month: sumsAt(1), year: sumsAt(2) };
}

/** The amount that incomes less expenses of a month come to, in cents. */
export type MonthSum = { month: string; amount: number };

/** The months up to one (`2026-11`) with incomes less expenses as they were known after an event, in no order. */
export async function monthsThen(
  database: Database,
  ledgerId: string,
  month: string,
  revision: bigint,
): Promise<MonthSum[]> {
  const block = blockOf(revision + 1n);
  const { rows } = await queryPrepared<{ whole: string | null; rest: LedgerEvent[] | null }>(
    database,
    `
      SELECT (
        SELECT string_agg(w.month || ' ' || w.amount, E'\n') FROM (
          SELECT to_char(s.starts_on, 'YYYY-MM') AS month, sum(s.income - s.expense)::bigint AS amount
          FROM ${LIVE}.past_statistics s
          WHERE s.ledger_id = $1 AND s.period = 'month' AND s.starts_on <= $2::date AND s.block < $3 GROUP BY 1) w
        ) AS whole, (${restOf('$4', '$5', '$6')}) AS rest`,
    [ledgerId, `${month}-01`, block, block * BLOCK_EVENTS, revision, COUNTED_EVENTS],
  );
  const { whole, rest } = rows[0] ?? { whole: null, rest: null };
  const sums = new Map((whole?.split('\n') ?? []).map((text) => [text.slice(0, 7), Number(text.slice(8))]));
  for (const [{ type, amount, date }, times] of (rest ?? []).flatMap(countedBy)) {
    const dated = date.slice(0, 7);
    if (dated <= month) sums.set(dated, (sums.get(dated) ?? 0) + (type === 'Income' ? amount : -amount) * times);
  }
  return [...sums].map(([month, amount]) => ({ month, amount }));
}
