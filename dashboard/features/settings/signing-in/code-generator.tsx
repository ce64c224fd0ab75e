import { type SubmitEvent, useState } from 'react';
import type { CallData } from '#contract/calls.ts';
import type { SignIn } from '#contract/sign-in-calls.ts';
import { call } from '../../../server/client.ts';
import { problemMessage } from '../../../server/problem.ts';
import { reloadSignIn } from '../../../server/sign-in-queries.ts';
import { Button } from '../../../ui/button.tsx';
import { localDayAndTimeOf } from '../../../ui/day.ts';
import { Dialog, DialogActions, DialogForm } from '../../../ui/dialog.tsx';
import { FormField, Input } from '../../../ui/fields.tsx';
import { showSuccessToast } from '../../../ui/toast.ts';
import { useTypedField } from '../../../ui/use-typed-field.ts';
import { AskFirst } from './ask-first.tsx';
import { useProvedCall } from './use-proved-call.ts';

/** Code generators read dark on light, in both themes. */
const PICTURE = 'size-48 rounded p-1 [background:white] [image-rendering:pixelated]';

type Started = CallData<'startTotp'>;
type Props = { totp: SignIn['totp']; onCodes: (codes: readonly string[]) => void };

/** The code generator of the user: its button sets it up, or takes it away. */
export function CodeGenerator({ totp, onCodes }: Props) {
  const [started, setStarted] = useState<Started | null>(null);
  const [isAsking, setAsking] = useState(false);
  const start = useProvedCall('startTotp', {
    input: undefined,
    failed: 'Unable to set up a code generator',
    onDone: setStarted,
  });
  const remove = useProvedCall('removeTotp', {
    input: undefined,
    saved: 'Code generator removed',
    failed: 'Unable to remove the code generator',
  });
  return (
    <div>
      <h3 className="font-semibold">Code generator</h3>
      <p className="mt-1 text-ink-muted">
        {totp
          ? `A code is asked for after the password since ${localDayAndTimeOf(new Date(totp.since))}.`
          : 'An app on your phone shows a code, which is asked for after your password.'}
      </p>
      <p className="mt-3 flex flex-wrap gap-3">
        <Button pending={start.pending} onClick={() => void start.start()}>
          {totp ? 'Set it up on another device' : 'Set up a code generator'}
        </Button>
        {totp && (
          <Button kind="danger" pending={remove.pending} onClick={() => setAsking(true)}>
            Remove
          </Button>
        )}
      </p>
      <AskFirst
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Remove the code generator?"
        description="No code is asked for then. Without a passkey the recovery codes go with it."
        action="Remove it"
        onConfirm={() => void remove.start()}
      />
      <Dialog
        open={started !== null}
        onOpenChange={(open) => !open && setStarted(null)}
        title="Set up a code generator"
        description="Scan the picture with the app, or type the key into it. Then type the code that it shows."
      >
        {started && (
          <ConfirmForm
            started={started}
            onConfirmed={(codes) => {
              setStarted(null);
              if (codes) onCodes(codes);
            }}
          />
        )}
      </Dialog>
    </div>
  );
}

type ConfirmProps = { started: Started; onConfirmed: (codes: readonly string[] | undefined) => void };

function ConfirmForm({ started: { secret, uri, qr }, onConfirmed }: ConfirmProps) {
  const { typed, error, setError, input } = useTypedField();
  const [pending, setPending] = useState(false);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    setPending(true);
    const outcome = await call('confirmTotp', { totp: typed });
    setPending(false);
    if (!outcome.ok) return setError(outcome.problem.errors?.totp ?? problemMessage(outcome.problem));
    await reloadSignIn();
    showSuccessToast('Code generator set up');
    onConfirmed(outcome.data.recoveryCodes);
  }

  return (
    <DialogForm onSubmit={submit}>
      <div className="grid justify-items-center gap-3">
        <img src={qr} alt="QR code of the key" className={PICTURE} />
        <p className="text-center text-small">
          <span className="text-ink-muted">Key: </span>
          <span className="font-mono wrap-anywhere select-all">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</span>
          <br />
          <a className="link" href={uri}>
            Open it in an app on this device
          </a>
        </p>
      </div>
      <FormField label="Code" error={error}>
        {(props) => <Input {...props} inputMode="numeric" autoComplete="one-time-code" {...input} />}
      </FormField>
      <DialogActions action="Turn on" pending={pending} />
    </DialogForm>
  );
}
