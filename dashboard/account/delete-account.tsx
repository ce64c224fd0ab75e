import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { deleteAccountInput } from '../../contract/account.ts';
import { explainToWriter } from '../api-client/problem.ts';
import { useCommand } from '../api-client/use-command.ts';
import { leaveSession } from '../session/session.ts';
import { forgetUserData } from '../store/forget-user-data.ts';
import { forgetUser } from '../store/user.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { complain } from '../ui/form-problem.ts';
import { TextField } from '../ui/text-field.tsx';
import { failed, said } from '../ui/toast.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** Deletes the account for good, by whoever knows its password. */
export function DeleteAccount({ open, onOpenChange }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete Account"
      description="This action cannot be undone. This will permanently delete your account, with every transaction, goal and picture in it."
    >
      <DeleteAccountForm />
    </Dialog>
  );
}

function DeleteAccountForm() {
  const { send, pending } = useCommand('deleteAccount');
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(deleteAccountInput),
    defaultValues: { password: '' },
  });

  const submit = handleSubmit(async (input) => {
    const outcome = await send(input);
    if (!outcome) return;
    if (outcome.ok) {
      leaveSession();
      forgetUserData();
      forgetUser();
      said('Account deleted');
    } else if (!complain(outcome.problem, ['password'], setError)) {
      failed('Unable to delete the account', { description: explainToWriter(outcome.problem) });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="dialog-form">
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        error={formState.errors.password?.message}
        registration={register('password')}
      />
      <DialogActions action="Delete Account" kind="danger-fill" pending={pending} />
    </form>
  );
}
