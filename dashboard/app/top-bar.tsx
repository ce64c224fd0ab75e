import { useState } from 'react';
import { MenuIcon } from '../ui/icons.tsx';
import { lazyOverlay } from '../ui/lazy.tsx';
import { Brand } from './brand.tsx';

const MobileMenu = lazyOverlay(() => import('./mobile-menu.tsx').then((file) => file.MobileMenu));

/** Header of narrow viewports: product name and menu button. */
export function TopBar() {
  const [open, setOpen] = useState(false);
  return (
    <header className="top-bar">
      <Brand />
      <button
        type="button"
        className="icon-button"
        aria-label="Open menu"
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <MenuIcon />
      </button>
      <MobileMenu open={open} onOpenChange={setOpen} />
    </header>
  );
}
