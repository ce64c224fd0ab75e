import { deleteAccountInput } from '#contract/user-calls.ts';
import { closeSession } from '../../browser-state/session.ts';
import { useCommandForm } from '../../commands/use-command-form.ts';
import { forgetAll } from '../../server/command-result.ts';
import { forgetUser } from '../../server/user.ts';
import { Dialog, DialogActions, DialogForm } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/registered-fields.tsx';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

const DESCRIPTION = [
  'This action cannot be undone.',
  'This will permanently delete your account, with every transaction, goal and picture in it.',
].join(' ');

/** Dialog that deletes the account after the password is entered. */
export function DeleteAccount({ open, onOpenChange }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Delete Account" description={DESCRIPTION}>
      <DeleteAccountForm />
    </Dialog>
  );
}

function DeleteAccountForm() {
  const { register, errors, submit, pending } = useCommandForm('deleteAccount', {
    schema: deleteAccountInput,
    defaultValues: { password: '' },
    fields: ['password'],
    input: (values) => values,
    failed: 'Unable to delete the account',
    saved: 'Account deleted',
    onSaved: () => {
      closeSession();
      forgetAll();
      forgetUser();
    },
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
