import { useId } from 'react';
import { ordinal } from '#contract/schedule-texts.ts';
import { FIRST_DAY, LAST_DAY, SCHEDULE_UNITS, type ScheduleUnit, type WeekendShift } from '#ledger/model/constants.ts';
import type { NthWeekday } from '#ledger/model/schedule-rule.ts';
import { FormField, Input, Select } from '../../ui/fields.tsx';
import type { ScheduleErrors, ScheduleValues } from './schedule-values.ts';

type Props = {
  values: ScheduleValues;
  errors: ScheduleErrors;
  onChange: (change: Partial<ScheduleValues>) => void;
};

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The fields for the days on which something comes again. */
export function RecurrenceFields({ values, errors, onChange }: Props) {
  const { every, unit, start } = values;
  return (
    <>
      <div className="grid grid-cols-[4.5rem_minmax(0,1fr)_minmax(0,1.25fr)] items-start gap-x-3">
        <FormField label="Every" error={undefined}>
          {(props) => (
            <Input
              {...props}
              aria-invalid={errors.every !== undefined}
              inputMode="numeric"
              autoComplete="off"
              value={every}
              onChange={({ target }) => onChange({ every: target.value })}
            />
          )}
        </FormField>
        <FormField label="Unit" error={undefined}>
          {(props) => (
            <Select
              {...props}
              value={unit}
              onChange={({ target }) => onChange({ unit: target.value as ScheduleUnit, daysKind: 'start' })}
            >
              {SCHEDULE_UNITS.map((value) => (
                <option key={value} value={value}>
                  {every.trim() === '1' ? value : `${value}s`}
                </option>
              ))}
            </Select>
          )}
        </FormField>
        <FormField label="From" error={undefined}>
          {(props) => (
            <Input
              {...props}
              aria-invalid={errors.start !== undefined}
              type="date"
              min={FIRST_DAY}
              max={LAST_DAY}
              value={start}
              onChange={({ target }) => onChange({ start: target.value, after: null })}
            />
          )}
        </FormField>
        <Wrong errors={[errors.every, errors.start]} />
      </div>
      {unit === 'week' && <Weekdays values={values} errors={errors} onChange={onChange} />}
      {(unit === 'month' || unit === 'year') && <DaysOfMonth values={values} errors={errors} onChange={onChange} />}
      <div className="grid grid-cols-2 items-start gap-x-3 gap-y-5 max-xs:grid-cols-1">
        <Weekend values={values} errors={errors} onChange={onChange} />
        <End values={values} errors={errors} onChange={onChange} />
      </div>
    </>
  );
}

/** Messages of fields in a row, below all of it. */
function Wrong({ errors }: { errors: readonly (string | undefined)[] }) {
  const messages = errors.filter((error) => error !== undefined);
  return (
    <p role="alert" className="col-span-full mt-1.5 text-small/[1.35] text-danger empty:hidden">
      {messages.join('. ')}
    </p>
  );
}

const TOGGLE = [
  'relative grid size-10 cursor-pointer place-items-center rounded border border-rule-strong text-small touch:size-11',
  'text-ink-muted hover:text-ink has-checked:border-accent has-checked:bg-accent-wash has-checked:font-semibold',
  'has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2',
  'has-focus-visible:outline-focus',
].join(' ');

function Weekdays({ values: { weekdays }, errors, onChange }: Props) {
  const toggle = (weekday: number, isOn: boolean) =>
    onChange({ weekdays: isOn ? [...weekdays, weekday] : weekdays.filter((each) => each !== weekday) });
  return (
    <fieldset>
      <legend className="mb-[0.4rem] text-small font-semibold">
        On <span className="font-normal text-ink-muted">without any, the weekday of the first day</span>
      </legend>
      <div className="flex flex-wrap gap-1.5">
        {WEEKDAYS.map((name, index) => (
          <label key={name} className={TOGGLE}>
            <input
              type="checkbox"
              aria-label={name}
              className="absolute inset-0 cursor-pointer opacity-0"
              checked={weekdays.includes(index + 1)}
              onChange={({ target }) => toggle(index + 1, target.checked)}
            />
            <span aria-hidden="true">{name.slice(0, 2)}</span>
          </label>
        ))}
      </div>
      <Wrong errors={[errors.days]} />
    </fieldset>
  );
}

