import { type Cell, cellId, cellOf } from './budget.ts';
import type { OccurrenceRef } from './schedule.ts';

/** The id of the monthly figures among the ids of entities. */
export const FIGURES = 'monthly-figures';

/** The id of the order of all rules among the ids of entities. */
export const RULE_ORDER = 'rule-order';

/** The prefixes of the ids of entities of a budget: of a plan, of what carries over, and of a target. */
export const PLAN_PREFIX = 'plan ';
const OF_BUDGET = { plan: PLAN_PREFIX, carry: 'carry ', target: 'target ' } as const;

/** The id of the plan of a cell, or of its carrying over, among the ids of entities. */
export function budgetId(kind: 'plan' | 'carry', cell: Cell): string {
  return OF_BUDGET[kind] + cellId(cell);
}

/** The id of the target of a category among the ids of entities. */
export function targetId(categoryId: string): string {
  return OF_BUDGET.target + categoryId;
}

/** The cell of the id of a plan, or of what carries over. */
export function cellIn(kind: 'plan' | 'carry', id: string): Cell {
  return cellOf(id.slice(OF_BUDGET[kind].length));
}

/** The category of the id of a target. */
export function categoryIn(id: string): string {
  return id.slice(OF_BUDGET.target.length);
}

/** The id of the confirmed day of an account (`everyday` or its id; ISO date) among the ids of entities. */
export function confirmationId(account: string, date: string): string {
  return `balance ${account} ${date}`;
}

/** The account and the day of the id of a confirmed day; null for any other id. */
export function confirmationIn(id: string): { account: string; date: string } | null {
  const [kind, account, date] = id.split(' ');
  return kind === 'balance' && account !== undefined && date !== undefined ? { account, date } : null;
}

/** The id of an occurrence of a schedule among the ids of entities. */
export function occurrenceId({ scheduleId, nominal }: OccurrenceRef): string {
  return `occurrence ${scheduleId} ${nominal}`;
}

/** The occurrence of such an id. */
export function occurrenceIn(id: string): OccurrenceRef {
  const [, scheduleId = '', nominal = ''] = id.split(' ');
  return { scheduleId, nominal };
}
