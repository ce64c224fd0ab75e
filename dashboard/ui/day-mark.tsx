import { formatDay } from './day.ts';

/** A day in the margin: its weekday over its number, and the rest for those who can't see where it stands. */
export function DayMark({ date }: { date: string }) {
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
