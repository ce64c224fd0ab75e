import type { SubmitEvent } from 'react';
import { Dialog, DialogActions, DialogForm } from '../../../ui/dialog.tsx';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** The consequences. */
  description: string;
  action: string;
  onConfirm: () => void;
};

/** Dialog that asks before something that can't be undone. */
export function AskFirst({ open, onClose, title, description, action, onConfirm }: Props) {
  function submit(event: SubmitEvent) {
    event.preventDefault();
    onClose();
    onConfirm();
  }
  return (
    <Dialog open={open} onOpenChange={(isOpen) => !isOpen && onClose()} title={title} description={description}>
      <DialogForm onSubmit={submit}>
        <DialogActions action={action} kind="danger-fill" pending={false} />
      </DialogForm>
    </Dialog>
  );
}
