import { type ComponentProps, type ReactNode, useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { CheckIcon, ErrorIcon } from './icons.tsx';

/** FieldProps that connect a control with its label and its error. */
type ControlProps = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };

type FieldProps = {
  label: string;
  error: string | undefined;
  optional?: boolean;
  /** Characters used and allowed. */
  count?: { used: number; max: number };
  className?: string;
  children: (control: ControlProps) => ReactNode;
};

/** Form field: label, control, and validation error. */
export function Field({ label, error, optional = false, count, className = '', children }: FieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className={`field ${className}`}>
      <div className="field-top">
        <label htmlFor={id}>
          {label}
          {optional && <span className="field-optional"> optional</span>}
        </label>
        {count && (
          <span className="field-count" data-full={count.used >= count.max || undefined} aria-hidden="true">
            {count.used} / {count.max}
          </span>
        )}
      </div>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': error === undefined ? undefined : errorId,
      })}
      <ErrorText id={errorId} error={error} />
    </div>
  );
}

/**
 * Validation error with role alert. Rendered empty without an error, because screen readers only announce changes of an
 * existing live region.
 */
export function ErrorText({ id, error }: { id: string; error: string | undefined }) {
  return (
    <p id={id} role="alert" className="field-error">
      {error !== undefined && (
        <>
          <ErrorIcon size={16} />
          <span>{error}</span>
        </>
      )}
    </p>
  );
}

type TextFieldProps = Pick<ComponentProps<'input'>, 'type' | 'autoComplete' | 'maxLength'> & {
  label: string;
  error: string | undefined;
  registration: UseFormRegisterReturn;
};

/** Form field with a required single-line input. */
export function TextField({ label, error, registration, ...input }: TextFieldProps) {
  return (
    <Field label={label} error={error}>
      {(control) => <input {...control} {...registration} {...input} className="input" required />}
    </Field>
  );
}

type TextAreaFieldProps = {
  label: string;
  /** Characters used and allowed. */
  count?: { used: number; max: number };
  optional?: boolean;
  rows?: number;
  error: string | undefined;
  registration: UseFormRegisterReturn;
};

/** Form field with a textarea. */
export function TextAreaField({ label, count, optional = false, rows = 3, error, registration }: TextAreaFieldProps) {
  return (
    <Field label={label} optional={optional} error={error} {...(count && { count })}>
      {(control) => <textarea {...control} {...registration} className="input" rows={rows} maxLength={count?.max} />}
    </Field>
  );
}

type SelectFieldProps = {
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
}: SelectFieldProps) {
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

type AmountFieldProps = {
  label: string;
  currency: string;
  error: string | undefined;
  registration: UseFormRegisterReturn;
};

/** Form field for an amount, with the currency symbol inside. Register it with `setValueAs: parseAmount`. */
export function AmountField({ label, currency, error, registration }: AmountFieldProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <div className="amount-field">
          <span aria-hidden="true">{currency}</span>
          <input
            {...control}
            {...registration}
            className="input"
            style={{ paddingLeft: `calc(1rem + ${currency.length}ch)` }}
            inputMode="decimal"
            autoComplete="off"
            required
          />
        </div>
      )}
    </Field>
  );
}

type CheckboxProps = { label: string; checked: boolean; onChange: (checked: boolean) => void };

/** Checkbox that takes effect without a submit. */
export function Checkbox({ label, checked, onChange }: CheckboxProps) {
  return (
    <label className="check">
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      <span className="check-box">{checked && <CheckIcon />}</span>
      {label}
    </label>
  );
}
