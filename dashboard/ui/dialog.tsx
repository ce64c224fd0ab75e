import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { useRestoreFocus } from './use-restore-focus.ts';

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: string;
  /** A sheet slides in from the side at full height. */
  shape?: 'dialog' | 'sheet';
  children: ReactNode;
};

/** Dialog for a form. The focus starts on the first field and returns to the previously focused element on close. */
export function Dialog({ open, onOpenChange, title, description, shape = 'dialog', children }: DialogProps) {
  const { rememberFocus, restoreFocus } = useRestoreFocus();

  function focusFirstField(event: Event) {
    rememberFocus();
    const field =
      event.currentTarget instanceof HTMLElement &&
      event.currentTarget.querySelector<HTMLElement>('input, select, textarea');
    if (!field) return;
    event.preventDefault();
    field.focus();
  }

  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content className={shape} onOpenAutoFocus={focusFirstField} onCloseAutoFocus={restoreFocus}>
          <Radix.Title className="dialog-title">{title}</Radix.Title>
          <Radix.Description className="dialog-text">{description}</Radix.Description>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type DialogActionsProps = { action: string; kind?: 'primary' | 'danger-fill'; pending: boolean };

/** Cancel and submit buttons of a dialog form. */
export function DialogActions({ action, kind = 'primary', pending }: DialogActionsProps) {
  return (
    <div className="dialog-actions">
      <Radix.Close asChild>
        <Button kind="quiet">Cancel</Button>
      </Radix.Close>
      <Button type="submit" kind={kind} pending={pending}>
        {action}
      </Button>
    </div>
  );
}
