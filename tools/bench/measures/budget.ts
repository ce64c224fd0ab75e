import { BASE_PATH } from '#contract/addresses.ts';
import { EXPENSE_CATEGORIES } from '#ledger/model/constants.ts';
import type { Cents } from '#ledger/model/money.ts';
import { monthAfter } from '#ledger/model/months.ts';
import { type BenchServer, headersOf } from '../harness/bench-server.ts';
import { load } from '../harness/load.ts';
import type { Measure } from '../harness/measure.ts';
import { quantile } from '../harness/rounds.ts';
import { type Given, userWith } from '../harness/user-with.ts';
import { spent } from './search.ts';

const LOAD_MS = 1_500;
/** Ten years, the last month is the newest entries'. */
const MONTHS = 120;
const LAST_MONTH = '2026-11';
const PLANNED = 30_000 as Cents;

/** Measures a month of a budget with 100,000 entries and ten years of plans against reading the user. */
export async function budgetMonths(server: BenchServer): Promise<Measure[]> {
  const user = await userWith(server, [...spent(), ...plans()]);
  const p50 = (path: string) => async () => {
    const request = { method: 'GET', path: BASE_PATH + path, headers: headersOf(user) } as const;
    const { latencies } = await load(server.origin, 1, LOAD_MS, () => request);
    return quantile(latencies);
  };
  return [
    {
      name: 'a month of a budget ÷ reading the user, p50',
      unit: 'ms',
      goal: { most: 3 },
      pair: { ours: p50(`/budget/month?month=${LAST_MONTH}`), reference: p50('/users/get-current-user') },
    },
  ];
}

/** A plan of each category of expenses for each month. */
function plans(): Given[] {
  const recordedAt = '2026-11-20T00:00:00.000Z';
  const months = Array.from({ length: MONTHS }, (_, index) => monthAfter(LAST_MONTH, index - MONTHS + 1));
  return months.flatMap((month) =>
    EXPENSE_CATEGORIES.map((categoryId): Given => {
      const data = { categoryId, month, from: 0 as Cents, to: PLANNED };
      return { recordedAt, event: { type: 'BudgetPlanned', data } };
    }),
  );
}
