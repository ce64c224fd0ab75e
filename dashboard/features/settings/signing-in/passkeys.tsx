import { type SubmitEvent, useState } from 'react';
import type { CallData } from '#contract/calls.ts';
import { ACCESS_NAME_MAX } from '#contract/limits.ts';
import type { Problem } from '#contract/problems.ts';
import type { Passkey } from '#contract/sign-in-calls.ts';
import { call } from '../../../server/client.ts';
import { type CallOutcome, problemMessage } from '../../../server/problem.ts';
import { reloadSignIn } from '../../../server/sign-in-queries.ts';
import { isLeftUnproved, withProof } from '../../../shared/proof/ask-for-proof.ts';
import { hasPasskeys, makePasskey } from '../../../shared/proof/passkey-ceremony.ts';
import { Button } from '../../../ui/button.tsx';
import { localDayAndTimeOf } from '../../../ui/day.ts';
import { Dialog, DialogActions, DialogForm } from '../../../ui/dialog.tsx';
import { FormField, Input } from '../../../ui/fields.tsx';
import { showSuccessToast } from '../../../ui/toast.ts';
import { useTypedField } from '../../../ui/use-typed-field.ts';
import { AskFirst } from './ask-first.tsx';
import { useProvedCall } from './use-proved-call.ts';

type Props = { passkeys: readonly Passkey[]; onCodes: (codes: readonly string[]) => void };
/** The dialog for a name: of a new passkey, or of one that there is. */
type Naming = { passkey: Passkey | null };

/** The passkeys of the user, each with its name and its last use. */
export function Passkeys({ passkeys, onCodes }: Props) {
  const [naming, setNaming] = useState<Naming | null>(null);
  return (
    <div>
      <h3 className="font-semibold">Passkeys</h3>
      <p className="mt-1 text-ink-muted">
        A passkey lives in your phone, your computer or a key. It logs you in without a password, and is asked for after
        one.
      </p>
      {passkeys.length > 0 && (
        <ul aria-label="Passkeys" className="mt-3 border-t border-rule">
          {passkeys.map((passkey) => (
            <PasskeyLine key={passkey._id} passkey={passkey} onRename={() => setNaming({ passkey })} />
          ))}
        </ul>
      )}
      <p className="mt-3">
        {hasPasskeys() ? (
          <Button onClick={() => setNaming({ passkey: null })}>Add a passkey</Button>
        ) : (
          <span className="text-small text-ink-muted">
            This address can't have passkeys: they need a name, such as localhost, not numbers.
          </span>
        )}
      </p>
      <Dialog
        open={naming !== null}
        onOpenChange={(open) => !open && setNaming(null)}
        title={naming?.passkey ? 'Rename the passkey' : 'Add a passkey'}
        description="A name by which you know it again, such as the device it is in."
      >
        {naming && (
          <NameForm
            passkey={naming.passkey}
            onDone={(codes) => {
              setNaming(null);
              if (codes) onCodes(codes);
            }}
          />
        )}
      </Dialog>
    </div>
  );
}

function PasskeyLine({ passkey, onRename }: { passkey: Passkey; onRename: () => void }) {
  const { _id, name, createdAt, lastUsedAt, lastAddress } = passkey;
  const [isAsking, setAsking] = useState(false);
  const from = lastAddress === null ? '' : ` from ${lastAddress}`;
  const { start, pending } = useProvedCall('removePasskey', {
    input: { passkeyId: _id },
    saved: `Passkey removed: ${name}`,
    failed: 'Unable to remove the passkey',
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-rule py-2">
      <div className="min-w-0 wrap-anywhere">
        <p>{name}</p>
        <p className="text-small text-ink-muted">
          {lastUsedAt === null ? `added ${dayOf(createdAt)}` : `last used ${dayOf(lastUsedAt)}${from}`}
        </p>
      </div>
      <p className="flex gap-1 max-sm:-ml-3">
        <Button kind="quiet" size="compact" aria-label={`Rename ${name}`} onClick={onRename}>
          Rename
        </Button>
        <Button
          kind="quiet"
          size="compact"
          pending={pending}
          aria-label={`Remove ${name}`}
          onClick={() => setAsking(true)}
        >
          Remove
        </Button>
      </p>
      <AskFirst
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Remove the passkey?"
        description={`“${name}” no longer logs you in, and all other sessions end.`}
        action="Remove it"
        onConfirm={() => void start()}
      />
    </li>
  );
}

const dayOf = (instant: string) => localDayAndTimeOf(new Date(instant));

type NameProps = { passkey: Passkey | null; onDone: (codes: readonly string[] | undefined) => void };

function NameForm({ passkey, onDone }: NameProps) {
  const { typed, error, setError, input } = useTypedField(passkey?.name);
  const [pending, setPending] = useState(false);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    setPending(true);
    const outcome = passkey
      ? await call('renamePasskey', { passkeyId: passkey._id, name: typed })
      : await withProof(() => added(typed));
    setPending(false);
    if (isLeftUnproved(outcome)) return;
    if (!outcome.ok) return setError(outcome.problem.errors?.name ?? problemMessage(outcome.problem));
    await reloadSignIn();
    showSuccessToast(passkey ? 'Passkey renamed' : 'Passkey added');
    onDone('recoveryCodes' in outcome.data ? outcome.data.recoveryCodes : undefined);
  }

  return (
    <DialogForm onSubmit={submit}>
      <FormField label="Name" error={error}>
        {(props) => <Input {...props} autoComplete="off" maxLength={ACCESS_NAME_MAX} {...input} />}
      </FormField>
      <DialogActions action={passkey ? 'Rename' : 'Add'} pending={pending} />
    </DialogForm>
  );
}

/** Somebody left the browser's question, or the browser has no place for a passkey. */
const NOT_MADE: Problem = { type: 'about:blank', status: 0, code: 'not_made', title: 'No passkey was made' };

/** Makes a passkey in the browser and adds it. */
async function added(name: string): Promise<CallOutcome<CallData<'addPasskey'>>> {
  const begun = await call('passkeyOptions');
  if (!begun.ok) return begun;
  const response = await makePasskey(begun.data.options);
  if (!response) return { ok: false, problem: NOT_MADE };
  return await call('addPasskey', { name, response });
}
