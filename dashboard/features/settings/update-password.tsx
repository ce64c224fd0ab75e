import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { messages } from '#contract/messages.ts';
import { passwordInput } from '#contract/user-calls.ts';
import { useCommand } from '../../commands/use-command.ts';
import { useSingleFlight } from '../../commands/use-single-flight.ts';
import { call } from '../../server/client.ts';
import { formProblemMessage, problemMessage } from '../../server/problem.ts';
import { reloadSignIn, signInQuery } from '../../server/sign-in-queries.ts';
import { useUser } from '../../server/user.ts';
import { useStrength } from '../../shared/passwords/use-strength.ts';
import { isLeftUnproved, withProof } from '../../shared/proof/ask-for-proof.ts';
import { Button } from '../../ui/button.tsx';
import { CardForm } from '../../ui/card-form.tsx';
import { FormField, Input } from '../../ui/fields.tsx';
import { TextInput } from '../../ui/registered-fields.tsx';
import { showSuccessToast } from '../../ui/toast.ts';
import { useTypedField } from '../../ui/use-typed-field.ts';

const EMPTY_FORM = { oldPassword: '', newPassword: '' };

/** Form for the password, of who has none for a first one. The server ends all other sessions of the user. */
export function UpdatePassword() {
  const { data } = useQuery(signInQuery);
  return data?.hasPassword === false ? <FirstPassword /> : <OtherPassword />;
}

/** Sets the password of who has none, after a proof. */
function FirstPassword() {
  const user = useUser();
  const { typed, error, setError, input } = useTypedField();
  const strength = useStrength(typed, user);
  const { start, pending } = useSingleFlight(async () => {
    const outcome = await withProof(() => call('updatePassword', { newPassword: typed }));
    if (outcome.ok) {
      showSuccessToast('Password set');
      await reloadSignIn();
    } else if (!isLeftUnproved(outcome))
      setError(outcome.problem.errors?.newPassword ?? problemMessage(outcome.problem));
  });
  function submit(event: SubmitEvent) {
    event.preventDefault();
    void start();
  }
  return (
    <section aria-labelledby="first-password">
      <h2 id="first-password" className="subtitle">
        Set a Password
      </h2>
      <p className="mt-2 text-ink-muted">You log in without one. With one you can log in by it, too.</p>
      <CardForm onSubmit={submit}>
        <input type="email" autoComplete="username" value={user.email} readOnly hidden />
        <FormField label="New password" error={error} hint={strength}>
          {(props) => <Input {...props} type="password" autoComplete="new-password" {...input} />}
        </FormField>
        <Button type="submit" kind="primary" className="justify-self-start" pending={pending}>
          Set Password
        </Button>
      </CardForm>
    </section>
  );
}

function OtherPassword() {
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
