import { useEffect, useState } from 'react';
import { lazyOverlay } from '../ui/lazy.tsx';
import { OPEN_DIALOG } from '../ui/open-dialog.ts';
import type { Typed } from './command-palette.tsx';

const CommandPalette = lazyOverlay(() => import('./command-palette.tsx').then((file) => file.CommandPalette));

const NOTHING_TYPED: Typed = { search: '', entered: false };

/**
 * Toggles the command palette on Ctrl+K or Cmd+K. Does not open it over another dialog. Until the palette has the
 * focus, which takes a moment, it collects what is typed.
 */
export function PaletteShortcut() {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState(NOTHING_TYPED);

  useEffect(() => {
    function toggle() {
      setOpen((open) => !open && !document.querySelector(OPEN_DIALOG));
      setTyped(NOTHING_TYPED);
    }
    function onKeyDown(event: KeyboardEvent) {
      const isToggle = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      if (isToggle) toggle();
      else if (open && !isInDialog(event.target) && changesTyped(event)) setTyped((typed) => typeKey(typed, event.key));
      else return;
      event.preventDefault();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open]);

  return <CommandPalette open={open} onOpenChange={setOpen} typed={typed} onType={setTyped} />;
}

const isInDialog = (target: EventTarget | null) => target instanceof Element && target.closest(OPEN_DIALOG) !== null;

/** Whether the key is a character, Backspace or Enter. */
function changesTyped({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !(ctrlKey || metaKey || altKey) && ([...key].length === 1 || key === 'Backspace' || key === 'Enter');
}

function typeKey(typed: Typed, key: string): Typed {
  if (typed.entered) return typed;
  if (key === 'Enter') return { ...typed, entered: true };
  return { ...typed, search: key === 'Backspace' ? typed.search.slice(0, -1) : typed.search + key };
}
