import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { FIRST_DAY } from '../../../ledger/model/constants.ts';
import { formProblemMessage } from '../../server/problem.ts';
import { useCommand } from '../../server/use-command.ts';
import { useUser } from '../../server/user.ts';
import { Button } from '../../ui/button.tsx';
import { CardForm } from '../../ui/card-form.tsx';
import { today } from '../../ui/day.ts';
import { Field, Input } from '../../ui/fields.tsx';
import { setFieldErrors } from '../../ui/form.ts';
import { dismissToast, showErrorToast, showLoadingToast, showSuccessToast } from '../../ui/toast.ts';
import { dateOfBirthSchema } from './date-of-birth-schema.ts';

/** Form for the date of birth. */
export function DateOfBirth() {
  const { dateOfBirth } = useUser();
  const { send, pending } = useCommand('updateDate');
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(dateOfBirthSchema(dateOfBirth, today())),
    values: { date: dateOfBirth ?? '' },
    resetOptions: { keepDirtyValues: true },
  });

  const submit = handleSubmit(async ({ date }) => {
    const id = showLoadingToast('Saving');
    const outcome = await send({ date });
    if (!outcome) return dismissToast(id);
    if (outcome.ok) {
      return showSuccessToast('Saved', id);
    }
    setFieldErrors(outcome.problem, ['date'], setError);
    showErrorToast('Error when fetching', { id, description: formProblemMessage(outcome.problem) });
  });

  return (
    <section aria-labelledby="date-of-birth">
      <h2 id="date-of-birth" className="subtitle">
        Date of birth
      </h2>
      <CardForm onSubmit={submit}>
        <Field label="Date" error={formState.errors.date?.message}>
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
        </Field>
      </CardForm>
    </section>
  );
}
