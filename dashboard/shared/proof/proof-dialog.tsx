import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { call } from '../../server/client.ts';
import { problemMessage } from '../../server/problem.ts';
import { signInQuery } from '../../server/sign-in-queries.ts';
import { useUser } from '../../server/user.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions, DialogForm } from '../../ui/dialog.tsx';
import { FormField, Input } from '../../ui/fields.tsx';
import { showErrorToast } from '../../ui/toast.ts';
import { useTypedField } from '../../ui/use-typed-field.ts';
import { useAskedProof } from './ask-for-proof.ts';
import { goToProvider } from './go-to-provider.ts';
import { hasPasskeys, signByPasskey } from './passkey-ceremony.ts';

const DESCRIPTION = 'You logged in a while ago, so Daybook asks once more.';

/** Dialog that asks for the password, or a passkey, before a change of the ways in and the like (product 5.3). */
export function ProofDialog() {
  const asked = useAskedProof();
  return (
    <Dialog
      open={asked !== null}
      onOpenChange={(open) => !open && asked?.answer(false)}
      title="Confirm that it is you"
      description={DESCRIPTION}
    >
      {asked && <ProofForm onProved={() => asked.answer(true)} />}
    </Dialog>
  );
}

function ProofForm({ onProved }: { onProved: () => void }) {
  const { email } = useUser();
  const { data: signIn } = useQuery(signInQuery);
  const { typed, error, setError, input } = useTypedField();
  const [pending, setPending] = useState(false);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    setPending(true);
    const outcome = await call('prove', { password: typed });
    setPending(false);
    if (outcome.ok) onProved();
    else setError(outcome.problem.errors?.password ?? problemMessage(outcome.problem));
  }

  async function sign() {
    const begun = await call('proveOptions');
    if (!begun.ok)
      return void showErrorToast('Unable to use a passkey', { description: problemMessage(begun.problem) });
    const { options, ticket } = begun.data;
    const assertion = await signByPasskey(options);
    if (!assertion) return;
    const outcome = await call('prove', { ticket, assertion });
    if (outcome.ok) onProved();
    else showErrorToast('Unable to use a passkey', { description: problemMessage(outcome.problem) });
  }

  if (signIn && !signIn.hasPassword && signIn.passkeys.length === 0) return <ProviderProof />;
  return (
    <DialogForm onSubmit={submit}>
      {/* Password managers read the account name from this field. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <FormField label="Password" error={error}>
        {(props) => <Input {...props} type="password" autoComplete="current-password" {...input} />}
      </FormField>
      {hasPasskeys() && (
        <p>
          <Button kind="quiet" size="compact" className="-ml-3" onClick={() => void sign()}>
            Use a passkey
          </Button>
        </p>
      )}
      <DialogActions action="Confirm" pending={pending} />
    </DialogForm>
  );
}

/** Logs in anew at the identity provider: who has neither password nor passkey proves it there. */
function ProviderProof() {
  const [pending, setPending] = useState(false);
  async function logInAnew(event: SubmitEvent) {
    event.preventDefault();
    setPending(true);
    const ended = await call('logout');
    const begun = ended.ok ? await goToProvider('login') : ended;
    setPending(false);
    if (!begun.ok) showErrorToast('Unable to log in', { description: problemMessage(begun.problem) });
  }
  return (
    <DialogForm onSubmit={logInAnew}>
      <p>You log in by single sign-on. Log in there once more, then do this again.</p>
      <DialogActions action="Log in again" pending={pending} />
    </DialogForm>
  );
}
