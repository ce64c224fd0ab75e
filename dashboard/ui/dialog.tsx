import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useRestoreFocus } from './use-return-focus.ts';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: string;
  /** A sheet comes from the side and takes the whole height. */
  shape?: 'dialog' | 'sheet';
  children: ReactNode;
};

/** A dialog with a form in it. Focus starts on its first field and goes back to where it came from. */
export function Dialog({ open, onOpenChange, title, description, shape = 'dialog', children }: Props) {
  const { rememberFocus, restoreFocus } = useRestoreFocus();

  function start(event: Event) {
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
        <Radix.Content className={shape} onOpenAutoFocus={start} onCloseAutoFocus={restoreFocus}>
          <Radix.Title className="dialog-title">{title}</Radix.Title>
          <Radix.Description className="dialog-text">{description}</Radix.Description>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
