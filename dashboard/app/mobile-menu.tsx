import { Dialog } from 'radix-ui';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Button } from '../ui/button.tsx';
import { CrossIcon } from '../ui/icons.tsx';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { Brand } from './brand.tsx';
import { logOut } from './log-out.ts';
import { currentMark, useListedScreens } from './navigation.ts';
import { SourceCode } from './source-code.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** The menu that covers a narrow screen. It closes on arrival, on Escape, and when the screen becomes wide. */
export function MobileMenu({ open, onOpenChange }: Props) {
  const { pathname } = useLocation();
  const screens = useListedScreens();
  const { noteFocus, returnFocus } = useReturnFocus();

  useEffect(() => {
    const wide = window.matchMedia('(min-width: 768px)');
    const close = () => onOpenChange(false);
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  }, [onOpenChange]);

  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Content
          className="mobile-menu"
          aria-describedby={undefined}
          onOpenAutoFocus={noteFocus}
          onCloseAutoFocus={returnFocus}
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <div className="top-bar">
            <Brand />
            <Dialog.Close className="icon-button" aria-label="Close menu">
              <CrossIcon />
            </Dialog.Close>
          </div>
          <nav aria-label="Main" className="mobile-contents">
            {screens.map((room) => (
              <Dialog.Close key={room.path} asChild>
                <Link to={room.path} aria-current={currentMark(room, pathname)}>
                  {room.name}
                </Link>
              </Dialog.Close>
            ))}
            <SourceCode />
          </nav>
          <div className="mobile-foot">
            <ThemeSwitch />
            <Button onClick={logOut}>Log out</Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
