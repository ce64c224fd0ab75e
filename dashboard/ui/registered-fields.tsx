import { type ChangeEvent, type ComponentProps, type FocusEvent, type ReactNode, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { FormField, Input, type NewOption, Select, TextArea } from './fields.tsx';
import { formatSigned } from './money.ts';
import { typedText, workedOut } from './typed-amount.ts';

type TextFieldProps = Pick<ComponentProps<'input'>, 'type' | 'autoComplete' | 'maxLength'> & {
  label: string;
  hint?: string | undefined;
  error: string | undefined;
  registration: UseFormRegisterReturn;
};

/** Form field with a required single-line input. */
export function TextInput({ label, hint, error, registration, ...input }: TextFieldProps) {
  return (
    <FormField label={label} hint={hint} error={error}>
      {(props) => <Input {...props} {...registration} {...input} required />}
    </FormField>
  );
}

type TextAreaFieldProps = {
  label: string;
  /** Characters used and allowed. */
  count?: { used: number; max: number };
  optional?: boolean;
  rows?: number;
  hint?: string | undefined;
  error: string | undefined;
  registration: UseFormRegisterReturn;
};

/** Form field with a textarea. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, count, optional = false, rows = 3, hint, error, registration } = props;
  return (
    <FormField label={label} optional={optional} hint={hint} error={error} {...(count && { count })}>
      {(props) => <TextArea {...props} {...registration} rows={rows} maxLength={count?.max} />}
    </FormField>
  );
}

type SelectFieldProps = {
  label: string;
  /** The empty string means that nothing is selected. */
  options: readonly string[];
  /** Further options below a heading. */
  group?: { label: string; options: readonly string[] } | undefined;
  /** Label of the empty string. */
  emptyLabel?: string;
  /** Label of the other options; by default the option itself. */
  formatOption?: (option: string) => string;
  optional?: boolean;
  hiddenLabel?: boolean;
  /** At the right of the label. */
  aside?: ReactNode;
  hint?: string | undefined;
  newOption?: NewOption | undefined;
  error: string | undefined;
  registration: UseFormRegisterReturn;
};

/** Form field with a select. */
export function SelectField({
  label,
  options,
  group,
  emptyLabel = 'None',
  formatOption = (option) => option,
  optional = false,
  hiddenLabel,
  aside,
  hint,
  newOption,
  error,
  registration,
}: SelectFieldProps) {
  const option = (value: string) => (
    <option key={value} value={value}>
      {value === '' ? emptyLabel : formatOption(value)}
    </option>
  );
  return (
    <FormField label={label} optional={optional} hiddenLabel={hiddenLabel} aside={aside} hint={hint} error={error}>
      {(props) => (
        <Select {...props} {...registration} newOption={newOption}>
          {options.map(option)}
          {group && <optgroup label={group.label}>{group.options.map(option)}</optgroup>}
        </Select>
      )}
    </FormField>
  );
}

type AmountFieldProps = {
  label: string;
  currency: string;
  hiddenLabel?: boolean;
  optional?: boolean;
  error: string | undefined;
  registration: UseFormRegisterReturn;
};

/** The result of arithmetic, at the right end of its field. */
const RESULT = 'pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 bg-surface pl-2 text-ink-muted';

/**
 * Form field for an amount, with the currency symbol inside. Register it with `setValueAs: parseAmount`. Arithmetic is
 * worked out beside it while it is typed, and replaced by its result when the field is left.
 */
export function AmountField({ label, currency, hiddenLabel, optional = false, error, registration }: AmountFieldProps) {
  const [result, setResult] = useState<number | null>(null);
  function workOut(event: ChangeEvent<HTMLInputElement>) {
    setResult(workedOut(event.target.value));
    return registration.onChange(event);
  }
  function leave(event: FocusEvent<HTMLInputElement>) {
    const amount = workedOut(event.target.value);
    if (amount !== null) event.target.value = typedText(amount, currency);
    setResult(null);
    return registration.onBlur(event);
  }
  return (
    <FormField label={label} hiddenLabel={hiddenLabel} optional={optional} error={error}>
      {(props) => (
        <div className="relative">
          <span aria-hidden="true" className="absolute top-1/2 left-3 -translate-y-1/2 text-ink-muted">
            {currency}
          </span>
          <Input
            {...props}
            {...registration}
            onChange={workOut}
            onBlur={leave}
            style={{ paddingLeft: `calc(1rem + ${currency.length}ch)` }}
            inputMode="decimal"
            autoComplete="off"
            required={!optional}
          />
          <output className={RESULT}>{result !== null && `= ${formatSigned(result, currency)}`}</output>
        </div>
      )}
    </FormField>
  );
}
