import { queryOptions, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { DEMO_EMAIL } from '#contract/demo.ts';
import { WEBHOOK_URL_MAX } from '#contract/limits.ts';
import type { Webhook } from '#contract/webhook-calls.ts';
import { fetchData } from '../../server/cache.ts';
import { call } from '../../server/client.ts';
import { problemMessage } from '../../server/problem.ts';
import { useUser } from '../../server/user.ts';
import { isLeftUnproved, withProof } from '../../shared/proof/ask-for-proof.ts';
import { Button } from '../../ui/button.tsx';
import { localDayAndTimeOf } from '../../ui/day.ts';
import { Dialog, DialogActions, DialogForm } from '../../ui/dialog.tsx';
import { Checkbox, FormField, Input } from '../../ui/fields.tsx';
import { useTypedField } from '../../ui/use-typed-field.ts';
import { ShownOnce } from './shown-once.tsx';
import { AskFirst } from './signing-in/ask-first.tsx';
import { useProvedCall } from './signing-in/use-proved-call.ts';

const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async () => (await fetchData('getWebhooks')).webhooks,
});
const logQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id],
    queryFn: async () => (await fetchData('getWebhookLog', { id })).deliveries,
    gcTime: 0,
  });

/** The addresses that Daybook tells what happens in the books, below the tokens. */
export function Webhooks() {
  const { email } = useUser();
  const { data = [], refetch } = useQuery({ ...webhooksQuery, refetchOnMount: 'always' });
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  if (email === DEMO_EMAIL) return null;
  const reload = () => void refetch();
  return (
    <div className="mt-8">
      <h3 className="font-semibold">Webhooks</h3>
      <p className="mt-1 text-ink-muted">
        Daybook tells an address of yours of each change and of what is due, signed by a secret.
      </p>
      {data.length > 0 && (
        <ul aria-label="Webhooks" className="mt-3 border-t border-rule-strong">
          {data.map((webhook) => (
            <WebhookLine key={webhook._id} webhook={webhook} onChanged={reload} />
          ))}
        </ul>
      )}
      <p className="mt-4">
        <Button onClick={() => setAdding(true)}>Add a webhook</Button>
      </p>
      <Dialog
        open={isAdding}
        onOpenChange={setAdding}
        title="Add a webhook"
        description="Each message is a POST with JSON, sent in order, and again for a day where it fails."
      >
        <WebhookForm
          onAdded={(made) => {
            setAdding(false);
            setSecret(made);
            reload();
          }}
        />
      </Dialog>
      <ShownOnce
        title="Its secret"
        description="By it the receiver knows that a message is Daybook's. It is shown this once."
        name="Secret"
        text={secret}
        onClose={() => setSecret(null)}
      />
    </div>
  );
}

const WHAT_WORDS = { 'change-set': 'changes', occurrence: 'what is due' } as const;

function WebhookLine({ webhook, onChanged }: { webhook: Webhook; onChanged: () => void }) {
  const { _id: webhookId, url, what, isOn } = webhook;
  const [isAsking, setAsking] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const removing = useProvedCall('removeWebhook', {
    input: { webhookId },
    saved: 'Webhook removed',
    failed: 'Unable to remove the webhook',
    onDone: onChanged,
  });
  const turningOn = useProvedCall('turnOnWebhook', {
    input: { webhookId },
    saved: 'Webhook turned on',
    failed: 'Unable to turn the webhook on',
    onDone: onChanged,
  });
  const { host } = new URL(url);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-rule py-2">
      <div className="min-w-0 wrap-anywhere">
        <p>
          {host} <span className="note text-[1.0625rem]">{what.map((kind) => WHAT_WORDS[kind]).join(' and ')}</span>
        </p>
        {!isOn && <p className="text-small text-danger">Off: it failed for a day.</p>}
      </div>
      <div className="flex flex-none">
        {!isOn && (
          <Button
            kind="quiet"
            size="compact"
            pending={turningOn.pending}
            aria-label={`Turn on ${host}`}
            onClick={() => void turningOn.start()}
          >
            Turn on
          </Button>
        )}
        <Button kind="quiet" size="compact" aria-label={`Log of ${host}`} onClick={() => setOpen(true)}>
          Log
        </Button>
        <Button
          kind="quiet"
          size="compact"
          pending={removing.pending}
          aria-label={`Remove ${host}`}
          onClick={() => setAsking(true)}
        >
          Remove
        </Button>
      </div>
      <Dialog open={isOpen} onOpenChange={setOpen} title="Last messages" description={url}>
        <Deliveries id={webhookId} />
      </Dialog>
      <AskFirst
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Remove the webhook?"
        description={`“${host}” hears nothing from then on.`}
        action="Remove it"
        onConfirm={() => void removing.start()}
      />
    </li>
  );
}

function Deliveries({ id }: { id: string }) {
  const { data } = useQuery({ ...logQuery(id), refetchOnMount: 'always' });
  if (!data) return null;
  if (data.length === 0) return <p className="mt-4 text-ink-muted">Nothing was sent yet.</p>;
  return (
    <ul aria-label="Last messages" className="mt-4 max-h-96 overflow-y-auto border-t border-rule-strong text-small">
      {data.map(({ _id, at, type, status, isDelivered, tries }) => (
        <li key={_id} className="flex justify-between gap-x-6 border-b border-rule py-1.5">
          <span>
            {localDayAndTimeOf(new Date(at))} <span className="text-ink-muted">{WHAT_WORDS[type]}</span>
          </span>
          <span className={isDelivered ? undefined : 'text-danger'}>
            {status ?? 'no answer'}
            {tries > 1 && ` after ${tries} tries`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function WebhookForm({ onAdded }: { onAdded: (secret: string) => void }) {
  const { typed, error, setError, input } = useTypedField('https://');
  const [what, setWhat] = useState<Webhook['what']>(['change-set', 'occurrence']);
  const [pending, setPending] = useState(false);
  const toggle = (kind: Webhook['what'][number]) => (isWanted: boolean) => {
    setWhat(isWanted ? [...what, kind] : what.filter((each) => each !== kind));
    setError(undefined);
  };

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    setPending(true);
    const outcome = await withProof(() => call('addWebhook', { url: typed.trim(), what }));
    setPending(false);
    if (outcome.ok) onAdded(outcome.data.secret);
    else if (!isLeftUnproved(outcome)) {
      const { errors } = outcome.problem;
      setError(errors?.url ?? errors?.what ?? problemMessage(outcome.problem));
    }
  }

  return (
    <DialogForm onSubmit={submit}>
      <FormField label="Address" error={error}>
        {(props) => <Input {...props} autoComplete="off" inputMode="url" maxLength={WEBHOOK_URL_MAX} {...input} />}
      </FormField>
      <div>
        <Checkbox label="Each change" checked={what.includes('change-set')} onChange={toggle('change-set')} />
        <Checkbox
          label="What is due, on its day"
          checked={what.includes('occurrence')}
          onChange={toggle('occurrence')}
        />
      </div>
      <DialogActions action="Add it" pending={pending} />
    </DialogForm>
  );
}
