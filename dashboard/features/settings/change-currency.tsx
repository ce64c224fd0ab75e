import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { CURRENCIES } from '#ledger/model/constants.ts';
import { useFormCommand } from '../../commands/use-command.ts';
import { useUser } from '../../server/user.ts';
import { Button } from '../../ui/button.tsx';
import { CardForm } from '../../ui/card-form.tsx';
import { setFieldErrors } from '../../ui/form.ts';
import { SelectField } from '../../ui/registered-fields.tsx';
import { currencySchema } from './currency-form.ts';

const codes: Readonly<Record<string, string>> = CURRENCIES;
const currencyLabel = (symbol: string) => `${symbol} ${codes[symbol] ?? ''}`;

/** Form for the currency symbol. */
export function ChangeCurrency() {
  const { currency } = useUser();
  const { send, pending } = useFormCommand('updateCurrency', {
    sending: 'Saving',
    saved: 'Saved',
    failed: 'Error when fetching',
  });
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(currencySchema(currency)),
    defaultValues: { newCurrency: '' },
  });

  const submit = handleSubmit(async (input) => {
    await send(input, { onFailed: (problem) => void setFieldErrors(problem, ['newCurrency'], setError) });
  });

  return (
    <section aria-labelledby="change-currency">
      <h2 id="change-currency" className="subtitle">
        Change Currency
      </h2>
      <CardForm onSubmit={submit}>
        <p className="text-ink-muted">
          Your amounts stand in {currencyLabel(currency)}. Another currency changes the symbol, not the figures.
        </p>
        <SelectField
          label="Currency"
          options={['', ...Object.keys(CURRENCIES)]}
          emptyLabel="Choose a currency"
          formatOption={currencyLabel}
          error={formState.errors.newCurrency?.message}
          registration={register('newCurrency')}
        />
        <Button type="submit" className="justify-self-start" pending={pending}>
          Save
        </Button>
      </CardForm>
    </section>
  );
}
