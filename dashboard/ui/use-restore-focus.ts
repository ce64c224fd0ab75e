import { useRef } from 'react';
import { OPEN_DIALOG } from './open-dialog.ts';

/**
 * Moves the focus when an overlay closes: back to the element that had it, or to the heading if that element is gone or
 * the overlay navigated to another screen. `instead` gives what gets it in place of an element that is gone. Leaves the
 * focus in a dialog that was opened meanwhile: its text would be selected, and lost with the next key. Call
 * `rememberFocus` before the overlay takes the focus.
 */
export function useRestoreFocus(instead?: () => HTMLElement | null) {
  const previous = useRef<{ element: Element | null; pathname: string } | null>(null);

  function rememberFocus() {
    previous.current = { element: document.activeElement, pathname: window.location.pathname };
  }

  function restoreFocus(event: Event) {
    event.preventDefault();
    const { element, pathname } = previous.current ?? {};
    const openDialog = document.activeElement?.closest(OPEN_DIALOG);
    if (openDialog && !openDialog.contains(element ?? null)) return;
    const isElsewhere = pathname !== window.location.pathname || !element?.isConnected;
    // The heading of another screen, or the first field of its form.
    if (isElsewhere && document.activeElement?.closest('main')) return;
    // A mark of a picture is no element of HTML.
    const canFocus = element instanceof HTMLElement || element instanceof SVGElement;
    const canRestore = pathname === window.location.pathname && canFocus && element.isConnected;
    const heading = () => document.querySelector<HTMLElement>('main h1');
    const beside = pathname === window.location.pathname ? instead?.() : null;
    const target = canRestore && element !== document.body ? element : (beside ?? heading());
    target?.focus({ preventScroll: target !== element });
  }

  return { rememberFocus, restoreFocus };
}
