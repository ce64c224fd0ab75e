import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from './field.tsx';

type Props = {
  label: string;
  /** The empty text stands for none. */
  choices: readonly string[];
  /** What the empty text is shown as. */
  none?: string;
  /** What the others are shown as, where that isn't themselves. */
  named?: (choice: string) => string;
  optional?: boolean;
  error: string | undefined;
  registration: UseFormRegisterReturn;
};

/** A choice of one of a few words. */
export function SelectField({
  label,
  choices,
  none = 'None',
  named = (choice) => choice,
  optional = false,
  error,
  registration,
}: Props) {
  return (
    <Field label={label} optional={optional} error={error}>
      {(control) => (
        <select {...control} {...registration} className="input select">
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice === '' ? none : named(choice)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