function DaysOfMonth(props: Props) {
  const { values, errors, onChange } = props;
  const { daysKind, dates, start } = values;
  const day = ordinal(Number(start.slice(8)) || 1);
  return (
    <>
      <FormField label="On" error={daysKind === 'start' ? errors.days : undefined}>
        {(control) => (
          <Select
            {...control}
            value={daysKind}
            onChange={({ target }) => onChange({ daysKind: target.value as ScheduleValues['daysKind'] })}
          >
            <option value="start">the {day}, as the first day</option>
            <option value="dates">days of the month</option>
            <option value="nths">weekdays, such as the first Monday</option>
          </Select>
        )}
      </FormField>
      {daysKind === 'dates' && (
        <FormField
          label="Days of the month"
          hint="Such as 1, 15 or last; -2 is the day before the last."
          error={errors.days}
        >
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              value={dates}
              onChange={({ target }) => onChange({ dates: target.value })}
            />
          )}
        </FormField>
      )}
      {daysKind === 'nths' && <Nths {...props} />}
    </>
  );
}

const NTHS = [1, 2, 3, 4, 5, -1];
const NTH_WORDS: Readonly<Record<number, string>> = {
  1: 'first',
  2: 'second',
  3: 'third',
  4: 'fourth',
  5: 'fifth',
  [-1]: 'last',
};
const SMALL_ACTION = 'min-h-9 text-small text-accent hover:underline underline-offset-[0.22em] touch:min-h-11';

/** Weekdays of a month, a line for each. */
function Nths({ values: { nths }, errors, onChange }: Props) {
  const id = useId();
  const replace = (index: number, nth: NthWeekday) =>
    onChange({ nths: nths.map((each, place) => (place === index ? nth : each)) });
  return (
    <fieldset>
      <legend className="sr-only">Weekdays of the month</legend>
      {nths.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place; two may be equal while one chooses.
        <div key={`${id} ${index}`} className="mb-2 grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] gap-x-3">
          <FormField label="Which" hiddenLabel error={undefined}>
            {(control) => (
              <Select
                {...control}
                value={each.nth}
                onChange={({ target }) => replace(index, { ...each, nth: Number(target.value) })}
              >
                {NTHS.map((nth) => (
                  <option key={nth} value={nth}>
                    {NTH_WORDS[nth]}
                  </option>
                ))}
              </Select>
            )}
          </FormField>
          <FormField label="Weekday" hiddenLabel error={undefined}>
            {(control) => (
              <Select
                {...control}
                value={each.weekday}
                onChange={({ target }) => replace(index, { ...each, weekday: Number(target.value) })}
              >
                {WEEKDAYS.map((name, place) => (
                  <option key={name} value={place + 1}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </FormField>
          <button
            type="button"
            className={`${SMALL_ACTION} disabled:invisible`}
            disabled={nths.length === 1}
            aria-label={`Leave out the ${NTH_WORDS[each.nth]} ${WEEKDAYS[each.weekday - 1]}`}
            onClick={() => onChange({ nths: nths.filter((_, place) => place !== index) })}
          >
            Leave out
          </button>
        </div>
      ))}
      <button
        type="button"
        className={SMALL_ACTION}
        onClick={() => onChange({ nths: [...nths, { nth: -1, weekday: 5 }] })}
      >
        Another weekday
      </button>
      <Wrong errors={[errors.days]} />
    </fieldset>
  );
}

const WEEKENDS: readonly { value: WeekendShift; label: string }[] = [
  { value: 'keep', label: 'stays there' },
  { value: 'before', label: 'the Friday before' },
  { value: 'after', label: 'the Monday after' },
  { value: 'skip', label: 'is left out' },
];

function Weekend({ values, errors, onChange }: Props) {
  return (
    <FormField label="On a weekend" error={errors.weekend}>
      {(control) => (
        <Select
          {...control}
          value={values.weekend}
          onChange={({ target }) => onChange({ weekend: target.value as WeekendShift })}
        >
          {WEEKENDS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </FormField>
  );
}

function End({ values: { endKind, endOn, times }, errors, onChange }: Props) {
  return (
    <div className="grid gap-2">
      <FormField label="Ends" error={endKind === 'never' ? errors.end : undefined}>
        {(control) => (
          <Select
            {...control}
            value={endKind}
            onChange={({ target }) => onChange({ endKind: target.value as ScheduleValues['endKind'] })}
          >
            <option value="never">never</option>
            <option value="on">on a day</option>
            <option value="times">after so many times</option>
          </Select>
        )}
      </FormField>
      {endKind === 'on' && (
        <FormField label="Last day" hiddenLabel error={errors.end}>
          {(control) => (
            <Input
              {...control}
              type="date"
              min={FIRST_DAY}
              max={LAST_DAY}
              value={endOn}
              onChange={({ target }) => onChange({ endOn: target.value })}
            />
          )}
        </FormField>
      )}
      {endKind === 'times' && (
        <FormField label="Times" hiddenLabel error={errors.end}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              value={times}
              onChange={({ target }) => onChange({ times: target.value })}
            />
          )}
        </FormField>
      )}
    </div>
  );
}
