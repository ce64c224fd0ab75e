import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { deleteAccountInput } from '../../../contract/account-calls.ts';
import { closeSession } from '../../browser-state/session.ts';
import { formProblemMessage } from '../../server/problem.ts';
import { forgetAll } from '../../server/resources.ts';
import { useCommand } from '../../server/use-command.ts';
import { forgetUser } from '../../server/user.ts';
import { Dialog, DialogActions, DialogForm } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { setFieldErrors } from '../../ui/form.ts';
import { showErrorToast, showSuccessToast } from '../../ui/toast.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** Dialog that deletes the account after the password is entered. */
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
      closeSession();
      forgetAll();
      forgetUser();
      showSuccessToast('Account deleted');
    } else if (!setFieldErrors(outcome.problem, ['password'], setError)) {
      showErrorToast('Unable to delete the account', { description: formProblemMessage(outcome.problem) });
    }
  });

  return (
    <DialogForm onSubmit={submit}>
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        error={formState.errors.password?.message}
        registration={register('password')}
      />
      <DialogActions action="Delete Account" kind="danger-fill" pending={pending} />
    </DialogForm>
  );
}
