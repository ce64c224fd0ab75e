import type { WeekendShift } from '#ledger/model/constants.ts';
import type { ScheduleRule } from '#ledger/model/schedule-rule.ts';
import { dayOfMonth, dayOfNumber, monthNumberOf, numberOf, weekdayOf } from '#ledger/schedules/day-numbers.ts';
import { shiftedOccurrence } from '#ledger/schedules/days.ts';
import { daysOfMonth } from '#ledger/schedules/days-of-month.ts';

/**
 * How something came again: a rule that begins with the next day that is expected, how many of the newest days it is
 * about, and how many days lie between them.
 */
export type Rhythm = { rule: ScheduleRule; count: number; intervalDays: number };

/** A rhythm, and how far its days lie from the rule's days, in all. */
type Fit = Omit<Rhythm, 'count'> & { deviationDays: number };

/** The numbers of days that lie a number of days, weeks or months apart, the newest first. */
type Telling = { every: number; telling: readonly number[] };

/** The fewest days that make a rhythm. */
export const OCCURRENCES_MIN = 3;
/** How far an interval may differ from the usual one: by this part of it, or by these days. */
const INTERVAL_PART = 0.15;
const INTERVAL_DAYS = 2;
/**
 * A number of days is the rhythm if the days of weeks or months are met worse, in all, by this factor and by this many
 * days: a few days of a month may lie as far from each other by chance.
 */
const CLEARLY_TIMES = 2;
const CLEARLY_DAYS = { week: 1, month: 3 };
/** How many of the newest days tell which day of the week or month it is. */
const TELLING_DAYS_MAX = 12;

const WEEK_DAYS = 7;
const MONTH_DAYS = 365.2425 / 12;
const DAYS_OF = { day: 1, week: WEEK_DAYS, month: MONTH_DAYS, year: 12 * MONTH_DAYS };
const PERIODS = [
  ...[1, 2, 3, 4, 6, 12].map((every) => ({ unit: 'month' as const, every })),
  ...[1, 2, 3, 4].map((every) => ({ unit: 'week' as const, every })),
];
/** Where the day of a month is nearer than this, no other month has a nearer one. */
const NEAR_DAYS = 10;

/** A day of a month or a weekday of it, as the list of a rule has it, and a shift of weekends. */
type MonthDay = { days: NonNullable<ScheduleRule['days']>; weekend: WeekendShift };

/**
 * The rhythm of days (ISO dates, each once and in order) that goes on to the newest of them, or null if there is none.
 * Of several the rhythm of most days, then the rhythm that its days meet best; a number of days only if they meet it
 * clearly better than weeks, months and years.
 */
export function rhythmOf(days: readonly string[]): Rhythm | null {
  const numbers = days.map(numberOf);
  const runs = PERIODS.map(({ unit, every }) => ({ unit, every, run: newest(numbers, every * DAYS_OF[unit]) }));
  const count = Math.max(...runs.map(({ run }) => run.length), newest(numbers, usualInterval(numbers)).length);
  if (count === 0) return null;
  const run = numbers.slice(-count);
  const telling = run.slice(-TELLING_DAYS_MAX).reverse();
  const longest = runs.filter((each) => each.run.length === count);
  const [months = [], weeks = []] = (['month', 'week'] as const).map((unit) =>
    longest.filter((each) => each.unit === unit).map(({ every }) => ({ every, telling })),
  );
  const fits = [...months.map(fitByMonthDay), ...weeks.map(fitByWeekday), ...months.map(fitByNthWeekday)];
  // Equal ones stay in their order.
  const [best] = fits.filter((fit) => fit !== null).sort((a, b) => a.deviationDays - b.deviationDays);
  const byDay = fitByDay({ every: usualInterval(run), telling });
  const { rule, intervalDays } = best && !isClearlyBetter(byDay, best) ? best : byDay;
  return { rule, count, intervalDays };
}

/** How many days lie between the occurrences of a rule, on average; weekends that are left out are counted. */
export function intervalOf({ every, unit, days }: ScheduleRule): number {
  return (every * DAYS_OF[unit]) / (days?.length ?? 1);
}

/** Whether days meet a rule of a number of days better than chance would make days of weeks or months meet it. */
function isClearlyBetter(byDay: Fit, other: Fit): boolean {
  const by = other.rule.unit === 'week' ? CLEARLY_DAYS.week : CLEARLY_DAYS.month;
  return other.deviationDays > CLEARLY_TIMES * byDay.deviationDays + by;
}

/** The newest of days whose intervals are near a usual one; none if they are too few. */
function newest(numbers: readonly number[], intervalDays: number): number[] {
  // Within two days of two, any interval would be usual.
  const allowed = Math.min(Math.max(INTERVAL_DAYS, INTERVAL_PART * intervalDays), intervalDays / 3);
  let from = numbers.length - 1;
  while (from > 0 && Math.abs((numbers[from] ?? 0) - (numbers[from - 1] ?? 0) - intervalDays) <= allowed) from -= 1;
  return numbers.length - from < OCCURRENCES_MIN ? [] : numbers.slice(from);
}

