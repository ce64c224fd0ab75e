import { useFormCommand } from '../../../commands/use-command.ts';
import { reloadTransaction } from '../../../server/command-result.ts';

/** Command of a form that changes the entry with this id. `onDone` closes the form, also if nothing has changed. */
export function useEditCommand<Name extends 'updateTransaction' | 'updateTransfer'>(
  name: Name,
  id: string,
  onDone: () => void,
) {
  return useFormCommand(name, {
    sending: 'Saving changes...',
    saved: 'Changes saved',
    failed: 'Failed to save the changes. Please try again.',
    onSaved: async () => {
      await reloadTransaction(id);
      onDone();
    },
    onUnchanged: onDone,
  });
}
