import { WEEK_STARTS, type WeekStart } from '#ledger/model/constants.ts';
import { useIsPast } from '../../browser-state/known.ts';
import { useCommand } from '../../commands/use-command.ts';
import { refresh } from '../../server/cache.ts';
import { CHANGED_BY_COMMANDS } from '../../server/queries.ts';
import { useUser, weekStartOf } from '../../server/user.ts';
import { Choices } from '../../ui/choices.tsx';

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
