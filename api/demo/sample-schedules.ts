import type { Command } from '#ledger/decide/commands.ts';
import { shifted } from '#ledger/model/days.ts';
import { exactCents } from '#ledger/model/money.ts';
import type { ScheduleRule } from '#ledger/model/schedule-rule.ts';

type Values = Extract<Command, { type: 'AddSchedule' }>['values'];

const exact = (amount: number) => ({ exact: exactCents(amount) });
const about = (amount: number) => ({ about: exactCents(amount) });
const bill = (title: string, amount: Values['amount'], category: string) =>
  ({ title, type: 'Expense', amount, category, wallet: 'Bank' }) as const;
const salary = (title: string) => ({ title, type: 'Income', amount: exact(2_425), category: 'Salary' }) as const;

/** The schedule whose amount was changed after it was added. */
const CHANGED = { title: 'Internet', before: 45, after: 49 } as const;

/**
 * The schedules after a day (ISO date), the day of the reset: bills and salaries of each month by their days, the
 * savings, and the groceries of each Saturday. None of it is there already.
 */
export function schedulesAfter(today: string, savingsId: string, idOf: (title: string) => string): Command[] {
  const monthly = (day: number, weekend?: ScheduleRule['weekend']): ScheduleRule => {
    const start = daysAfter(today).find((each) => Number(each.slice(8)) === day) ?? today;
    return { every: 1, unit: 'month', start, ...(weekend && { weekend }) };
  };
  const saturday = daysAfter(today).find((day) => new Date(`${day}T00:00:00Z`).getUTCDay() === 6) ?? today;
  const schedules: Values[] = [
    { ...bill('Rent', exact(1_780), 'Bills & Fees'), rule: monthly(1), post: 'by-itself' },
    { ...bill('Student loan', exact(280), 'Education'), rule: monthly(2, 'after'), post: 'by-itself' },
    { ...salary('Salary, first half'), rule: monthly(13, 'before'), post: 'ask' },
    { ...bill('Electricity', about(74), 'Electricity'), rule: monthly(16), post: 'ask' },
    { ...bill(CHANGED.title, exact(CHANGED.before), 'Bills & Fees'), rule: monthly(18), post: 'by-itself' },
    {
      title: 'Weekly groceries',
      type: 'Expense',
      amount: { from: exactCents(62), to: exactCents(118) },
      category: 'Groceries',
      wallet: 'Debit card',
      post: 'ask',
      rule: { every: 1, unit: 'week', start: saturday },
    },
    { ...salary('Salary, second half'), rule: monthly(28, 'before'), post: 'ask' },
    {
      title: 'To savings',
      type: 'Transfer',
      amount: exact(250),
      toAccountId: savingsId,
      post: 'ask',
      rule: monthly(14),
    },
  ];
  const added = schedules.map(
    (values): Command => ({ type: 'AddSchedule', scheduleId: idOf(values.title), today, values }),
  );
  const edit = { amount: exact(CHANGED.after) };
  return [...added, { type: 'ChangeSchedule', scheduleId: idOf(CHANGED.title), today, edit }];
}

/** The days of the two months after a day: each day of a month up to the 28th is among them. */
function daysAfter(today: string): string[] {
  return Array.from({ length: 62 }, (_, index) => shifted(today, index + 1));
}
