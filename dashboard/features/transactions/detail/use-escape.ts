import { useEffect } from 'react';
import { OPEN_DIALOG } from '../../../ui/open-dialog.ts';

/** Calls a function on Escape, unless a dialog is open or the key has closed something else. */
export function useEscape(onEscape: () => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isMeant = event.key === 'Escape' && !event.defaultPrevented && !event.isComposing;
      if (isMeant && !document.querySelector(OPEN_DIALOG)) onEscape();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [onEscape]);
}
