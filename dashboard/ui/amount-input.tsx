import { useUser } from '../server/user.ts';
import { FormField, Input } from './fields.tsx';
import { parseAmount, typedText, workedOut } from './typed-amount.ts';

type Props = {
  label: string;
  hiddenLabel?: boolean;
  typed: string;
  onType: (typed: string) => void;
  error?: string | undefined;
  hint?: string | undefined;
};

/** Field for an amount as its text, which may be arithmetic: that is replaced by what it comes to. */
export function AmountInput({ label, hiddenLabel, typed, onType, error, hint }: Props) {
  const { currency } = useUser();
  return (
    <FormField label={label} hiddenLabel={hiddenLabel} error={error} hint={hint}>
      {(props) => (
        <div className="relative">
          <span aria-hidden="true" className="absolute top-1/2 left-3 -translate-y-1/2 text-ink-muted">
            {currency}
          </span>
          <Input
            {...props}
            style={{ paddingLeft: `calc(1rem + ${currency.length}ch)` }}
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => onType(target.value)}
            onBlur={() => {
              const amount = workedOut(typed);
              if (amount !== null) onType(typedText(amount, currency));
            }}
          />
        </div>
      )}
    </FormField>
  );
}

/** The amount of a text as calls take it: undefined where nothing is typed, which their schemas refuse in words. */
export function amountTyped(typed: string): number {
  return parseAmount(typed) as number;
}