/** A number of days apart, from the newest. */
function fitByDay({ every, telling }: Telling): Fit {
  const [last = 0] = telling;
  const latest = telling.map((day, before) => day + before * every);
  const middle = median(latest);
  const rule: ScheduleRule = { every, unit: 'day', start: dayOfNumber(last + every) };
  return { rule, intervalDays: every, deviationDays: total(latest, (day) => Math.abs(day - middle)) };
}

/** By the weekday from which days that lie some weeks apart are the nearest. */
function fitByWeekday({ every, telling }: Telling): Fit {
  const intervalDays = every * WEEK_DAYS;
  const [last = 0] = telling;
  const latest = telling.map((day) => nearestOn(weekdayOf(day), last));
  const usual = least(latest, (day) => total(telling, (each, before) => Math.abs(day - before * intervalDays - each)));
  const start = dayOfNumber(usual.choice + intervalDays);
  return { rule: { every, unit: 'week', start }, intervalDays, deviationDays: usual.deviationDays };
}

/** By the day of the month that is nearest, or with a shift of weekends where only so each day is met. */
function fitByMonthDay({ every, telling }: Telling): Fit {
  const ofMonth = [-1, ...new Set(telling.map(dayOfMonth))];
  const [plain, before, after] = (['keep', 'before', 'after'] as const).map((weekend) =>
    ofMonth.map((day): MonthDay => ({ days: [day], weekend })),
  );
  const plainFit = monthFit({ every, telling }, plain ?? []);
  if (plainFit.deviationDays === 0) return plainFit;
  const movedFit = monthFit({ every, telling }, [...(before ?? []), ...(after ?? [])]);
  return movedFit.deviationDays === 0 ? movedFit : plainFit;
}

/** By the weekday of the newest day, the first to the fourth of its month, or the last, where each day is met. */
function fitByNthWeekday({ every, telling }: Telling): Fit | null {
  const weekday = weekdayOf(telling[0] ?? 0);
  const choices = [1, 2, 3, 4, -1].map((nth): MonthDay => ({ days: [{ nth, weekday }], weekend: 'keep' }));
  const fit = monthFit({ every, telling }, choices);
  return fit.deviationDays === 0 ? fit : null;
}

function monthFit({ every, telling }: Telling, choices: readonly MonthDay[]): Fit {
  const { choice, deviationDays } = least(choices, (each) => total(telling, (day) => nearestMonth(each, day).away));
  const [next = 0] = daysOfMonth(nearestMonth(choice, telling[0] ?? 0).month + every, choice.days);
  const start = dayOfNumber(next);
  const rule: ScheduleRule = {
    ...(every === 12 ? { every: 1, unit: 'year', start } : { every, unit: 'month', start }),
    ...(choice.days[0] !== dayOfMonth(next) && { days: choice.days }),
    ...(choice.weekend !== 'keep' && { weekend: choice.weekend }),
  };
  return { rule, intervalDays: every * MONTH_DAYS, deviationDays };
}

/** The month, of a day's month and its neighbours, whose day lies nearest to it, and how far away in days. */
function nearestMonth({ days, weekend }: MonthDay, day: number): { month: number; away: number } {
  const ofDay = monthNumberOf(day);
  let nearest = { month: ofDay, away: Number.POSITIVE_INFINITY };
  for (const month of [ofDay, ofDay - 1, ofDay + 1]) {
    const falls = shiftedOccurrence(daysOfMonth(month, days)[0] ?? 0, weekend) ?? 0;
    if (Math.abs(falls - day) < nearest.away) nearest = { month, away: Math.abs(falls - day) };
    if (nearest.away < NEAR_DAYS) break;
  }
  return nearest;
}

/** The day nearest to one that is a weekday. */
function nearestOn(weekday: number, day: number): number {
  const ahead = (weekday - weekdayOf(day) + WEEK_DAYS) % WEEK_DAYS;
  return day + (ahead > WEEK_DAYS / 2 ? ahead - WEEK_DAYS : ahead);
}

const total = (days: readonly number[], deviationOf: (day: number, index: number) => number) =>
  days.reduce((sum, day, index) => sum + deviationOf(day, index), 0);
/** The interval between days, in days, that is in the middle of all. */
const usualInterval = (numbers: readonly number[]) =>
  median(numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0)));
const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

/** The choice of the least deviation, of equal ones the first. There is at least one. */
function least<Choice>(choices: readonly Choice[], deviationOf: (choice: Choice) => number) {
  const tried = choices.map((choice) => ({ choice, deviationDays: deviationOf(choice) }));
  return tried.reduce((best, each) => (each.deviationDays < best.deviationDays ? each : best));
}
