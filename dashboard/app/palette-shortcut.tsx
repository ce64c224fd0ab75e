import { useEffect, useState } from 'react';
import { lazyOverlay } from '../ui/lazy.tsx';

const CommandPalette = lazyOverlay(() => import('./command-palette.tsx').then((file) => file.CommandPalette));

/** Toggles the command palette on Ctrl+K or Cmd+K. Does not open it over another dialog. */
export function PaletteShortcut() {
  const [open, setOpen] = useState(false);

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setOpen((open) => !open && !document.querySelector('[role="dialog"], [role="alertdialog"]'));
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  return <CommandPalette open={open} onOpenChange={setOpen} />;
}
