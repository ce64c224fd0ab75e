import { WEEK_STARTS, type WeekStart } from '#ledger/model/constants.ts';
import { useIsPast } from '../../browser-state/known.ts';
import { useCommand } from '../../commands/use-command.ts';
import { refresh } from '../../server/cache.ts';
import { CHANGED_BY_COMMANDS, REPORTS_KEY } from '../../server/queries.ts';
import { useUser, weekStartOf } from '../../server/user.ts';
import { Choices } from '../../ui/choices.tsx';
import { formatDay } from '../../ui/day.ts';
import { FormField, Select } from '../../ui/fields.tsx';

const LABELS: Record<WeekStart, string> = { 1: 'Monday', 6: 'Saturday', 7: 'Sunday' };

/** The day on which the user's weeks begin. A choice takes effect at once. */
export function WeekStartChoice() {
  const user = useUser();
  const { send } = useCommand('updateCalendar', {
    saved: 'Saved',
    failed: 'Error when fetching',
    // The figures of weeks, and what is found by words such as `last-week`.
    onSaved: () => refresh(CHANGED_BY_COMMANDS.map((name) => [name])),
  });
  return (
    <section aria-labelledby="week-start">
      <h2 id="week-start" className="subtitle">
        Weeks
      </h2>
      <p className="mt-2 mb-3 text-ink-muted">The day on which your weeks begin, in figures and in lists.</p>
      <fieldset disabled={useIsPast()}>
        <Choices
          legend="Weeks begin on"
          choices={WEEK_STARTS.map((value) => ({ value: String(value), label: LABELS[value] }))}
          chosen={String(weekStartOf(user))}
          onChoose={(chosen) => {
            const weekStart = WEEK_STARTS.find((value) => String(value) === chosen);
            if (weekStart) void send({ weekStart });
          }}
        />
      </fieldset>
    </section>
  );
}

/** The days on which the months and the years of reports begin (product 14.1). A choice takes effect at once. */
export function ReportPeriods() {
  const user = useUser();
  const isPast = useIsPast();
  const { send } = useCommand('updateCalendar', {
    saved: 'Saved',
    failed: 'Error when fetching',
    onSaved: () => refresh([[REPORTS_KEY]]),
  });
  const yearStart = user.yearStart ?? DEFAULT_YEAR_START;
  const [month = '01', day = '01'] = yearStart.split('-');
  return (
    <section aria-labelledby="report-periods">
      <h2 id="report-periods" className="subtitle">
        Months and years of reports
      </h2>
      <p className="mt-2 mb-3 text-ink-muted">From payday, or with a tax year. Budgets stay in calendar months.</p>
      <div className="flex flex-wrap gap-4">
        <FormField label="Months begin on day" error={undefined} className="max-w-40">
          {(control) => (
            <Select
              {...control}
              disabled={isPast}
              value={String(user.monthStart ?? 1)}
              onChange={({ target }) => void send({ monthStart: Number(target.value) })}
            >
              {DAYS.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        <FormField label="Years begin in" error={undefined} className="max-w-36">
          {(control) => (
            <Select
              {...control}
              disabled={isPast}
              value={month}
              onChange={({ target }) => void send({ yearStart: `${target.value}-${day}` })}
            >
              {MONTHS.map((each) => (
                <option key={each} value={each}>
                  {formatDay(`2026-${each}-01`).month}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        <FormField label="on day" error={undefined} className="max-w-24">
          {(control) => (
            <Select
              {...control}
              disabled={isPast}
              value={String(Number(day))}
              onChange={({ target }) => void send({ yearStart: `${month}-${target.value.padStart(2, '0')}` })}
            >
              {DAYS.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </Select>
          )}
        </FormField>
      </div>
    </section>
  );
}

const DEFAULT_YEAR_START = '01-01';
const MONTHS = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'));
/** A month has each of these days. */
const DAYS = Array.from({ length: 28 }, (_, at) => String(at + 1));
