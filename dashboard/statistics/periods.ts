import { formatDay } from '../ui/day.ts';

export const PERIODS = ['week', 'month', 'year'] as const;
export type Period = (typeof PERIODS)[number];

const DAY_MS = 86_400_000;

function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Formats the week (from Monday), month or year that contains an ISO date. */
export function formatPeriod(period: Period, date: string): string {
  if (period === 'year') return formatDay(date).year;
  if (period === 'month') return formatDay(date).month;
  const sinceMonday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = formatDay(addDays(date, -sinceMonday));
  const sunday = formatDay(addDays(date, 6 - sinceMonday));
  const end = sunday.month === monday.month ? sunday.day : `${sunday.month} ${sunday.day}`;
  return `${monday.month} ${monday.day} to ${end}`;
}
