import { useEffect } from 'react';
import { isTextField } from '../../ui/keys.ts';
import { OPEN_DIALOG } from '../../ui/open-dialog.ts';
import { redoLast, undoLast } from './undo-change.ts';

/**
 * Undoes by Ctrl+Z or Cmd+Z and redoes by Ctrl+Shift+Z or Cmd+Shift+Z, one after the other. Not in a text field, where
 * the browser undoes what was typed, and not while a dialog is open.
 */
export function UndoShortcuts() {
  useEffect(() => {
    let last = Promise.resolve();
    function onKeyDown(event: KeyboardEvent) {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'z';
      if (!isUndo || event.repeat || isTextField(event.target) || isDialogOpen()) return;
      event.preventDefault();
      const step = event.shiftKey ? redoLast : undoLast;
      last = last.then(() => (isDialogOpen() ? undefined : step()));
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return null;
}

const isDialogOpen = () => document.querySelector(OPEN_DIALOG) !== null;
