import { type Carry, DEFAULT_CARRY } from '#ledger/model/constants.ts';
import { type Cents, LARGEST_AMOUNT } from '#ledger/model/money.ts';
import type { ParsedBudget, ParsedCategory } from '../../parsed.ts';
import type { SqliteRow } from '../../sqlite.ts';

/** The columns of a table of budgets: `month` is 202611, `amount` cents, `carryover` whether overspending carries. */
export const BUDGET_COLUMNS = ['month', 'category', 'amount', 'carryover'];

/** The carrying over of a rest, without and with `carryover`, in a budget of envelopes and in one that only tracks. */
const CARRIES = { envelope: [DEFAULT_CARRY, 'all'], tracking: ['none', 'all'] } as const;

/**
 * The budget of Actual's tables: of envelopes, or where the file is set to track, of its other table. `categories` are
 * those that are there, by their ids.
 */
export function actualBudget(
  {
    envelope,
    tracking,
    isTracked,
  }: { envelope: readonly SqliteRow[]; tracking: readonly SqliteRow[]; isTracked: boolean },
  categories: ReadonlyMap<string, ParsedCategory | null>,
): ParsedBudget {
  const rows = (isTracked ? tracking : envelope).toSorted((a, b) => Number(a.month) - Number(b.month));
  const [plain, carried] = CARRIES[isTracked ? 'tracking' : 'envelope'];
  const plans: ParsedBudget['plans'][number][] = [];
  const carries: ParsedBudget['carries'][number][] = [];
  const last = new Map<string, Carry>();
  for (const { month: number, category: id, amount, carryover } of rows) {
    const category = categories.get(String(id)) ?? null;
    const [, year, ofYear] = /^(\d{4})(\d{2})$/.exec(String(number)) ?? [];
    if (category === null || category.kind === 'Income' || year === undefined) continue;
    const month = `${year}-${ofYear}`;
    if (Number.isSafeInteger(amount) && amount !== 0 && Math.abs(Number(amount)) <= LARGEST_AMOUNT) {
      plans.push({ category, month, amount: amount as Cents });
    }
    const carry = carryover ? carried : plain;
    if (carry === (last.get(String(id)) ?? DEFAULT_CARRY)) continue;
    last.set(String(id), carry);
    carries.push({ category, month, carry });
  }
  return { plans, carries, targets: [] };
}
