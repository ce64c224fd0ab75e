import { useEffect, useState } from 'react';
import { floating } from '../ui/lazily.tsx';

const CommandPalette = floating('CommandPalette', () => import('./palette.tsx'));

/** Opens and closes the command palette with Ctrl or Cmd and K, unless another dialog is in front. */
export function Palette() {
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
