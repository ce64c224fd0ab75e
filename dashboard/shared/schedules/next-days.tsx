import { cva } from 'class-variance-authority';
import { ruleText } from '#contract/schedule-texts.ts';
import { FIRST_DAY } from '#ledger/model/constants.ts';
import { shifted } from '#ledger/model/days.ts';
import type { ScheduleRule } from '#ledger/model/schedule-rule.ts';
import { nextAfter, occurrencesOf } from '#ledger/schedules/days.ts';
import { formatDay, today } from '../../ui/day.ts';
import { type ScheduleValues, soundRule } from './schedule-values.ts';

const SHOWN = 6;
/** Days of the past that are counted at most. */
const PAST_MAX = 1_000;

/** On wide screens it stays in sight above the buttons of the sheet, while the fields before it are filled in. */
const PLACE = [
  'min-h-28 border-y border-rule bg-raised py-3',
  'sm:sticky sm:bottom-[4.5rem] sm:z-1 sm:-mx-7 sm:px-7',
].join(' ');

/** `Wed, May 12`: a day with its year needs a wider column. */
const SHORT_MAX = 11;

const list = cva('mt-2 grid gap-x-4 gap-y-1', {
  variants: { isLong: { true: 'grid-cols-2', false: 'grid-cols-3 max-xs:grid-cols-2' } },
});

/**
 * The rule of a form in words, with the next days that it gives, as it is typed. Of a new schedule it says which days
 * are past already.
 */
export function NextDays({ values, isNew }: { values: ScheduleValues; isNew: boolean }) {
  const rule = soundRule(values);
  const days = rule ? nextAfter(rule, shifted(today(), -1), SHOWN) : [];
  const words = days.map(({ day }) => shortDay(day));
  return (
    <div aria-live="polite" className={PLACE}>
      {rule === null ? (
        <p className="note text-[1.0625rem]">The next six days stand here once the rule is whole.</p>
      ) : (
        <>
          <p className="note text-[1.0625rem] wrap-anywhere lining-nums">{ruleText(rule)}</p>
          {days.length === 0 ? (
            <p className="mt-2">No day is left.</p>
          ) : (
            <ol aria-label="The next days" className={list({ isLong: words.some((word) => word.length > SHORT_MAX) })}>
              {days.map(({ nominal }, index) => (
                <li key={nominal} className="whitespace-nowrap">
                  {words[index]}
                </li>
              ))}
            </ol>
          )}
          {isNew && <PastDays rule={rule} post={values.post} />}
        </>
      )}
    </div>
  );
}

/** The days before today, with their status: a weekend may move even the first day of a schedule to before today. */
function PastDays({ rule, post }: { rule: ScheduleRule; post: ScheduleValues['post'] }) {
  const past = occurrencesOf(rule, { from: FIRST_DAY, to: shifted(today(), -1) }, PAST_MAX + 1);
  const [first] = past;
  if (!first) return null;
  const count = past.length > PAST_MAX ? `More than ${PAST_MAX.toLocaleString('en-US')}` : past.length;
  const days = past.length === 1 ? '1 day is past' : `${count} days are past, the first`;
  const became = post === 'ask' ? 'be listed as missed' : 'be posted at once';
  return (
    <p className="mt-2 text-small">
      {days}: {shortDay(first.day)}. {past.length === 1 ? 'It' : 'They'} will {became}.
    </p>
  );
}

/** `Fri, Jan 29`, with the year where it is not this one. */
function shortDay(day: string): string {
  const { shortWeekday, month, day: number, year } = formatDay(day);
  const words = `${shortWeekday}, ${month.slice(0, 3)} ${number}`;
  return year === today().slice(0, 4) ? words : `${words}, ${year}`;
}
