import { useState } from 'react';
import { isTransactionDate } from '#contract/days.ts';
import { FIRST_DAY, LAST_DAY } from '#ledger/model/constants.ts';
import { FormField, Input } from './fields.tsx';

type DayFieldProps = { label: string; day: string; max?: string; onChoose: (day: string) => void };

/**
 * Field for a day (ISO date) that takes effect without a submit. Invalid input stays in the field until it is a day
 * that entries can have.
 */
export function DayField({ label, day, max = LAST_DAY, onChoose }: DayFieldProps) {
  const [shown, setShown] = useState({ day, typed: day });
  if (shown.day !== day) setShown({ day, typed: day });
  return (
    <FormField label={label} error={undefined} className="print:hidden">
      {(props) => (
        <Input
          {...props}
          type="date"
          min={FIRST_DAY}
          max={max}
          value={shown.typed}
          onChange={({ target: { value } }) => {
            setShown({ day, typed: value });
            if (isTransactionDate(value) && value <= max) onChoose(value);
          }}
        />
      )}
    </FormField>
  );
}
