import { AlertDialog } from 'radix-ui';
import { Button } from './button.tsx';
import { useRestoreFocus } from './use-return-focus.ts';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What will be gone, and what comes of that. */
  description: string;
  confirmed: () => void;
};

/** Asks before something is gone for good. The focus starts on Cancel. */
export function ConfirmDelete({ open, onOpenChange, description, confirmed }: Props) {
  const { rememberFocus, restoreFocus } = useRestoreFocus();
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="scrim" />
        <AlertDialog.Content className="dialog" onOpenAutoFocus={rememberFocus} onCloseAutoFocus={restoreFocus}>
          <AlertDialog.Title className="dialog-title">Are you absolutely sure?</AlertDialog.Title>
          <AlertDialog.Description className="dialog-text">{description}</AlertDialog.Description>
          <div className="dialog-actions">
            <AlertDialog.Cancel asChild>
              <Button>Cancel</Button>
            </AlertDialog.Cancel>
            <AlertDialog.Action asChild>
              <Button kind="danger-fill" onClick={confirmed}>
                Continue
              </Button>
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
