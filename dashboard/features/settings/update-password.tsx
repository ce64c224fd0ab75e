import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { messages } from '../../../contract/messages.ts';
import { passwordInput } from '../../../contract/user-calls.ts';
import { formProblemMessage } from '../../server/problem.ts';
import { useCommand } from '../../server/use-command.ts';
import { useUser } from '../../server/user.ts';
import { Button } from '../../ui/button.tsx';
import { CardForm } from '../../ui/card-form.tsx';
import { TextField } from '../../ui/fields.tsx';
import { dismissToast, showErrorToast, showLoadingToast, showSuccessToast } from '../../ui/toast.ts';

const EMPTY_FORM = { oldPassword: '', newPassword: '' };

/** Form for the password. The server ends all other sessions of the user. */
export function UpdatePassword() {
  const { email } = useUser();
  const { send, pending } = useCommand('updatePassword');
  const { register, handleSubmit, reset, setFocus, formState } = useForm({
    resolver: zodResolver(passwordInput),
    defaultValues: EMPTY_FORM,
  });
  const { errors } = formState;

  const submit = handleSubmit(async (input) => {
    const id = showLoadingToast('Updating password');
    const outcome = await send(input);
    if (!outcome) return dismissToast(id);
    if (outcome.ok) {
      reset(EMPTY_FORM);
      return showSuccessToast('Updated password', id);
    }
    // The title is specified for every failure (product 8.2); the description names any other reason.
    const { problem } = outcome;
    const details = problem.errors?.oldPassword === undefined ? { description: formProblemMessage(problem) } : {};
    showErrorToast(messages.oldPasswordIncorrect, { id, ...details });
    setFocus('oldPassword', { shouldSelect: true });
  });

  return (
    <section aria-labelledby="update-password">
      <h2 id="update-password" className="subtitle">
        Update Password
      </h2>
      <CardForm onSubmit={submit}>
        {/* Password managers read the account name from this field. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label="Old password"
          type="password"
          autoComplete="current-password"
          error={errors.oldPassword?.message}
          registration={register('oldPassword')}
        />
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          error={errors.newPassword?.message}
          registration={register('newPassword')}
        />
        <Button type="submit" kind="primary" className="justify-self-start" pending={pending}>
          Update Password
        </Button>
      </CardForm>
    </section>
  );
}
