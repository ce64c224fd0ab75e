import type { ComponentProps } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from './field.tsx';

type Props = Pick<ComponentProps<'input'>, 'type' | 'autoComplete' | 'maxLength'> & {
  label: string;
  error: string | undefined;
  registration: UseFormRegisterReturn;
};

/** Form field with a required single-line input. */
export function TextField({ label, error, registration, ...input }: Props) {
  return (
    <Field label={label} error={error}>
      {(control) => <input {...control} {...registration} {...input} className="input" required />}
    </Field>
  );
}
