import type { Schedule } from '#contract/schedule-calls.ts';
import { ruleText, spanText } from '#contract/schedule-texts.ts';
import { FIRST_DAY, LAST_DAY } from '#ledger/model/constants.ts';
import { useUser } from '../../server/user.ts';
import { Choices } from '../../ui/choices.tsx';
import { formatDay, today } from '../../ui/day.ts';
import { FormField, Input } from '../../ui/fields.tsx';
import type { ScheduleBeginning } from './schedule-beginning.ts';

const HOLDS = [
  { value: 'today', label: 'From today on' },
  { value: 'later', label: 'This and later ones' },
] as const;

/**
 * The first day (ISO date) for which a change holds as its form opens: the day of the occurrence at which the form was
 * opened, else the day of a change that is ahead; null for today.
 */
export function firstFromDay(beginning: ScheduleBeginning): string | null {
  if (beginning.from !== 'schedule') return null;
  return beginning.nominal ?? beginning.schedule.before?.until ?? null;
}

type Props = {
  schedule: Schedule;
  fromDay: string | null;
  error: string | undefined;
  onChange: (fromDay: string | null) => void;
};

/** Chooses the day from which a change of a schedule holds. Says what holds until a change that is ahead. */
export function FromDayFields({ schedule: { before, next }, fromDay, error, onChange }: Props) {
  const { currency } = useUser();
  return (
    <fieldset className="grid gap-3">
      <legend className="text-small font-semibold">When the change begins</legend>
      <Choices
        legend="When the change begins"
        choices={HOLDS}
        chosen={fromDay === null ? 'today' : 'later'}
        onChoose={(holds) => onChange(holds === 'today' ? null : (next?.nominal ?? today()))}
      />
      {fromDay !== null && (
        <FormField label="First day" error={error}>
          {(props) => (
            <Input
              {...props}
              type="date"
              min={FIRST_DAY}
              max={LAST_DAY}
              value={fromDay}
              onChange={({ target }) => onChange(target.value)}
            />
          )}
        </FormField>
      )}
      {fromDay !== null && (
        <p className="text-small text-ink-muted">
          Title, amount and days change then, all else at once.
          {before && (
            <>
              {' '}
              Until {formatDay(before.until).long} it is {before.title}, {spanText(before.amount, currency)}.{' '}
              {ruleText(before.rule)}.
            </>
          )}
        </p>
      )}
    </fieldset>
  );
}
