import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { CloseIcon } from './icons.tsx';
import { overlayBox, SCRIM } from './overlay.ts';
import { useRestoreFocus } from './use-restore-focus.ts';

type Props = { open: boolean; onClose: () => void; children: ReactNode };

/**
 * Wide sheet at the side to read in, with a button that closes it. Its content has a title and a description of Radix.
 */
export function Drawer({ open, onClose, children }: Props) {
  const { rememberFocus, restoreFocus } = useRestoreFocus();
  return (
    <Radix.Root open={open} onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content
          className={overlayBox({ shape: 'drawer' })}
          onOpenAutoFocus={rememberFocus}
          onCloseAutoFocus={restoreFocus}
        >
          <Radix.Close asChild>
            <IconButton
              className="absolute top-4 right-4 text-ink-muted transition-[color] hover:text-ink"
              aria-label="Close"
            >
              <CloseIcon />
            </IconButton>
          </Radix.Close>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
