import { useState } from 'react';
import { AsKnownControl } from '../shared/as-known/as-known-control.tsx';
import { IconButton } from '../ui/button.tsx';
import { MenuIcon } from '../ui/icons.tsx';
import { lazyOverlay } from '../ui/lazy.tsx';
import { AddButton } from './add-button.tsx';
import { Bar } from './bar.tsx';

const MobileMenu = lazyOverlay(() => import('./mobile-menu.tsx').then((file) => file.MobileMenu));

/** Header of narrow viewports: product name and menu button. */
export function TopBar() {
  const [open, setOpen] = useState(false);
  return (
    <Bar as="header">
      <AsKnownControl className="ml-auto" />
      <IconButton
        className="-mr-[0.65rem]"
        aria-label="Open menu"
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <MenuIcon />
      </IconButton>
      <AddButton />
      <MobileMenu open={open} onOpenChange={setOpen} />
    </Bar>
  );
}
