const DAY_MS = 86_400_000;

/** The week (by its Monday), month and year of a day (`2026-11-20`), each as a name like `week 2026-11-16`. */
export function periodsOf(day: string): string[] {
  const number = Date.parse(day) / DAY_MS;
  // Day 0, the first of 1970, was a Thursday: three days after a Monday.
  const monday = number - ((((number + 3) % 7) + 7) % 7);
  const week = new Date(monday * DAY_MS).toISOString().slice(0, 10);
  return [`week ${week}`, `month ${day.slice(0, 8)}01`, `year ${day.slice(0, 5)}01-01`];
}
