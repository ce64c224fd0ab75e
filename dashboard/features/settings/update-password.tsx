import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { messages } from '#contract/messages.ts';
import { passwordInput } from '#contract/user-calls.ts';
import { useCommand } from '../../commands/use-command.ts';
import { formProblemMessage } from '../../server/problem.ts';
import { useUser } from '../../server/user.ts';
import { useStrength } from '../../shared/passwords/use-strength.ts';
import { Button } from '../../ui/button.tsx';
import { CardForm } from '../../ui/card-form.tsx';
import { TextInput } from '../../ui/registered-fields.tsx';

const EMPTY_FORM = { oldPassword: '', newPassword: '' };

/** Form for the password. The server ends all other sessions of the user. */
export function UpdatePassword() {
  const user = useUser();
  const { register, handleSubmit, reset, setFocus, formState, control } = useForm({
    resolver: zodResolver(passwordInput),
    defaultValues: EMPTY_FORM,
  });
  const { errors } = formState;
  const strength = useStrength(useWatch({ control, name: 'newPassword' }), user);

  const { send, pending } = useCommand('updatePassword', {
    sending: 'Updating password',
    saved: 'Updated password',
    // The title is specified for every failure (product 8.2); the description names any other reason.
    failed: messages.oldPasswordIncorrect,
    describe: (problem) => (problem.errors?.oldPassword === undefined ? formProblemMessage(problem) : undefined),
    onSaved: () => reset(EMPTY_FORM),
  });

  const submit = handleSubmit(async (input) => {
    await send(input, {
      onFailed: ({ errors }) => setFocus(errors?.newPassword ? 'newPassword' : 'oldPassword', { shouldSelect: true }),
    });
  });

  return (
    <section aria-labelledby="update-password">
      <h2 id="update-password" className="subtitle">
        Update Password
      </h2>
      <CardForm onSubmit={submit}>
        {/* Password managers read the account name from this field. */}
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <TextInput
          label="Old password"
          type="password"
          autoComplete="current-password"
          error={errors.oldPassword?.message}
          registration={register('oldPassword')}
        />
        <TextInput
          label="New password"
          type="password"
          autoComplete="new-password"
          hint={strength}
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
