import { Dialog as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from './button.tsx';
import { DIALOG_BUTTONS, DIALOG_TEXT, DIALOG_TITLE, overlayBox, SCRIM } from './overlay.ts';
import { useRestoreFocus } from './use-restore-focus.ts';

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: string;
  /** A sheet slides in from the side at full height. In a list the form scrolls its content above the buttons. */
  shape?: 'dialog' | 'sheet' | 'list';
  /** The element that gets the focus in place of another that is gone. By default it is the heading. */
  focusInstead?: () => HTMLElement | null;
  children: ReactNode;
};

/**
 * Dialog for a form. The focus starts on the first field, else on what has `data-initial-focus`, and returns to the
 * previously focused element on close.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  shape = 'dialog',
  focusInstead,
  children,
}: DialogProps) {
  const { rememberFocus, restoreFocus } = useRestoreFocus(focusInstead);

  function focusFirstField(event: Event) {
    rememberFocus();
    if (!(event.currentTarget instanceof HTMLElement)) return;
    const field =
      event.currentTarget.querySelector<HTMLElement>('input:not([hidden]), select, textarea') ??
      event.currentTarget.querySelector<HTMLElement>('[data-initial-focus]');
    if (!field) return;
    event.preventDefault();
    field.focus();
  }

  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content
          className={overlayBox({ shape })}
          data-sheet={shape === 'sheet' || undefined}
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={restoreFocus}
        >
          <Radix.Title className={DIALOG_TITLE}>{title}</Radix.Title>
          <Radix.Description className={DIALOG_TEXT}>{description}</Radix.Description>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Classes of the form in a dialog. In a sheet it takes the height that is left, with its buttons at the bottom. */
export const DIALOG_FORM =
  'mt-5 grid gap-5 in-data-sheet:flex-1 in-data-sheet:grid-rows-[repeat(4,auto)_1fr] in-data-sheet:content-start';

/** Form in a dialog. */
export function DialogForm(props: Pick<ComponentProps<'form'>, 'onSubmit' | 'children'>) {
  return <form noValidate className={DIALOG_FORM} {...props} />;
}

/** Keeps the buttons of a form in a sheet in view, over the whole width of the sheet. */
const STICKY_IN_SHEET = [
  'in-data-sheet:sticky in-data-sheet:bottom-0 in-data-sheet:-mx-7 in-data-sheet:self-end in-data-sheet:px-7',
  'in-data-sheet:border-t in-data-sheet:border-rule in-data-sheet:bg-raised in-data-sheet:py-4',
].join(' ');

type DialogActionsProps = { action: string; kind?: 'primary' | 'danger-fill'; pending: boolean };

/** Cancel and submit buttons of a dialog form. */
export function DialogActions({ action, kind = 'primary', pending }: DialogActionsProps) {
  return (
    <div className={`${DIALOG_BUTTONS} ${STICKY_IN_SHEET} mt-2`}>
      <Radix.Close asChild>
        <Button kind="quiet">Cancel</Button>
      </Radix.Close>
      <Button type="submit" kind={kind} pending={pending}>
        {action}
      </Button>
    </div>
  );
}
