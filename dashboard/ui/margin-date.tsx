import { formatDay } from './day.ts';

/** Weekday and day of a date (ISO) for the margin. Month and year are text for screen readers. */
export function MarginDate({ date }: { date: string }) {
  const { weekday, day, month, year } = formatDay(date);
  return (
    <p className="day-mark">
      <span className="note">{weekday}</span> <b>{day}</b>
      <span className="sr-only">
        {' '}
        {month} {year}
      </span>
    </p>
  );
}
