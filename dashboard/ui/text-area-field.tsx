import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from './field.tsx';

type Props = {
  label: string;
  /** Characters used and allowed. */
  count?: { used: number; max: number };
  optional?: boolean;
  rows?: number;
  error: string | undefined;
  registration: UseFormRegisterReturn;
};

/** Form field with a textarea. */
export function TextAreaField({ label, count, optional = false, rows = 3, error, registration }: Props) {
  return (
    <Field label={label} optional={optional} error={error} {...(count && { count })}>
      {(control) => <textarea {...control} {...registration} className="input" rows={rows} maxLength={count?.max} />}
    </Field>
  );
}
