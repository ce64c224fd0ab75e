import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { DIALOG_BUTTONS, DIALOG_TEXT, DIALOG_TITLE, overlayBox, SCRIM } from './overlay.ts';
import { useRestoreFocus } from './use-restore-focus.ts';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Says what the deletion removes, and its consequences. */
  description: string;
  onConfirm: () => void;
  /** A choice to make, between the description and the buttons. */
  children?: ReactNode;
};

/** Confirmation dialog of a deletion. The initial focus is on Cancel. */
export function ConfirmDelete({ open, onOpenChange, description, onConfirm, children }: Props) {
  const { rememberFocus, restoreFocus } = useRestoreFocus();
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={SCRIM} />
        <AlertDialog.Content
          className={overlayBox({ shape: 'dialog' })}
          onOpenAutoFocus={rememberFocus}
          onCloseAutoFocus={restoreFocus}
        >
          <AlertDialog.Title className={DIALOG_TITLE}>Are you absolutely sure?</AlertDialog.Title>
          <AlertDialog.Description className={DIALOG_TEXT}>{description}</AlertDialog.Description>
          <p className="mt-3 text-ink-muted">You can undo it in History.</p>
          {children}
          <div className={`${DIALOG_BUTTONS} mt-7`}>
            <AlertDialog.Cancel asChild>
              <Button>Cancel</Button>
            </AlertDialog.Cancel>
            <AlertDialog.Action asChild>
              <Button kind="danger-fill" onClick={onConfirm}>
                Continue
              </Button>
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
