import { compareAsc } from 'date-fns/compareAsc';
import { differenceInMonths } from 'date-fns/differenceInMonths';
import type { Goal } from '#contract/goal.ts';
import { LAST_DAY } from '#ledger/model/constants.ts';
import { formatDay } from '../../ui/day.ts';
import { formatMoney } from '../../ui/money.ts';

/**
 * The amount that a goal needs each month to be reached by the day by which it is wanted, in whole units, rounded up to
 * the cent, and for how many full months, at least one; `isOver` if that day is past. Null for a goal that is reached,
 * or that has no such day (product 3.3). `today` is an ISO date.
 */
export function paceOf(
  { currentAmount, finalAmount, wantedBy }: Pick<Goal, 'currentAmount' | 'finalAmount' | 'wantedBy'>,
  today: string,
): { wantedBy: string; isOver: boolean; months: number; perMonth: number } | null {
  const cents = Math.round((finalAmount - currentAmount) * 100);
  if (wantedBy === undefined || cents <= 0) return null;
  const months = Math.max(1, differenceInMonths(wantedBy, today));
  return { wantedBy, isOver: wantedBy < today, months, perMonth: Math.ceil(cents / months) / 100 };
}

/** The pace of a goal in words, or null if it has none. */
export function paceWords(goal: Goal, currency: string, today: string): string | null {
  const pace = paceOf(goal, today);
  if (!pace) return null;
  const day = formatDay(pace.wantedBy).long;
  if (pace.isOver) return `was wanted by ${day}`;
  return pace.months === 1 ? `wanted by ${day}` : `${formatMoney(pace.perMonth, currency)} a month until ${day}`;
}

/** Orders goals: first those that are wanted soonest, then those that are nearest to being reached. */
export const soonestFirst = (one: Goal, other: Goal): number =>
  compareAsc(dayOf(one), dayOf(other)) || shareOf(other) - shareOf(one);

const dayOf = ({ wantedBy = LAST_DAY }: Goal) => wantedBy;
const shareOf = ({ currentAmount, finalAmount }: Goal) => currentAmount / finalAmount;
