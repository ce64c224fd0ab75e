import { AlertDialog } from 'radix-ui';
import { type ReactNode, useCallback, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { DIALOG_BUTTONS, DIALOG_TEXT, DIALOG_TITLE, overlayBox, SCRIM } from '../../../ui/overlay.ts';
import { useRestoreFocus } from '../../../ui/use-restore-focus.ts';
import { useEscape } from './use-escape.ts';

/** Makes Escape leave a form that edits an entry; where something was typed, a dialog asks. Returns the dialog. */
export function useLeaveEdit(hasTyped: boolean, leave: () => void): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const { rememberFocus, restoreFocus } = useRestoreFocus();
  const onEscape = useCallback(() => (hasTyped ? setAsking(true) : leave()), [hasTyped, leave]);
  useEscape(onEscape);
  return (
    <AlertDialog.Root open={isAsking} onOpenChange={setAsking}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={SCRIM} />
        <AlertDialog.Content
          className={overlayBox({ shape: 'dialog' })}
          onOpenAutoFocus={rememberFocus}
          onCloseAutoFocus={restoreFocus}
        >
          <AlertDialog.Title className={DIALOG_TITLE}>Leave without saving?</AlertDialog.Title>
          <AlertDialog.Description className={DIALOG_TEXT}>What you have changed here is lost.</AlertDialog.Description>
          <div className={`${DIALOG_BUTTONS} mt-7`}>
            <AlertDialog.Cancel asChild>
              <Button>Go on editing</Button>
            </AlertDialog.Cancel>
            <AlertDialog.Action asChild>
              <Button kind="danger-fill" onClick={leave}>
                Leave
              </Button>
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
