/** The stretches of time that statistics are kept for. */
export const PERIODS = ['week', 'month', 'year'] as const;
export type Period = (typeof PERIODS)[number];

/** The first day of the week, month or year that a day (`2026-11-20`) falls into; weeks begin on Monday (ISO 8601). */
export function startOf(period: Period, day: string): string {
  switch (period) {
    case 'year':
      return `${day.slice(0, 4)}-01-01`;
    case 'month':
      return `${day.slice(0, 7)}-01`;
    case 'week': {
      const date = new Date(`${day}T00:00:00Z`);
      const sinceMonday = (date.getUTCDay() + 6) % 7;
      date.setUTCDate(date.getUTCDate() - sinceMonday);
      return date.toISOString().slice(0, 10);
    }
    default:
      return period satisfies never;
  }
}
