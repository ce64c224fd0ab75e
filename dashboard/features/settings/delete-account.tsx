import { useQuery } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { deleteAccountInput } from '#contract/user-calls.ts';
import { closeSession } from '../../browser-state/session.ts';
import { useCommandForm } from '../../commands/use-command-form.ts';
import { forgetAll } from '../../server/command-result.ts';
import { signInQuery } from '../../server/sign-in-queries.ts';
import { forgetUser } from '../../server/user.ts';
import { Dialog, DialogActions, DialogForm } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/registered-fields.tsx';
import { useProvedCall } from './signing-in/use-proved-call.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

const DESCRIPTION = [
  'This action cannot be undone.',
  'This will permanently delete your account, with every transaction, goal and picture in it.',
].join(' ');

/** Dialog that deletes the account after the password is entered. */
export function DeleteAccount({ open, onOpenChange }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Delete Account" description={DESCRIPTION}>
      <DeleteForm />
    </Dialog>
  );
}

function DeleteForm() {
  const { data } = useQuery(signInQuery);
  return data?.hasPassword === false ? <DeleteByProof /> : <DeleteByPassword />;
}

const TEXTS = { failed: 'Unable to delete the account', saved: 'Account deleted' };

function leave() {
  closeSession();
  forgetAll();
  forgetUser();
}

/** Who has no password proves it otherwise. */
function DeleteByProof() {
  const { start, pending } = useProvedCall('deleteAccount', { ...TEXTS, input: {}, onDone: leave });
  function submit(event: SubmitEvent) {
    event.preventDefault();
    void start();
  }
  return (
    <DialogForm onSubmit={submit}>
      <DialogActions action="Delete Account" kind="danger-fill" pending={pending} />
    </DialogForm>
  );
}

function DeleteByPassword() {
  const { register, errors, submit, pending } = useCommandForm('deleteAccount', {
    ...TEXTS,
    schema: deleteAccountInput,
    defaultValues: { password: '' },
    fields: ['password'],
    input: (values) => values,
    onSaved: leave,
  });

  return (
    <DialogForm onSubmit={submit}>
      <TextInput
        label="Password"
        type="password"
        autoComplete="current-password"
        error={errors.password?.message}
        registration={register('password')}
      />
      <DialogActions action="Delete Account" kind="danger-fill" pending={pending} />
    </DialogForm>
  );
}
