import { Dialog } from 'radix-ui';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Button } from '../ui/button.tsx';
import { CloseIcon } from '../ui/icons.tsx';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { Brand } from './brand.tsx';
import { logOut } from './log-out.ts';
import { ariaCurrent, useSidebarScreens } from './navigation.ts';
import { SourceCodeLink } from './source-code-link.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** Full-screen menu for narrow viewports. Closes on navigation, on Escape, and when the viewport becomes wide. */
export function MobileMenu({ open, onOpenChange }: Props) {
  const { pathname } = useLocation();
  const screens = useSidebarScreens();
  const { rememberFocus, restoreFocus } = useRestoreFocus();

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
          onOpenAutoFocus={rememberFocus}
          onCloseAutoFocus={restoreFocus}
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <div className="top-bar">
            <Brand />
            <Dialog.Close className="icon-button" aria-label="Close menu">
              <CloseIcon />
            </Dialog.Close>
          </div>
          <nav aria-label="Main" className="mobile-contents">
            {screens.map((screen) => (
              <Dialog.Close key={screen.path} asChild>
                <Link to={screen.path} aria-current={ariaCurrent(screen, pathname)}>
                  {screen.name}
                </Link>
              </Dialog.Close>
            ))}
            <SourceCodeLink />
          </nav>
          <div className="mobile-foot">
            <ThemeSwitch />
            <Button size="large" onClick={logOut}>
              Log out
            </Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
