import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { SecondFactorAsked } from '#contract/sign-in-calls.ts';
import { call } from '../../server/client.ts';
import { isProblem, problemMessage } from '../../server/problem.ts';
import { hasPasskeys, signByPasskey } from '../../shared/proof/passkey-ceremony.ts';
import { Button } from '../../ui/button.tsx';
import { FormField, Input } from '../../ui/fields.tsx';
import { Heading } from '../../ui/page.tsx';
import { showErrorToast } from '../../ui/toast.ts';
import { beginLogin } from './log-in.ts';

type Props = { asked: SecondFactorAsked; onLeave: () => void };
type Proof = Omit<Parameters<typeof call<'secondFactor'>>[1], 'ticket'>;

const TEXTS = {
  totp: { label: 'Code', hint: 'The code that the app on your phone shows now.' },
  recoveryCode: { label: 'Recovery code', hint: 'One of those that you kept. Each counts once.' },
};

/** The second step of a login: a code, a recovery code, or a passkey. After success the route guards redirect. */
export function SecondFactorForm({ asked: { methods, ticket, options }, onLeave }: Props) {
  const canSign = methods.includes('assertion') && hasPasskeys();
  const typed = (['totp', 'recoveryCode'] as const).filter((method) => methods.includes(method));
  const [method, setMethod] = useState(typed[0] ?? 'recoveryCode');
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const other = typed.find((each) => each !== method);
  const { label, hint } = TEXTS[method];

  // biome-ignore lint/correctness/useExhaustiveDependencies: another field has the focus, too.
  useEffect(() => input.current?.focus(), [method]);

  async function send(proof: Proof) {
    setPending(true);
    const outcome = await beginLogin(await call('secondFactor', { ticket, ...proof }));
    setPending(false);
    if (outcome.ok) return;
    const { problem } = outcome;
    if (isProblem(problem, 'ticket_expired')) {
      showErrorToast(problem.title);
      onLeave();
    } else {
      setError(problem.errors?.[method] ?? problemMessage(problem));
      input.current?.select();
    }
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    await send({ [method]: text });
  }

  async function sign() {
    const assertion = await signByPasskey(options);
    if (assertion) await send({ assertion });
  }

  return (
    <>
      <Heading>One more step</Heading>
      {typed.length > 0 && (
        <form noValidate className="grid gap-5" onSubmit={submit}>
          <FormField label={label} error={error} hint={hint}>
            {(props) => (
              <Input
                {...props}
                ref={input}
                inputMode={method === 'totp' ? 'numeric' : 'text'}
                autoComplete={method === 'totp' ? 'one-time-code' : 'off'}
                autoCapitalize="none"
                value={text}
                onChange={({ target }) => {
                  setText(target.value);
                  setError(undefined);
                }}
              />
            )}
          </FormField>
          <Button type="submit" kind="primary" pending={pending}>
            Log in
          </Button>
        </form>
      )}
      {canSign && (
        <Button pending={pending} onClick={() => void sign()}>
          Use a passkey
        </Button>
      )}
      {typed.length === 0 && !canSign && (
        <p className="text-ink-muted">
          A passkey is asked for, and this browser can't use one at this address. Whoever runs this Daybook can let you
          in again.
        </p>
      )}
      <p className="flex flex-wrap justify-between gap-x-6">
        {other && (
          <button
            type="button"
            className="link text-small"
            onClick={() => {
              setMethod(other);
              setText('');
              setError(undefined);
            }}
          >
            Use a {TEXTS[other].label.toLowerCase()}
          </button>
        )}
        <button type="button" className="link text-small" onClick={onLeave}>
          Back to the login
        </button>
      </p>
    </>
  );
}
