import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from './field.tsx';

type Props = { label: string; currency: string; error: string | undefined; registration: UseFormRegisterReturn };

/** Form field for an amount, with the currency symbol inside. Register it with `setValueAs: parseAmount`. */
export function AmountField({ label, currency, error, registration }: Props) {
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
