import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { dateOrderInput } from '#contract/user-calls.ts';
import { DATE_ORDERS, DEFAULT_DATE_ORDER } from '#ledger/model/constants.ts';
import { useFormCommand } from '../../commands/use-command.ts';
import { useUser } from '../../server/user.ts';
import { Button } from '../../ui/button.tsx';
import { CardForm } from '../../ui/card-form.tsx';
import { SelectField } from '../../ui/fields.tsx';

const LABELS: Readonly<Record<string, string>> = { dmy: '5/3 is March 5', mdy: '5/3 is May 3' };

/** Form for how the user writes a day and a month as numbers. */
export function DateOrder() {
  const { dateOrder } = useUser();
  const { send, pending } = useFormCommand('updateDateOrder', {
    sending: 'Saving',
    saved: 'Saved',
    failed: 'Error when fetching',
  });
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(dateOrderInput),
    values: { dateOrder: dateOrder ?? DEFAULT_DATE_ORDER },
  });
  return (
    <section aria-labelledby="date-order" className="mt-10">
      <h2 id="date-order" className="subtitle">
        Day and Month
      </h2>
      <CardForm onSubmit={handleSubmit((input) => void send(input))}>
        <p className="text-ink-muted">How you write a date as numbers where you enter a line.</p>
        <SelectField
          label="Order"
          options={DATE_ORDERS}
          formatOption={(order) => LABELS[order] ?? order}
          error={formState.errors.dateOrder?.message}
          registration={register('dateOrder')}
        />
        <Button type="submit" className="justify-self-start" pending={pending}>
          Save order
        </Button>
      </CardForm>
    </section>
  );
}
