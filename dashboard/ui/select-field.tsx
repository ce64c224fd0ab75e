import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from './field.tsx';

type Props = {
  label: string;
  /** The empty string means that nothing is selected. */
  options: readonly string[];
  /** Label of the empty string. */
  emptyLabel?: string;
  /** Label of the other options; by default the option itself. */
  formatOption?: (option: string) => string;
  optional?: boolean;
  error: string | undefined;
  registration: UseFormRegisterReturn;
};

/** Form field with a select. */
export function SelectField({
  label,
  options,
  emptyLabel = 'None',
  formatOption = (option) => option,
  optional = false,
  error,
  registration,
}: Props) {
  return (
    <Field label={label} optional={optional} error={error}>
      {(control) => (
        <select {...control} {...registration} className="input select">
          {options.map((option) => (
            <option key={option} value={option}>
              {option === '' ? emptyLabel : formatOption(option)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
