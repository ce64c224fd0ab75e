import { definitionOf, type LedgerEvent } from '../events.ts';
import type { Cut } from '../model/cut.ts';
import { daysBetween, shifted } from '../model/days.ts';
import type { Cents } from '../model/money.ts';
import { boundsOf } from '../model/schedule.ts';
import type { Books, ScheduleState } from '../model/state.ts';
import { AS_IF } from '../record-as-if.ts';

/**
 * The limits of a program (product 5.17): the largest amount of an entry in cents, and the most days between `today`
 * (ISO date) and the date of an entry, each null if there is none; and the accounts that it sees.
 */
export type EntryLimits = { amountMax: Cents | null; daysMax: number | null; today: string; cut: Cut };

/**
 * Whether an event of a command breaks limits: by the amount or the date of an entry before it or after it, by other
 * money that it moves, such as a starting balance, or by the largest amount or the start of a schedule. `before` is the
 * books before the command. Pure.
 */
export function breaksLimits(
  { type, data }: LedgerEvent,
  { transactions, transfers }: Pick<Books, 'transactions' | 'transfers'>,
  { amountMax, daysMax, today }: Omit<EntryLimits, 'cut'>,
): boolean {
  const isAbove = (amount: Cents) => amountMax !== null && amount > amountMax;
  const { effect, moves } = definitionOf(type);
  const moving = moves?.(data);
  if (moving && 'moved' in moving && isAbove(Math.abs(moving.moved.amount) as Cents)) return true;
  if (!effect || effect.does === 'match') return false;
  const after = 'state' in effect ? (effect.state(data, AS_IF) as object) : {};
  switch (effect.kind) {
    case 'transaction':
    case 'transfer': {
      const earlier = (effect.kind === 'transaction' ? transactions : transfers).get(effect.id(data));
      return [earlier, after as Partial<typeof earlier>].some((entry) => {
        const { amount, date } = entry ?? {};
        const isFar = daysMax !== null && date !== undefined && daysBetween(date, today) > daysMax;
        return isFar || (amount !== undefined && isAbove(amount));
      });
    }
    case 'schedule': {
      const { amount, rule } = after as Partial<ScheduleState>;
      const isFarBack = daysMax !== null && rule !== undefined && rule.start < shifted(today, -daysMax);
      return isFarBack || (amount !== undefined && isAbove(boundsOf(amount).high));
    }
    default:
      return false;
  }
}
