const DAY = 86_400_000;

/** The first days of the week (Monday), month and year that a day (`2026-11-20`) lies in, named like `week 2026-11-16`. */
export function stretchesOf(day: string): string[] {
  const number = Date.parse(day) / DAY;
  // Day 0, the first of 1970, was a Thursday: three days after a Monday.
  const monday = number - ((((number + 3) % 7) + 7) % 7);
  const week = new Date(monday * DAY).toISOString().slice(0, 10);
  return [`week ${week}`, `month ${day.slice(0, 8)}01`, `year ${day.slice(0, 5)}01-01`];
}
