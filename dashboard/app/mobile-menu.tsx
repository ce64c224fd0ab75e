import { Dialog } from 'radix-ui';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Button, IconButton } from '../ui/button.tsx';
import { CloseIcon } from '../ui/icons.tsx';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { Bar } from './bar.tsx';
import { logOut } from './log-out.ts';
import { ariaCurrent, personalScreens, useScreenGroups } from './navigation.ts';
import { SourceCodeLink } from './source-code-link.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

const LINK = [
  'relative flex min-h-12 items-center border-b border-rule font-book text-[1.375rem]/none',
  'aria-[current]:font-semibold',
].join(' ');

/** Ribbon that marks the current entry at the edge of the screen. */
const RIBBON = [
  'before:absolute before:inset-y-[0.8rem] before:-left-4 before:w-[4px] before:rounded-r-[2px]',
  'aria-[current]:before:bg-accent',
].join(' ');

const MENU = [
  'fixed inset-0 z-20 flex flex-col overflow-y-auto bg-background sm:hidden',
  '[--rise-from:-0.75rem] data-[state=closed]:animate-disappear data-[state=open]:animate-unfold',
].join(' ');

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** Full-screen menu for narrow viewports. Closes on navigation, on Escape, and when the viewport becomes wide. */
export function MobileMenu({ open, onOpenChange }: Props) {
  const { pathname } = useLocation();
  const groups = [...useScreenGroups(), { heading: 'Yours', screens: personalScreens }];
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
          className={MENU}
          aria-describedby={undefined}
          onOpenAutoFocus={rememberFocus}
          onCloseAutoFocus={restoreFocus}
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <Bar as="div">
            <Dialog.Close asChild>
              <IconButton className="-mr-[0.65rem]" aria-label="Close menu">
                <CloseIcon />
              </IconButton>
            </Dialog.Close>
          </Bar>
          <nav aria-label="Main" className="px-4 pt-3 pb-6">
            {groups.map(({ heading, screens }) => (
              <section key={heading} aria-label={heading} className="mb-5">
                <h2 className="note">{heading}</h2>
                {screens.map((screen) => (
                  <Dialog.Close key={screen.path} asChild>
                    <Link to={screen.path} className={`${LINK} ${RIBBON}`} aria-current={ariaCurrent(screen, pathname)}>
                      {screen.name}
                    </Link>
                  </Dialog.Close>
                ))}
              </section>
            ))}
            <SourceCodeLink className={`${LINK} gap-[0.6rem]`} />
          </nav>
          <div className="mt-auto grid gap-3 px-4 pb-6">
            <ThemeSwitch className="gap-x-8 text-[1.0625rem]" />
            <Button size="large" onClick={logOut}>
              Log out
            </Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
