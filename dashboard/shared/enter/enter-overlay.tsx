import { useEffect } from 'react';
import { create } from 'zustand';
import { currentKnown, useIsPast } from '../../browser-state/known.ts';
import { isLetterKey } from '../../keys/letter-keys.ts';
import { lazyOverlay } from '../../ui/lazy.tsx';
import { OPEN_DIALOG } from '../../ui/open-dialog.ts';
import { AT_HEAD } from './at-head.ts';

const EnterDialog = lazyOverlay(() => import('./enter-dialog.tsx').then((file) => file.EnterDialog));

/** `typed` is what was typed since it was opened, before its field had the focus. */
const useDialog = create<{ isOpen: boolean; typed: string }>(() => ({ isOpen: false, typed: '' }));

/** Opens the dialog of the line to enter. */
export function openEnterDialog(): void {
  useDialog.setState({ isOpen: true, typed: '' });
}

function closeEnterDialog(): void {
  useDialog.setState({ isOpen: false });
}

/** Gives what was typed before the field had the focus, once. */
function takeTyped(): string {
  const { typed } = useDialog.getState();
  useDialog.setState({ typed: '' });
  return typed;
}

/** The field at the head of a screen, or null if it has none. */
const fieldAtHead = () => document.querySelector<HTMLElement>(`[${AT_HEAD}]`);

/**
 * The line to enter, from every screen: `n` goes to its field on Transactions, elsewhere it opens a dialog. Not in a
 * text field, over another dialog, or while the books are shown as they were.
 */
export function EnterOverlay() {
  const { isOpen } = useDialog();
  const isPast = useIsPast();
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { key, target, repeat } = event;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const { isOpen, typed } = useDialog.getState();
      if (isOpen && !isInDialog(target) && [...key].length === 1) useDialog.setState({ typed: typed + key });
      else if (isLetterKey(event, 'enter') && !repeat && canOpen()) goToLine();
      else return;
      event.preventDefault();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  useEffect(() => closeEnterDialog, []);
  return (
    <EnterDialog
      open={isOpen && !isPast}
      onOpenChange={(isOpen) => useDialog.setState({ isOpen })}
      takeTyped={takeTyped}
    />
  );
}

const isInDialog = (target: EventTarget | null) => target instanceof Element && target.closest(OPEN_DIALOG) !== null;

const canOpen = () => document.querySelector(OPEN_DIALOG) === null && currentKnown() === null;

function goToLine(): void {
  const field = fieldAtHead();
  if (field) field.focus();
  else openEnterDialog();
}
