import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { FIRST_DAY } from '#ledger/model/constants.ts';
import { useFormCommand } from '../../../commands/use-command.ts';
import { useUser } from '../../../server/user.ts';
import { Button } from '../../../ui/button.tsx';
import { CardForm } from '../../../ui/card-form.tsx';
import { today } from '../../../ui/day.ts';
import { FormField, Input } from '../../../ui/fields.tsx';
import { setFieldErrors } from '../../../ui/form.ts';
import { dateOfBirthSchema } from './date-of-birth-schema.ts';

/** Form for the date of birth. */
export function DateOfBirth() {
  const { dateOfBirth } = useUser();
  const { send, pending } = useFormCommand('updateDate', {
    sending: 'Saving',
    saved: 'Saved',
    failed: 'Error when fetching',
  });
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(dateOfBirthSchema(dateOfBirth, today())),
    values: { date: dateOfBirth ?? '' },
    resetOptions: { keepDirtyValues: true },
  });

  const submit = handleSubmit(async ({ date }) => {
    await send({ date }, { onFailed: (problem) => void setFieldErrors(problem, ['date'], setError) });
  });

  return (
    <section aria-labelledby="date-of-birth">
      <h2 id="date-of-birth" className="subtitle">
        Date of birth
      </h2>
      <CardForm onSubmit={submit}>
        <FormField label="Date" error={formState.errors.date?.message}>
          {(control) => (
            <div className="flex gap-3">
              <Input
                {...control}
                {...register('date')}
                type="date"
                min={FIRST_DAY}
                max={today()}
                autoComplete="bday"
                required
              />
              <Button type="submit" pending={pending}>
                Save
              </Button>
            </div>
          )}
        </FormField>
      </CardForm>
    </section>
  );
}
