import { useState } from 'react';
import { MenuIcon } from '../ui/icons.tsx';
import { floating } from '../ui/lazily.tsx';
import { Brand } from './brand.tsx';

const MobileMenu = floating('MobileMenu', () => import('./mobile-menu.tsx'));

/** The bar over a narrow screen, with the name and the menu. */
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
